import ScrollFitting
import ScrollSimulation
import ScrollTraces
import Testing

/// A recording with its law, told in other units, from another place or by another clock.
struct InvariantRecording: CustomTestStringConvertible {
  var name: String
  var law: any Law.Type
  var trace: Trace
  var options = FitOptions()
  var testDescription: String { name }

  /// The recordings of the repository with their laws.
  private static let samples: [(file: String, law: any Law.Type)] = [
    ("uiscrollview-bounce-2x", BounceLaw.self), ("uiscrollview-bounce-3x", BounceLaw.self),
    ("uiscrollview-bounce-2x", SpringLaw.self),
    ("uiscrollview-deceleration-3x", DecelerationLaw.self),
    ("uiscrollview-deceleration-3x", ResistanceLaw.self),
    ("uiscrollview-rubber-band-3x", RubberBandLaw.self), ("simulated-spring", SpringLaw.self),
    ("simulated-gravity", GravityLaw.self), ("simulated-collision", CollisionLaw.self),
    ("simulated-resistance", ResistanceLaw.self), ("simulated-stretch", StretchLaw.self),
    ("simulated-transfer", TransferLaw.self), ("article-bounce-table", BounceLaw.self),
    ("article-deceleration-table", DecelerationLaw.self),
  ]

  /// Recordings as they are, on their pixels, and with noise that hides these.
  static func all() throws -> [InvariantRecording] {
    var result: [InvariantRecording] = []
    for (file, law) in samples {
      let trace = try Repository.trace(file)
      let key = law.description.key
      var plain = InvariantRecording(name: "\(file) as \(key)", law: law, trace: trace)
      // Otherwise d is held at a number of points.
      plain.trace.metadata["bounds_height"] = nil
      result.append(plain)
      guard !trace.isTable else { continue }
      var random = RandomSource(seed: 1)
      var noisy = plain
      noisy.name += " with noise"
      noisy.trace.scale = nil
      noisy.trace.metadata["scale"] = nil
      for index in trace.channels.indices {
        // So little that a rest stays one: nothing faster than 5 pt/s may look still.
        noisy.trace.channels[index] = Channel(
          trace.channels[index].role, axis: trace.channels[index].axis,
          values: trace.channels[index].values.map { $0 + 0.02 * random.normal() })
      }
      result.append(noisy)
    }
    return result
  }

  /// The unit of length changed: a factor of all lengths, of the pixels' size, and of the options that are lengths.
  func scaled(by factor: Double) -> InvariantRecording {
    var result = self
    result.trace.scale = (trace.scale ?? trace.metadata.scale).map { $0 / factor }
    result.trace.metadata["scale"] = nil
    for index in trace.channels.indices where trace.channels[index].role != .duration {
      let channel = trace.channels[index]
      result.trace.channels[index] = Channel(
        channel.role, axis: channel.axis, values: channel.values.map { $0 * factor },
        resolution: channel.resolution.map { $0 * factor })
    }
    result.moveEdges { $0 * factor }
    result.options.settleThreshold *= factor
    result.options.epsilon *= factor
    return result
  }

  /// All offsets moved; the way of a finger, a height and an inner offset are not counted from there.
  func moved(by shift: Double) -> InvariantRecording {
    var result = self
    for index in trace.channels.indices where trace.channels[index].role == .offset {
      result.trace.channels[index].values = trace.channels[index].values.map { $0 + shift }
    }
    result.moveEdges { $0 + shift }
    return result
  }

  /// What moved down moves up.
  func mirrored() -> InvariantRecording {
    var result = self
    for index in trace.channels.indices where trace.channels[index].role != .height {
      result.trace.channels[index].values = trace.channels[index].values.map { -$0 }
    }
    let (top, bottom) = (trace.metadata["edge_top"], trace.metadata["edge_bottom"])
    result.trace.metadata["edge_top"] = bottom
    result.trace.metadata["edge_bottom"] = top
    result.moveEdges { -$0 }
    return result
  }

  /// The clock started at another time, in s.
  func later(by shift: Double) -> InvariantRecording {
    var result = self
    result.trace.times = trace.times.map { $0 + shift }
    return result
  }

  private mutating func moveEdges(_ move: (Double) -> Double) {
    for key in ["edge_top", "edge_bottom"] {
      guard let text = trace.metadata[key], let edge = Double(text) else { continue }
      trace.metadata[key] = "\(move(edge))"
    }
  }

  func fits() -> [Fit] {
    TraceResult(trace, law: law, axis: nil, options: options).fits
  }
}

/// How the numbers of a fit follow from those of the same motion told otherwise.
struct Retelling {
  /// The unit of length, in those of the first telling.
  var length = 1.0
  /// What was added to offsets.
  var shift = 0.0
  /// What was added to times.
  var delay = 0.0
  /// Of each number.
  var tolerance = 1e-9
  /// Of errors. They are made of residuals; those of derived quantities come from derivatives by differences in steps
  /// of 1e-5, too: rounding of 1e-16 is 1e-11 of a derivative, times that of the quantity by its parameters, several
  /// hundred for a stopping speed.
  var errorTolerance = 1e-8

