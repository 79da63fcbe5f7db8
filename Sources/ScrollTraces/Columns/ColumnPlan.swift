internal import ScrollRecordings

/// The columns of a file that are used, and the conversion of their numbers.
struct ColumnPlan {
  var columns: [Column]
  /// The kind of cell in each column.
  var cells: [Cell]
  /// For each used numeric column, in the order of the file, its index in `columns`.
  var numeric: [Int]
  /// The index of the time in `numeric`; nil if there are no stamps.
  var timeSlot: Int?
  /// Whether the time is that since the row before.
  var hasTimeSteps = false
  /// Whether neither the name of the time column nor an option states its unit.
  var isTimeUnitOpen = false
  /// Whether rows contain the name of their recording.
  var hasNames: Bool
  var hasPhases: Bool
  /// The column of the offset that an option names.
  var askedColumn: Int?
  var askedAxis: Axis? { askedColumn.map { columns[$0].axis } }
  /// Pixels per point; 1 if no column needs it.
  var scale: Double

  /// The time column of another platform that gave way to the one that is used; nil if an option names the time.
  var finerTime: Int?

  /// The kind of a cell: an index among the numbers, or one of the following.
  typealias Cell = Int
  static let ignored: Cell = -1
  static let nameCell: Cell = -2
  static let phaseCell: Cell = -3
  /// States whether the row is momentum, as a phase name.
  static let momentumCell: Cell = -4
  /// Of a column without a known name, where no column is a time.
  static let watchedCell: Cell = -5
  /// Of the first column that says of what a row is, such as `event`.
  static let eventCell: Cell = -6
  private static let eventNames: Set = ["event", "type", "kind", "eventtype", "event_type"]

  /// The plan for a file without a header, which contains only offsets.
  static func headless(scale: Double) -> ColumnPlan {
    let column = Column(name: "", role: .offset, axis: .y, unit: .points, isUsed: true)
    return ColumnPlan(
      columns: [column], cells: [0], numeric: [0], timeSlot: nil, hasNames: false,
      hasPhases: false, scale: scale)
  }

  /// Reads a header.
  static func make(
    header: [String], options: ReadingOptions, metadata: Metadata
  ) throws(Fault) -> ColumnPlan {
    var columns = header.map { name in
      ColumnName(name).map {
        Column(name: name, role: $0.role, axis: $0.axis, unit: $0.unit, isUsed: true)
      } ?? Column(name: name)
    }
    if let name = options.timeColumn {
      try assign(.time, toColumn: name, option: "--time", in: &columns)
    }
    var askedColumn: Int?
    if let name = options.offsetColumn {
      askedColumn = try assign(.offset, toColumn: name, option: "--offset", in: &columns)
    }
    // Phase names contain more information than a momentum flag.
    let phases = columns.indices.filter { columns[$0].role == .phase }
    if phases.contains(where: { !ColumnName.isMomentum(columns[$0].name) }) {
      for index in phases where ColumnName.isMomentum(columns[index].name) {
        columns[index].isUsed = false
      }
    }
    giveWay(in: &columns)
    let paths = takePaths(in: &columns)
    var hasTimeSteps = false
    // With samples, a speed column is not part of a table of gestures.
    if columns.contains(where: { $0.isUsed && $0.role?.isSampled == true }) {
      for index in columns.indices where columns[index].role?.isTable == true {
        columns[index].isUsed = false
      }
      hasTimeSteps = takeLooseTime(in: &columns)
    }
    try checkAmbiguity(columns)
    guard columns.contains(where: { $0.isUsed && $0.role?.standsAlone == true }) else {
      guard paths.count > 1 else { throw noKnownColumn(header) }
      throw ambiguity(of: paths[0], paths[1], .offset, in: columns)
    }
    takeUnits(options, in: &columns)
    var plan = try make(columns: columns, scale: options.scale ?? metadata.scale)
    let asked = options.conditions.map { $0.column.lowercased() }
    let event = columns.indices.first { index in
      let name = columns[index].name.lowercased()
      return columns[index].role == nil && eventNames.contains(name) && !asked.contains(name)
    }
    if let event { plan.cells[event] = eventCell }
    plan.askedColumn = askedColumn
    plan.hasTimeSteps = hasTimeSteps
    if plan.timeSlot != nil, options.timeColumn == nil {
      plan.finerTime = columns.indices.first { columns[$0].role == .time && !columns[$0].isUsed }
    }
    if let slot = plan.timeSlot, options.timeUnit?.dimension != .time {
      let name = columns[plan.numeric[slot]].name
      plan.isTimeUnitOpen = ColumnName.unit(of: name)?.dimension != .time
    }
    return plan
  }

  /// Uses the units that options name in place of those of names.
  private static func takeUnits(_ options: ReadingOptions, in columns: inout [Column]) {
    for index in columns.indices where columns[index].isUsed {
      if columns[index].role == .time, let unit = options.timeUnit, unit.dimension == .time {
        columns[index].unit = unit
      }
      if columns[index].role?.standardUnit == .points, let unit = options.offsetUnit {
        columns[index].unit = unit
      }
    }
  }

  /// Leaves out names of other platforms beside names of this format.
  private static func giveWay(in columns: inout [Column]) {
    for index in columns.indices where columns[index].isUsed {
      let isKnown = columns.contains { other in
        other.isUsed && other.role == columns[index].role && other.axis == columns[index].axis
          && ColumnName.givesWay(columns[index].name, to: other.name)
      }
      if isKnown { columns[index].isUsed = false }
    }
  }

