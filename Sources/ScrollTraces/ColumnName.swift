/// What the name of a column says.
package struct ColumnName: Hashable {
  var role: Role
  var axis: Axis
  var unit: ColumnUnit?

  /// Reads a name without regard to case; nil when it is not known.
  init?(_ name: String) {
    var (stem, unit) = ColumnName.split(name.lowercased())
    if stem == "tms" { (stem, unit) = ("t", .milliseconds) }
    guard let (role, axis) = ColumnName.known[stem] else { return nil }
    if let unit, unit.dimension != role.dimension { return nil }
    self.role = role
    self.axis = axis
    self.unit = unit ?? role.standardUnit
  }

  /// Whether a column says of each event whether it is momentum, as the W3C's `WheelEvent.momentum` does.
  static func isMomentum(_ name: String) -> Bool { name.lowercased() == "momentum" }

  /// Whether a name is one of another platform that may mean something else beside a name of this format, and gives
  /// way to it.
  ///
  /// `scrollTop` and the like are offsets for sure, and `y` may be anything as well: such pairs are left to the caller.
  static func givesWay(_ name: String, to other: String) -> Bool {
    let other = split(other.lowercased()).stem
    return foreign.contains(split(name.lowercased()).stem) && !foreign.contains(other)
      && !offsets.contains(other) && other != "x" && other != "y"
  }

  private static let foreign: Set = [
    "elapsed", "ts", "tms", "pixels", "position", "relative_offset_y", "relative_offset_x",
    "deltax", "deltay",
  ]
  private static let offsets: Set = ["scrolltop", "scrolly", "scrollleft", "scrollx"]

  /// Separates the unit at the end of a name: `offset_y_pt` is `offset_y` in pt.
  static func split(_ name: String) -> (stem: String, unit: ColumnUnit?) {
    // The longest suffix first: `_pt_per_s` ends in `_s`.
    for unit in unitsByLength where name.hasSuffix("_" + unit.rawValue) {
      return (String(name.dropLast(unit.rawValue.utf8.count + 1)), unit)
    }
    return (name, nil)
  }

  private static let unitsByLength = ColumnUnit.allCases.sorted {
    $0.rawValue.count > $1.rawValue.count
  }

  private static let known: [String: (Role, Axis)] = [
    "t": (.time, .y), "time": (.time, .y), "timestamp": (.time, .y), "elapsed": (.time, .y),
    "ts": (.time, .y),
    "offset": (.offset, .y), "offset_x": (.offset, .x), "offset_y": (.offset, .y),
    "x": (.offset, .x), "y": (.offset, .y),
    "contentoffset.x": (.offset, .x), "contentoffset.y": (.offset, .y),
    "scrolltop": (.offset, .y), "scrolly": (.offset, .y), "pixels": (.offset, .y),
    "position": (.offset, .y), "relative_offset_y": (.offset, .y),
    "scrollleft": (.offset, .x), "scrollx": (.offset, .x), "relative_offset_x": (.offset, .x),
    "deltax": (.delta, .x), "deltay": (.delta, .y),
    "overscroll": (.overscroll, .y),
    "overscroll_x": (.overscroll, .x), "overscroll_y": (.overscroll, .y),
    "finger_x": (.finger, .x), "finger_y": (.finger, .y),
    "delta_x": (.delta, .x), "delta_y": (.delta, .y),
    "phase": (.phase, .y), "momentum": (.phase, .y), "trace": (.trace, .y),
    "height": (.height, .y),
    "inner_x": (.inner, .x), "inner_y": (.inner, .y),
    "velocity": (.velocity, .y), "distance": (.distance, .y), "duration": (.duration, .y),
    "edge_velocity": (.edgeVelocity, .y), "max_overscroll": (.maxOverscroll, .y),
  ]
}

extension Column {
  /// The name of a column in this project's own format: `offset_y_pt`.
  static func standardName(_ role: Role, axis: Axis) -> String {
    let unit = role.standardUnit.map { "_" + $0.rawValue } ?? ""
    switch role {
    case .time: return "t" + unit
    case .offset, .overscroll, .finger, .delta, .inner:
      return role.rawValue + "_" + axis.rawValue + unit
    default: return role.rawValue + unit
    }
  }

  static func standard(_ role: Role, axis: Axis = .y) -> Column {
    Column(
      name: standardName(role, axis: axis), role: role, axis: axis, unit: role.standardUnit,
      isUsed: true)
  }
}

extension Trace {
  /// The columns that this project's own format gives a recording.
  static func standardColumns(
    timing: Timing, channels: [Channel], hasPhases: Bool
  ) -> [Column] {
    (timing.isRecorded ? [.standard(.time)] : [])
      + channels.map { .standard($0.role, axis: $0.axis) } + (hasPhases ? [.standard(.phase)] : [])
  }
}
