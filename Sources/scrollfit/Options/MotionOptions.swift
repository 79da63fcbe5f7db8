import ArgumentParser
import ScrollFitting
import ScrollSimulation
import ScrollTraces

/// The placement of a simulated motion.
struct MotionOptions: ParsableArguments {
  enum Axes: String, Choice {
    case x, y, both

    /// The axes in the order of the columns.
    var axes: [Axis] {
      switch self {
      case .x: [.x]
      case .y: [.y]
      case .both: [.x, .y]
      }
    }
  }

  /// The end of the content at which a bounce takes place.
  enum Side: String, Choice {
    case top, bottom, left, right

    var axis: Axis { self == .top || self == .bottom ? .y : .x }
    var offsetsGrowOutward: Bool { self == .bottom || self == .right }
  }

  @Option(help: "Axis to record.")
  var axis: Axes = .y

  @Option(
    parsing: .unconditional,
    help: "Offset at rest at the edge, in pt; of a session the top or left one. (default: 0)")
  var edge: Double?

  @Option(
    help: "Edge of a bounce; give it twice for two axes. (default: top, left)")
  var side: [Side] = []

  @Option(help: "Overscroll in pt below which a bounce ends, 0 for never. (default: 0.5)")
  var settle: Double?

  func validate() throws {
    if let edge, !(edge.magnitude <= 1e9) {
      throw ValidationError("--edge must be from -1e9 to 1e9.")
    }
    if let settle, !(settle >= 0 && settle.isFinite) {
      throw ValidationError("--settle must be 0 or more points.")
    }
    for (index, side) in side.enumerated() {
      guard axis.axes.contains(side.axis) else {
        throw ValidationError(
          "--side \(side.rawValue) is along \(side.axis.rawValue), which --axis leaves out.")
      }
      if self.side[..<index].contains(where: { $0.axis == side.axis }) {
        throw ValidationError("--side names two edges along \(side.axis.rawValue).")
      }
    }
  }

  /// Refuses options that a law does not use.
  func check(for subject: SimulatedSubject) throws {
    if case .law(let law) = subject {
      if edge != nil, let reason = law.refusesEdge { throw ValidationError(reason) }
      if axis == .both, let reason = law.refusesTwoAxes { throw ValidationError(reason) }
    }
    if !subject.hasSides, !side.isEmpty {
      throw ValidationError("--side is for \(SimulatedSubject.list(\.hasSides)) only.")
    }
    if !subject.hasSettle, settle != nil {
      throw ValidationError("--settle is for \(SimulatedSubject.list(\.hasSettle)) only.")
    }
    if case .session = subject, settle == 0 {
      throw ValidationError("--settle 0 would let no gesture of a session end.")
    }
  }

  /// Whether offsets grow outward at the edge of a bounce along an axis.
  func growsOutward(along axis: Axis) -> Bool {
    side.first { $0.axis == axis }?.offsetsGrowOutward ?? false
  }

  /// The given options as command line arguments.
  var arguments: [String] {
    (axis == .y ? [] : ["--axis", axis.rawValue])
      + (edge.map { ["--edge", LawConstants.short($0)] } ?? [])
      + side.flatMap { ["--side", $0.rawValue] }
      + (settle.map { ["--settle", LawConstants.short($0)] } ?? [])
  }
}