  private static func make(columns: [Column], scale: Double?) throws(Fault) -> ColumnPlan {
    var plan = ColumnPlan(
      columns: columns, cells: [], numeric: [], timeSlot: nil, hasNames: false, hasPhases: false,
      scale: scale ?? 1)
    for (index, column) in columns.enumerated() {
      guard column.isUsed, let role = column.role else {
        plan.cells.append(ignored)
        continue
      }
      if scale == nil, column.unit?.needsScale == true, !ColumnName.isOfWeb(column.name) {
        throw Fault(
          code: .needsScale, field: index,
          message: "column \(PrintedText.named(column.name)) is in pixels and no scale is given",
          help: "name the pixels in a point, 1 on the web and in Flutter and Qt: scrollfit fit"
            + " --scale 1 FILE, or write \"# scale: 3\" above the header")
      }
      switch role {
      case .trace:
        plan.hasNames = true
        plan.cells.append(nameCell)
      case .phase:
        plan.hasPhases = true
        plan.cells.append(ColumnName.isMomentum(column.name) ? momentumCell : phaseCell)
      default:
        if role == .time { plan.timeSlot = plan.numeric.count }
        plan.cells.append(plan.numeric.count)
        plan.numeric.append(index)
      }
    }
    guard plan.timeSlot == nil, columns.contains(where: { $0.isUsed && $0.role?.isSampled == true })
    else { return plan }
    // How long a gesture lasted is no column of samples, but may be the name of their times.
    for index in columns.indices
    where columns[index].role == nil || columns[index].role == .duration {
      plan.cells[index] = watchedCell
    }
    return plan
  }

  /// Uses the column with this name for a role, instead of other columns of this role and axis; returns its index.
  @discardableResult
  private static func assign(
    _ role: Role, toColumn name: String, option: String, in columns: inout [Column]
  ) throws(Fault) -> Int {
    let index = try index(of: name, option: option, in: columns.map(\.name))
    let (stem, _) = ColumnName.split(name.lowercased())
    let unit = ColumnName.unit(of: columns[index].name).flatMap {
      $0.dimension == role.dimension ? $0 : nil
    }
    let axis: Axis =
      role == .offset && (stem.hasSuffix("_x") || stem.hasSuffix(".x") || stem == "x")
      ? .x : .y
    for other in columns.indices where columns[other].role == role && columns[other].axis == axis {
      columns[other].isUsed = false
    }
    columns[index] = Column(
      name: columns[index].name, role: role, axis: axis, unit: unit ?? role.standardUnit,
      isUsed: true)
    return index
  }

  /// The column that an option names; case is ignored if there is no exact match.
  static func index(
    of name: String, option: String, in columns: [String]
  ) throws(Fault) -> Int {
    var matches = columns.indices.filter { columns[$0] == name }
    if matches.isEmpty {
      matches = columns.indices.filter { columns[$0].lowercased() == name.lowercased() }
    }
    // With the unit that a row below the header, or the first row, has for it.
    if matches.isEmpty { matches = columns.indices.filter { columns[$0].hasPrefix(name + " (") } }
    guard let index = matches.first else {
      let near = NearWords.near(name, columns).map { PrintedText.named($0) }
      let all = list(columns.map { PrintedText.named($0) })
      throw Fault(
        code: .columnNotFound, field: nil,
        message: "no column is named \(PrintedText.named(name)), which \(option) asks for",
        help: columns.isEmpty
          ? "the file has no header"
          : (near.isEmpty ? "" : "near it: \(near.joined(separator: ", ")); ")
            + "the columns are \(all)")
    }
    guard matches.count == 1 else {
      throw Fault(
        code: .ambiguousColumn, field: matches[1],
        message: "\(matches.count) columns are named \(PrintedText.named(name))",
        help: "rename all but one of them")
    }
    return index
  }

  private static func checkAmbiguity(_ columns: [Column]) throws(Fault) {
    struct Quantity: Hashable {
      var role: Role
      var axis: Axis
    }
    var first: [Quantity: Int] = [:]
    for (index, column) in columns.enumerated() where column.isUsed {
      guard let role = column.role else { continue }
      guard let earlier = first.updateValue(index, forKey: Quantity(role: role, axis: column.axis))
      else { continue }
      throw ambiguity(of: earlier, index, role, in: columns)
    }
  }

  private static func ambiguity(
    of earlier: Int, _ index: Int, _ role: Role, in columns: [Column]
  ) -> Fault {
    let names = [earlier, index].map { PrintedText.named(columns[$0].name) }
    let what =
      switch role {
      case .time: "the time"
      case .trace: "the name of the recording"
      case .phase: "the phase"
      default:
        "the " + role.rawValue.split(separator: "_").joined(separator: " ")
          + (columns[index].axis == .x ? " in x" : "")
      }
    let help =
      switch role {
      case .time: "choose one with --time NAME"
      case .offset: "choose one with --offset NAME"
      default: "rename or remove one of them"
      }
    return Fault(
      code: .ambiguousColumn, field: index,
      message: "columns \(names[0]) and \(names[1]) could both be \(what)", help: help)
  }

  private static func noKnownColumn(_ header: [String]) -> Fault {
    let names = header.map { PrintedText.named($0) }
    let isTimeOnly = header.contains { ColumnName($0) != nil }
    let help = knownFormHelp(header)
    return Fault(
      code: .noKnownColumn, field: 0,
      message: isTimeOnly
        ? "no column among \(list(names)) measures anything"
        : "no column among \(list(names)) has a known name",
      help: help ?? generalHelp(header), isGeneral: help == nil)
  }

  /// The first eight names, separated by commas.
  static func list(_ names: [String]) -> String {
    names.prefix(8).joined(separator: ", ")
      + (names.count > 8 ? " and \(names.count - 8) more" : "")
  }
}
