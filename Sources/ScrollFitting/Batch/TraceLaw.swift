public import ScrollRecordings

/// How a recording is fitted if the user does not specify a law.
public enum TraceLaw: Sendable {
  /// With one law.
  case law(any Law.Type)
  /// Split into phases, each with its own law.
  case phases

  /// The law of a recording: the law that its metadata name as `law`, else the only law that uses its columns, else the
  /// laws of its phases.
  ///
  /// A column `height` means a header stretch, `inner_x` and `inner_y` a transfer. In tables, `edge_velocity` and
  /// `max_overscroll` mean bounces, `velocity` and `distance` decelerations.
  public init(_ trace: Trace) {
    if let name = trace.metadata["law"], let law = Laws.law(name.lowercased()) {
      self = .law(law)
      return
    }
    let roles = Set(trace.recorded.map(\.role))
    let own = Laws.all.first { law in
      // In a session the finger pulls only in some phases.
      let isColumn = law.column.map { $0 != .finger && roles.contains($0) } ?? false
      return isColumn || law.tableColumns.contains { roles.contains($0) }
    }
    self = own.map(TraceLaw.law) ?? .phases
  }
}

extension TraceResult {
  /// Fits a recording by its own law, or by a given one.
  ///
  /// - Parameters:
  ///   - trace: the recording.
  ///   - law: the law; nil for that of ``TraceLaw``.
  ///   - axis: the axis; nil for all recorded axes.
  ///   - addsSprings: whether every bounce is also fitted as a spring of any damping.
  ///   - options: the options of the fits.
  ///   - memory: memory for the same options, for fitting many recordings.
  public init(
    _ trace: Trace, by law: (any Law.Type)?, axis: Axis?, addsSprings: Bool = false,
    options: FitOptions, memory: FitMemory? = nil
  ) {
    var options = options
    // A start applies to one law.
    if law == nil { options.start = nil }
    switch law.map(TraceLaw.law) ?? TraceLaw(trace) {
    case .law(let law):
      self.init(trace, law: law, axis: axis, options: options, memory: memory)
    case .phases: self.init(splitting: trace, axis: axis, options: options)
    }
    if addsSprings { addSprings(trace, options: options) }
  }

  /// Also fits the samples of every bounce and of the rest after it as a spring of any damping. Where the bounce has no
  /// minimum, a spring has none but at the end of the numbers.
  private mutating func addSprings(_ trace: Trace, options: FitOptions) {
    guard !trace.isTable else { return }
    for bounce in fits where bounce.law == BounceLaw.description.key && bounce.search.converged {
      guard let window = bounce.window,
        let part = SpringLaw.reading(trace, axis: bounce.axis)
          .part(from: window.lowerBound, to: end(after: bounce, window))
      else { continue }
      var options = options
      options.start = nil
      if let edge = bounce.edge, edge.source != .column { options.edge = edge.position }
      guard
        let found = try? SpringLaw.fit(part, axis: bounce.axis, options: options),
        // A part that begins at the edge may seem to be beyond the opposite edge.
        var spring = found.first(where: { $0.edge?.side == bounce.edge?.side })
      else { continue }
      spring.warnings.nameFile(path)
      fits.append(spring)
    }
  }

  /// The time at which another motion starts along the axis of a fit; infinite if there is none.
  private func end(after fit: Fit, _ window: ClosedRange<Double>) -> Double {
    let starts =
      phases.filter { $0.axis == fit.axis && $0.kind != .rest }.map(\.start)
      + fits.filter { $0.axis == fit.axis }.compactMap { $0.window?.lowerBound }
    return starts.filter { $0 > (window.lowerBound + window.upperBound) / 2 }.min() ?? .infinity
  }
}

extension Trace {
  /// The part of the recording between two times; nil if it is empty.
  fileprivate func part(from start: Double, to end: Double) -> Trace? {
    guard let first = times.firstIndex(where: { $0 >= start }) else { return nil }
    let last = times.lastIndex { $0 < end } ?? first
    let kept = first..<max(first, last) + 1
    var part = self
    part.times = Array(times[kept])
    for index in channels.indices {
      part.channels[index].values = Array(channels[index].values[kept])
    }
    part.phases = phases?.compactMap { span in
      let range = span.range.clamped(to: kept)
      return range.isEmpty
        ? nil
        : PhaseSpan(label: span.label, range: range.lowerBound - first..<range.upperBound - first)
    }
    return part
  }
}
