internal import ScrollRecordings

/// The phases of the recording that is being read.
struct PhaseList {
  /// The label of the last sample.
  private(set) var label = LabelBuffer()
  private var spans: [PhaseSpan] = []

  func deallocate() { label.deallocate() }

  mutating func clear() {
    spans = []
    label.clear()
  }

  /// Adds the label of a sample.
  mutating func add(_ other: LabelBuffer, at index: Int) throws(Fault) {
    if !spans.isEmpty, other.equals(label) { return }
    guard spans.count < Limit.phases else {
      throw Fault(
        code: .tooManyPhases, field: nil,
        message: "the recording has more than \(Limit.phases) phases",
        help: "a column \"phase\" names what happens, such as drag or bounce, not the sample")
    }
    end(at: index)
    label.set(other.content)
    spans.append(PhaseSpan(label: try label.text(), range: index..<index + 1))
  }

  /// The phases, ended at a number of samples.
  mutating func spans(sampleCount: Int) -> [PhaseSpan] {
    end(at: sampleCount)
    return spans
  }

  /// Keeps a range of the samples and renumbers it from 0.
  mutating func keep(_ range: Range<Int>, of sampleCount: Int) {
    spans = spans(sampleCount: sampleCount).compactMap { span in
      let kept = span.range.clamped(to: range)
      guard !kept.isEmpty else { return nil }
      return PhaseSpan(
        label: span.label,
        range: kept.lowerBound - range.lowerBound..<kept.upperBound - range.lowerBound)
    }
  }

  /// Repeats samples; a phase holds all repetitions of its samples.
  mutating func repeatSamples(_ copies: [Int]) {
    var starts = [0]
    for count in copies { starts.append(starts[starts.count - 1] + count) }
    spans = spans(sampleCount: copies.count).map { span in
      PhaseSpan(
        label: span.label, range: starts[span.range.lowerBound]..<starts[span.range.upperBound])
    }
  }

  private mutating func end(at index: Int) {
    guard let start = spans.last?.range.lowerBound else { return }
    spans[spans.count - 1].range = start..<index
  }
}
