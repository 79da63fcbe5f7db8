internal import CurveFitting
internal import ScrollPhysics
internal import ScrollRecordings

/// Two glides of nested scroll views; the second begins when the first view reaches its edge.
struct NestedGlides {
  var isInnerFirst: Bool
  /// The samples of each glide that follow its law, and its separate fit.
  var first: Part
  var second: Part
  /// The offset at which the first view stopped, in pt, and the maximum rounding error of it.
  var edge: (position: Double, bound: Double, known: Edge?)

  /// A glide fitted separately.
  struct Part {
    var range: Range<Int>
    var rate: Double
    /// Velocity and position at the first sample, in pt/s and pt.
    var velocity: Double
    var position: Double
  }

  /// Finds the handovers of a recording in time order, at most one per movement.
  ///
  /// - Throws: the first reason, when there is no handover.
  static func find(
    outer: SampledChannel, inner: SampledChannel, trace: Trace, options: FitOptions
  ) throws(FitFailure) -> [NestedGlides] {
    let (resting, spans) = movements(outer: outer, inner: inner)
    var result: [NestedGlides] = []
    var failure: FitFailure?
    for span in spans {
      do throws(FitFailure) {
        result.append(
          try NestedGlides(
            span, resting: resting, outer: outer, inner: inner, trace: trace, options: options))
      } catch {
        failure = failure ?? error
      }
    }
    guard result.isEmpty else { return result }
    throw failure
      ?? FitFailure(
        .noHandover, "neither view rests before or after it moves",
        help: "record from the release until both views rest")
  }

  /// Whether each view rests at each sample, and the ranges of samples in which at least one view moves.
  private static func movements(
    outer: SampledChannel, inner: SampledChannel
  ) -> (resting: (outer: [Bool], inner: [Bool]), spans: [Range<Int>]) {
    func resting(_ signal: SampledChannel) -> [Bool] {
      // Smoothing lets short rests be found in noise: the waiting view may rest only briefly.
      let values = signal.smoothed.values
      var result = [Bool](repeating: false, count: values.count)
      for rest in RestDetector.find(times: signal.times, values: values, band: band(signal)) {
        for index in rest { result[index] = true }
      }
      return result
    }
    let rests = (outer: resting(outer), inner: resting(inner))
    var spans: [Range<Int>] = []
    var start: Int?
    for index in 0...rests.outer.count {
      let moves = index < rests.outer.count && !(rests.outer[index] && rests.inner[index])
      if moves {
        start = start ?? index
      } else if let from = start {
        // At the handover both views may seem to rest for a frame: join the two movements.
        if let last = spans.last,
          outer.times[from] - outer.times[last.upperBound - 1] < RestDetector.shortest
            - RestDetector.slack
        {
          spans[spans.count - 1] = last.lowerBound..<index
        } else {
          spans.append(from..<index)
        }
        start = nil
      }
    }
    return (rests, spans.filter { $0.count >= 4 })
  }

  /// The width of the values at rest, after smoothing of outliers.
  private static func band(_ signal: SampledChannel) -> Double {
    // The median of five nearly halves the noise; the remaining noise may cross more than one quantisation step.
    let quantum = signal.quantum ?? 0
    let noise = signal.noise > 0.35 * quantum ? 0.54 * signal.noise : 0
    return max(RestDetector.band(quantum: quantum, noise: noise), 1.5 * quantum)
  }

  /// The samples in which a view moves from one level to another, and the end of its rest there; nil when it does
  /// not move.
  private static func movement(
    _ signal: SampledChannel, resting: [Bool], in span: Range<Int>
  ) -> Movement? {
    let values = signal.smoothed.values
    let band = band(signal)
    /// The median of the nine samples from here.
    func level(_ from: Int) -> Double {
      let from = max(0, min(from, values.count - 9))
      let near = values[from..<min(from + 9, values.count)].sorted()
      return near.median(near: values[from])
    }
    let begin = level(span.lowerBound)
    let end = level(span.upperBound)
    guard var first = span.first(where: { (values[$0] - begin).magnitude > band }) else {
      return nil
    }
    // If the view did not rest before the sample at which it leaves its level, it moved already.
    if first > span.lowerBound, !resting[first - 1] { first -= 1 }
    // The recording may end during the movement.
    let lately = values[values.count - 1] - values[max(0, values.count - 9)]
    guard span.upperBound < values.count || lately.magnitude <= 2 * band else {
      return (first..<values.count, values.count)
    }
    guard let last = span.last(where: { (values[$0] - end).magnitude > band }), last > first else {
      return nil
    }
    var stop = last + 1
    while stop < values.count, (values[stop] - end).magnitude <= band { stop += 1 }
    return (first..<last + 1, stop)
  }

  /// A view's movement from one level to another, and the end of its rest there.
  private typealias Movement = (moving: Range<Int>, restEnd: Int)

  private static let help =
    "record one fling in which one view meets its edge and the other goes on"

