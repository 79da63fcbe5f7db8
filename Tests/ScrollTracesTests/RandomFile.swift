/// A file of recordings with all that a reader has to be careful about.
struct RandomFile {
  private var random: Random
  private var delimiter = ","
  private var lineEnd = "\n"
  private var hasPhases = false
  private var out: [UInt8] = []

  init(seed: UInt64) { random = Random(seed: seed) }

  private mutating func chance(_ one: Int) -> Bool { Int.random(in: 0..<one, using: &random) == 0 }

  private mutating func choose<Value>(_ values: [Value]) -> Value {
    values[Int.random(in: 0..<values.count, using: &random)]
  }

  mutating func bytes() -> [UInt8] {
    delimiter = choose([",", ",", ";", "\t"])
    lineEnd = choose(["\n", "\n", "\n", "\r\n", "\r"])
    hasPhases = chance(3)
    if chance(3) { out += "# scale: 3\(lineEnd)\(lineEnd)".utf8 }
    var names = ["trace", "t_s", "note", "offset_y_pt"]
    if hasPhases { names.append("phase") }
    append(names)
    // Some files are without faults, and some longer than a piece.
    let faults = choose([0, 400, 60])
    for number in 0..<choose([8, 25, 60]) { appendRecording("run \(number)", faults) }
    return out
  }

  private mutating func append(_ fields: [String]) {
    out += fields.joined(separator: delimiter).utf8
    out += lineEnd.utf8
  }

  private mutating func appendRecording(_ plainName: String, _ faults: Int) {
    var name = choose([
      plainName, plainName.replacing(" ", with: ""), "\(plainName)#1",
      "\"\(plainName), \"\"2\"\"\"",
      "\(plainName.replacing(" ", with: "_"))!", "",
    ])
    if chance(40) { name = String(repeating: "n", count: choose([1024, 1025])) }
    let rows = choose([1, 3, 40, 120])
    var time = 0.0
    for row in 0..<rows {
      time += choose([1.0 / 60, 1.0 / 60, 1.0 / 60, 0, 0.5])
      var value = number(100 - Double(row) * choose([0, 0.25, 1.0 / 3]))
      var fields = [name, number(time), choose(["", "x", "é", "a b"])]
      if faults > 0, chance(faults) {
        value = choose(["abc", "", "1.2.3", "-", "1e999", "NaN", "1\(delimiter)5", "5 5"])
      }
      if faults > 0, chance(faults) { fields[1] = choose(["-5", "t_s", ".", "1-2"]) }
      fields.append(value)
      if hasPhases { fields.append(choose(["drag", "drag", "a fling", "\"re\nst\"", ""])) }
      if faults > 0, chance(20 * faults) { fields[3] = "1\"2" }
      if faults > 0, chance(faults) { fields.removeLast() }
      if chance(2000) { fields[2] = String(repeating: "long ", count: 20_000) }
      append(fields)
      appendBetween(faults)
    }
  }

  /// What may stand between two rows.
  private mutating func appendBetween(_ faults: Int) {
    if chance(150) { out += "# a comment\(lineEnd)".utf8 }
    if chance(150) { out += lineEnd.utf8 }
    if chance(300) { out += "  \(lineEnd)".utf8 }
    if faults > 0, chance(40 * faults) { out.append(0) }
    if faults > 0, chance(40 * faults) { out += "\r".utf8 }
    if faults > 0, chance(20 * faults) { out += [0xFF, 0x2C] }
  }

  /// A number, mostly as recorders print them.
  private mutating func number(_ value: Double) -> String {
    let rounded = (value * 10_000).rounded() / 10_000
    switch Int.random(in: 0..<40, using: &random) {
    case 0: return "\"\(rounded)\""
    case 1: return " \(rounded) "
    case 2: return "\(value)"
    case 3: return "\(rounded)e0"
    case 4: return rounded >= 0 ? "+\(rounded)" : "\(rounded)"
    case 5: return "\(rounded)0000"
    default: return "\(rounded)"
    }
  }
}