  /// What a value may be off, in its errors: an iteration ends where a sum of n squares no longer falls by 1e-14 of
  /// itself, and S - S_min = s^2 (miss / error)^2.
  static func looseness(samples: Int) -> Double { 1e-7 * Double(samples).squareRoot() }

  /// Where something is.
  private static let places: Set<String> = [
    "x0", "y0", "rest_offset", "limit_offset", "floor", "breakpoint", "turning_point",
  ]
  /// What is measured by a length of the tool: UIKit's unit of gravity, 1000 pt/s^2.
  private static let absolute: Set<String> = ["gravity_magnitude"]

  /// Says what differs.
  func differences(_ one: [Fit], _ other: [Fit]) -> [String] {
    guard one.count == other.count else { return ["\(one.count) fits, \(other.count)"] }
    return zip(one, other).flatMap { one, other -> [String] in
      var found: [String] = []
      if one.samples != other.samples { found.append("samples: \(one.samples), \(other.samples)") }
      if one.search.converged != other.search.converged { found.append("convergence") }
      for (list, others) in [
        (one.parameters, other.parameters), (one.derived, other.derived),
      ] {
        guard list.map(\.key) == others.map(\.key) else {
          found.append("\(list.map(\.key)), \(others.map(\.key))")
          continue
        }
        for (a, b) in zip(list, others) where !Self.absolute.contains(a.key) {
          // phi may be next to nothing: its size is that of 1 / delta.
          let least = a.key == "phi" ? one["delta"]?.value.map { 1 / $0 } ?? 0 : 0
          found += differences(
            a, b, least: least, looseness: Self.looseness(samples: one.samples.used))
        }
      }
      found += different(
        "rms", one.residual.rms * length, other.residual.rms,
        10 * tolerance * one.residual.rms * length)
      for (a, b) in zip(one.correlations, other.correlations) {
        // Which way is out decides the sign of some.
        found += different(
          "\(a.first), \(a.second)", a.value.magnitude, b.value.magnitude, 10 * errorTolerance)
      }
      return found
    }
  }

  private func differences(
    _ a: Estimate, _ b: Estimate, least: Double, looseness: Double
  ) -> [String] {
    guard let value = a.value, let other = b.value else {
      return a.value == nil && b.value == nil
        ? [] : ["\(a.key): \(a.value as Any), \(b.value as Any)"]
    }
    let factor = a.unit.hasPrefix("pt") ? length : 1
    let offset = (Self.places.contains(a.key) ? shift : 0) + (a.key == "handover_time" ? delay : 0)
    // Mirrored, what points somewhere has the other sign.
    let sign: Double = shift == 0 && delay == 0 && value * other < 0 ? -1 : 1
    let error = (a.standardError ?? 0) * factor
    let slack =
      tolerance * max(value.magnitude * factor + offset.magnitude, least) + looseness * error
    var found = different(a.key, sign * value * factor + offset, other, slack)
    func pair(_ name: String, _ one: Double?, _ two: Double?, _ factor: Double) {
      guard let one, let two else {
        if one != nil || two != nil {
          found.append("\(a.key) \(name): \(one as Any), \(two as Any)")
        }
        return
      }
      found += different("\(a.key) \(name)", one * factor, two, errorTolerance * one * factor)
    }
    pair("error", a.standardError, b.standardError, factor)
    pair("HC3 error", a.hc3Error, b.hc3Error, factor)
    pair("classical error", a.classicalError, b.classicalError, factor)
    pair("degrees", a.intervalDegrees, b.intervalDegrees, 1)
    // Ends of profiles and regions are sought to a millionth of their width.
    for (name, one, two, part) in [
      ("interval", a.interval, b.interval, errorTolerance), ("profile", a.profile, b.profile, 1e-6),
      ("feasible", a.feasible, b.feasible, 1e-6),
    ] {
      guard let one, let two, let low = one.lower, let high = one.upper, let lower = two.lower,
        let upper = two.upper
      else {
        if (one == nil) != (two == nil) || one?.lower == nil && two?.lower != nil {
          found.append("\(a.key) \(name): \(one as Any), \(two as Any)")
        }
        continue
      }
      let room = slack + part * (high - low) * factor
      let ends = sign < 0 ? (-high * factor, -low * factor) : (low * factor, high * factor)
      found += different("\(a.key) \(name)", ends.0 + offset, lower, room)
      found += different("\(a.key) \(name)", ends.1 + offset, upper, room)
    }
    return found
  }

  private func different(
    _ name: String, _ expected: Double, _ found: Double, _ tolerance: Double
  ) -> [String] {
    (found - expected).magnitude <= tolerance
      ? [] : ["\(name): \(expected), \(found), \((found / expected - 1).magnitude)"]
  }
}
