/// A part of a recording beyond one edge, to which a bounce is fitted.
public struct Excursion: Sendable {
  /// The samples of the recording, including the settled end.
  public var range: Range<Int>
  /// The edge.
  public var edge: Edge
  /// Times as recorded, in s.
  public var times: [Double]
  /// Overscroll, positive outward, in pt.
  public var overscroll: [Double]
  /// The step of the values in pt; nil if they are not rounded.
  public var quantum: Double?

  /// Finds the stretches beyond an edge. O(n).
  ///
  /// A stretch begins at the first sample beyond the edge of an excursion that reaches at least `peak`. It ends when
  /// three samples in a row lie inside by more than `rest`, or when after a rest at the edge five in a row lie outside
  /// by more than `rest`. Single outliers neither begin nor end a stretch.
  ///
  /// - Returns: ranges of sample indices.
  static func ranges(overscroll: [Double], rest: Double, peak: Double) -> [Range<Int>] {
    var result: [Range<Int>] = []
    var start: Int?
    var highest = 0.0
    var quiet = 0
    var insideRun = 0
    var outsideRun = 0
    func close(_ from: Int, _ end: Int) {
      if highest >= peak, end - from >= 1 { result.append(from..<end) }
    }
    for (index, value) in overscroll.enumerated() {
      if let from = start {
        insideRun = value < -rest ? insideRun + 1 : 0
        outsideRun = value > rest ? outsideRun + 1 : 0
        if insideRun == 3 {
          close(from, index - 2)
          start = nil
          continue
        }
        if outsideRun == 5, quiet >= 8 {
          // A new excursion after a rest begins where it left the edge.
          var begin = index - 4
          while begin > from + 1, overscroll[begin - 1] > 0,
            overscroll[begin - 1] < overscroll[begin]
          { begin -= 1 }
          close(from, begin)
          start = begin
          highest = 0
          quiet = 0
          for inner in begin...index { highest = max(highest, overscroll[inner]) }
          continue
        }
        if value.magnitude <= rest {
          quiet += 1
        } else if outsideRun > 5 {
          quiet = 0
        }
        highest = max(highest, value)
      } else if value > 0 {
        start = index
        highest = value
        quiet = 0
        insideRun = 0
        outsideRun = value > rest ? 1 : 0
      }
    }
    if let start { close(start, overscroll.count) }
    return result
  }
}
