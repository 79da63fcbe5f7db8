import ScrollFitting

/// What became of one constant in the recordings of one cell: a line of `Docs/Development/honesty.csv`.
struct HonestyRow: Sendable, Hashable {
  var law: String
  var constant: String
  /// Whether it follows from the constants.
  var isDerived: Bool
  var cell: RecordingCell
  /// Recordings simulated, and those of which no fit came.
  var recordings: Int
  var unfitted: Int
  /// Fits that state it with an interval.
  var stated: Int
  /// Per cent of the 95 % intervals that hold the truth.
  var coverage: Double
  /// Mean error in standard errors, and its root mean square.
  var bias: Double
  var spread: Double
  /// The variance of the limit of Cramer and Rao over the mean square error.
  var efficiency: Double?
  /// Per cent of the verdicts against the truth that fail, without tolerance and with the usual one.
  var failedExactly: Double
  var failed: Double
  /// Fits that say that this interval may not hold, and those of the others that hold the truth.
  var warned: Int
  var unwarnedCovered: Int
  /// Per cent of the fits that have a warning, by its code.
  var warnings: [String: Double]

  static let header =
    "law,constant,kind,fault,scale,rate_hz,recordings,unfitted,stated,coverage_percent,bias,spread,"
    + "efficiency,check_exact_percent,check_usual_percent,warned,"
    + "unwarned_covered,warnings_percent"

  /// The line.
  var text: String {
    let codes = warnings.sorted { $0.key < $1.key }.map { "\($0.key) \(Self.number($0.value, 1))" }
    return [
      law, constant, isDerived ? "derived" : "constant", cell.fault.rawValue,
      "\(Int(cell.scale))", "\(Int(cell.rate))", "\(recordings)", "\(unfitted)", "\(stated)",
      Self.number(coverage, 2), Self.number(bias, 3), Self.number(spread, 3),
      efficiency.map { Self.number($0, 3) } ?? "", Self.number(failedExactly, 2),
      Self.number(failed, 2), "\(warned)", "\(unwarnedCovered)", codes.joined(separator: ";"),
    ].joined(separator: ",")
  }

  /// Reads a line.
  init?(_ text: Substring) {
    let fields = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    guard fields.count == 18, let fault = RecordingCell.Fault(rawValue: fields[3]),
      let scale = Double(fields[4]), let rate = Double(fields[5]), let recordings = Int(fields[6]),
      let unfitted = Int(fields[7]), let stated = Int(fields[8]), let coverage = Double(fields[9]),
      let bias = Double(fields[10]), let spread = Double(fields[11]),
      let exact = Double(fields[13]), let usual = Double(fields[14]),
      let warned = Int(fields[15]), let unwarnedCovered = Int(fields[16])
    else { return nil }
    law = fields[0]
    constant = fields[1]
    isDerived = fields[2] == "derived"
    cell = RecordingCell(scale: scale, rate: rate, fault: fault)
    self.recordings = recordings
    self.unfitted = unfitted
    self.stated = stated
    self.coverage = coverage
    self.bias = bias
    self.spread = spread
    efficiency = Double(fields[12])
    failedExactly = exact
    failed = usual
    self.warned = warned
    self.unwarnedCovered = unwarnedCovered
    warnings = [:]
    for part in fields[17].split(separator: ";") {
      let words = part.split(separator: " ")
      if words.count == 2, let share = Double(words[1]) { warnings[String(words[0])] = share }
    }
  }

  /// The rows of a cell.
  static func rows(
    _ simulated: SimulatedLaw, _ cell: RecordingCell, _ tally: HonestyTally
  ) -> [HonestyRow] {
    func percent(_ count: Int, of all: Int) -> Double { 100 * Double(count) / Double(max(1, all)) }
    let fitted = tally.recordings - tally.unfitted
    return (simulated.constants + simulated.derived).compactMap { key in
      guard let found = tally.constants[key] else { return nil }
      return HonestyRow(
        law: simulated.key, constant: key, isDerived: simulated.derived.contains(key), cell: cell,
        recordings: tally.recordings, unfitted: tally.unfitted, stated: found.stated,
        coverage: 100 * found.coverage, bias: found.bias, spread: found.spread,
        efficiency: found.efficiency, failedExactly: percent(found.failedExactly, of: found.stated),
        failed: percent(found.failed, of: found.stated),
        warned: found.warned, unwarnedCovered: found.unwarnedCovered,
        warnings: Dictionary(
          uniqueKeysWithValues: tally.warnings.map {
            ($0.key.rawValue, percent($0.value, of: fitted))
          }))
    }
  }

  /// Coverage within which an interval of 95 % is called one, in per cent.
  static let usual = 93.0...97.0
  /// The same of recordings with no fault but rounding.
  static let clean = 93.5...96.5

  /// A number with so many decimals.
  static func number(_ value: Double, _ decimals: Int) -> String {
    guard value.magnitude < 1e12 else { return "-" }
    var scale = 1.0
    for _ in 0..<decimals { scale *= 10 }
    let whole = Int((value.magnitude * scale).rounded())
    let sign = value < 0 && whole > 0 ? "-" : ""
    guard decimals > 0 else { return "\(sign)\(whole)" }
    let digits = "\(whole % Int(scale))"
    let zeros = String(repeating: "0", count: decimals - digits.count)
    return "\(sign)\(whole / Int(scale)).\(zeros)\(digits)"
  }
}

extension HonestyRow {
  private init(
    law: String, constant: String, isDerived: Bool, cell: RecordingCell, recordings: Int,
    unfitted: Int, stated: Int, coverage: Double, bias: Double, spread: Double,
    efficiency: Double?, failedExactly: Double, failed: Double, warned: Int,
    unwarnedCovered: Int, warnings: [String: Double]
  ) {
    self.law = law
    self.constant = constant
    self.isDerived = isDerived
    self.cell = cell
    self.recordings = recordings
    self.unfitted = unfitted
    self.stated = stated
    self.coverage = coverage
    self.bias = bias
    self.spread = spread
    self.efficiency = efficiency
    self.failedExactly = failedExactly
    self.failed = failed
    self.warned = warned
    self.unwarnedCovered = unwarnedCovered
    self.warnings = warnings
  }
}
