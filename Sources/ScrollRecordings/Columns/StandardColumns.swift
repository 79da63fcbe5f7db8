extension Column {
  /// The name of a column in this project's format: `offset_y_pt`.
  package static func standardName(_ role: Role, axis: Axis) -> String {
    let unit = role.standardUnit.map { "_" + $0.rawValue } ?? ""
    switch role {
    case .time: return "t" + unit
    case .offset, .overscroll, .finger, .delta, .inner:
      return role.rawValue + "_" + axis.rawValue + unit
    default: return role.rawValue + unit
    }
  }

  package static func standard(_ role: Role, axis: Axis = .y) -> Column {
    Column(
      name: standardName(role, axis: axis), role: role, axis: axis, unit: role.standardUnit,
      isUsed: true)
  }
}

extension Trace {
  /// The columns of a recording in this project's format.
  static func standardColumns(
    timing: Timing, channels: [Channel], hasPhases: Bool
  ) -> [Column] {
    (timing.isRecorded ? [.standard(.time)] : [])
      + channels.map { .standard($0.role, axis: $0.axis) } + (hasPhases ? [.standard(.phase)] : [])
  }
}