  private init(
    _ span: Range<Int>, resting: (outer: [Bool], inner: [Bool]), outer: SampledChannel,
    inner: SampledChannel,
    trace: Trace, options: FitOptions
  ) throws(FitFailure) {
    let movements = try Self.successive(span, resting: resting, outer: outer, inner: inner)
    isInnerFirst = movements.isInnerFirst
    let (firstSignal, secondSignal) = isInnerFirst ? (inner, outer) : (outer, inner)
    let names = isInnerFirst ? ("inner", "outer") : ("outer", "inner")
    guard movements.first.restEnd > movements.first.moving.upperBound + 1 else {
      throw FitFailure(
        .noHandover, "the \(names.0) view does not rest after it met its edge", help: Self.help)
    }
    var bare = trace
    bare.metadata = Metadata()
    var plain = FitOptions()
    plain.method = .newton
    plain.stamps = options.stamps

    let (moving, restEnd) = movements.first
    var lower = moving.lowerBound
    // A finger may have dragged the view before the glide.
    if let glides = try? DecelerationSegment.find(firstSignal, trace: bare, options: plain),
      let found = glides.last(where: {
        $0.range.contains(moving.upperBound - 3) && $0.range.lowerBound >= lower
      })
    {
      lower = found.range.lowerBound
    }
    let glide = Self.glide(firstSignal, (lower..<moving.upperBound, restEnd))
    edge = (0, 0, nil)
    if let (level, error) = glide.rest {
      // Edges in the metadata are those of the outer view.
      let edges =
        isInnerFirst
        ? []
        : options.edge.map { [ExcursionDetector.oneEdge(outer, position: $0, source: .option)] }
          ?? Edge.known(in: trace.metadata, axis: outer.channel.axis)
      edge = Self.edge(firstSignal, level: level, error: error, among: edges)
    }
    first = try Self.part(glide, firstSignal, name: names.0, options: plain)
    second = try Self.part(
      Self.glide(secondSignal, movements.second), secondSignal, name: names.1, options: plain)
    // A sample in which both views move belongs to the first.
    let later = max(second.range.lowerBound, first.range.upperBound)
    guard second.range.upperBound - later >= 4 else {
      throw FitFailure(
        .tooFewSamples, "too few samples of the view that goes on", help: Self.help)
    }
    let lost = secondSignal.times[later] - secondSignal.times[second.range.lowerBound]
    let motion = Deceleration(
      position: second.position, velocity: second.velocity, rate: second.rate)
    second.position = motion.position(at: lost)
    second.velocity = motion.velocity(at: lost)
    second.range = later..<second.range.upperBound
  }
  /// The movements of the views in a range, one after the other.
  private static func successive(
    _ span: Range<Int>, resting: (outer: [Bool], inner: [Bool]), outer: SampledChannel,
    inner: SampledChannel
  ) throws(FitFailure) -> (isInnerFirst: Bool, first: Movement, second: Movement) {
    let ofOuter = movement(outer, resting: resting.outer, in: span)
    let ofInner = movement(inner, resting: resting.inner, in: span)
    let when =
      "from \(Printed.short(outer.times[span.lowerBound], digits: 2)) to \(Printed.short(outer.times[span.upperBound - 1], digits: 2)) s"
    guard let outerMovement = ofOuter, let innerMovement = ofInner else {
      let one = ofOuter == nil ? "inner" : "outer"
      throw FitFailure(
        .noHandover, "only the \(one) view moves, \(when): nothing is handed on", help: help)
    }
    // The sample of the handover may count as moving for both views.
    let slack = 3
    if outerMovement.moving.upperBound <= innerMovement.moving.lowerBound + slack {
      return (false, outerMovement, innerMovement)
    }
    guard innerMovement.moving.upperBound <= outerMovement.moving.lowerBound + slack else {
      throw FitFailure(
        .noHandover, "both views move at the same time, \(when): nothing is handed on", help: help)
    }
    return (true, innerMovement, outerMovement)
  }

  /// The glide of a movement, with the level at which it rests.
  private static func glide(_ signal: SampledChannel, _ movement: Movement) -> DecelerationSegment {
    let (moving, restEnd) = movement
    var glide = DecelerationSegment(
      range: moving.lowerBound..<restEnd, restCount: restEnd - moving.upperBound)
    glide.setLevel(signal)
    return glide
  }

  /// The edge at which the first view rests: the nearest known edge if the level agrees with it, otherwise the level.
  private static func edge(
    _ signal: SampledChannel, level: Double, error: Double, among edges: [Edge]
  ) -> (position: Double, bound: Double, known: Edge?) {
    guard
      let known = edges.min(by: {
        ($0.position - level).magnitude < ($1.position - level).magnitude
      }), (known.position - level).magnitude <= max(signal.quantum ?? 0, 5 * signal.noise)
    else { return (level, 3.0.squareRoot() * error, nil) }
    return (known.position, 0, known)
  }

  /// The fit of one view's glide.
  private static func part(
    _ glide: DecelerationSegment, _ signal: SampledChannel, name: String, options: FitOptions
  ) throws(FitFailure) -> Part {
    let fit: Fit
    do throws(FitFailure) {
      fit = try DecelerationFit.best(glide, signal: signal, options: options)
    } catch {
      throw FitFailure(
        error.code, "the glide of the \(name) view: \(error.message)", help: error.help)
    }
    guard let k = fit["k"]?.value, let v0 = fit["v0"]?.value, let x0 = fit["x0"]?.value, k > 0,
      v0 != 0
    else {
      throw FitFailure(
        .noConvergence, "the \(name) view does not decelerate: \(fit.search.reason)", help: help)
    }
    let start = glide.range.lowerBound + fit.samples.leading
    return Part(
      range: start..<start + fit.samples.used, rate: k, velocity: v0, position: x0)
  }
}
