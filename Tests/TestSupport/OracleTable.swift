internal import RealModule

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// The lines of a file of test data that are not empty, without their ends.
package func textLines(ofFile path: String) -> [Substring] {
  guard let file = fopen(path, "rb") else { preconditionFailure("cannot open \(path)") }
  defer { fclose(file) }
  var bytes: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 1 << 16)
  while case let count = fread(&buffer, 1, buffer.count, file), count > 0 {
    bytes += buffer[..<count]
  }
  return String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
}

/// A table of Tests/Oracles: comment lines, a header row, rows without quotes.
package struct OracleTable {
  package let names: [String]
  package let rows: [[Substring]]

  package init(_ name: String) {
    let folder = #filePath.split(separator: "/", omittingEmptySubsequences: false)
      .dropLast(2).joined(separator: "/")
    let path = "\(folder)/Oracles/\(name)"
    let lines = textLines(ofFile: path).filter { !$0.hasPrefix("#") }
    names = lines[0].split(separator: ",").map(String.init)
    rows = lines.dropFirst().map { $0.split(separator: ",", omittingEmptySubsequences: false) }
  }

  /// Arguments and value of the rows of one function, in tables of function values.
  package func values(of function: String) -> [(arguments: [Double], value: Double)] {
    let found = rows.filter { $0[0] == function }.map { row in
      (arguments: row.dropFirst().dropLast().compactMap { Double($0) }, value: Double(row.last!)!)
    }
    precondition(!found.isEmpty, "no rows of \(function)")
    return found
  }

  /// Rows by the name in their first column; numbers by the name of theirs, empty fields left out.
  package func records() -> [(name: String, numbers: [String: Double])] {
    rows.map { row in
      var numbers: [String: Double] = [:]
      for (name, field) in zip(names, row).dropFirst() {
        if let number = Double(field) { numbers[name] = number }
      }
      return (String(row[0]), numbers)
    }
  }

  /// Traces in the order of the file: times and values of rows `trace, time, value`.
  package func traces() -> [(name: String, times: [Double], values: [Double])] {
    var result: [(name: String, times: [Double], values: [Double])] = []
    for row in rows {
      if result.last?.name != String(row[0]) { result.append((String(row[0]), [], [])) }
      result[result.count - 1].times.append(Double(row[1])!)
      result[result.count - 1].values.append(Double(row[2])!)
    }
    return result
  }
}

/// The largest error of many comparisons, and where it was: one expectation for a whole table.
package struct Worst: CustomStringConvertible {
  package init() {}

  package private(set) var error = 0.0
  package private(set) var place = "nowhere"
  package private(set) var count = 0

  /// Takes an error in units of its tolerance; NaN counts as infinite.
  package mutating func note(_ size: Double, _ label: @autoclosure () -> String) {
    count += 1
    let size = size.isNaN ? .infinity : size.magnitude
    if size > error {
      error = size
      place = label()
    }
  }

  /// Compares with a reference: |value - reference| over the tolerance.
  package mutating func note(
    _ value: Double, _ reference: Double, tolerance: Double, _ label: @autoclosure () -> String
  ) {
    if value == reference {
      count += 1
      return
    }
    note((value - reference) / tolerance, "\(label()): \(value), not \(reference)")
  }

  package var description: String { "\(error) of the tolerance at \(place), \(count) cases" }
}

/// SplitMix64 (Steele, Lea & Flood 2014): a random test prints the seed it starts from.
package struct SplitMix64: RandomNumberGenerator {
  package var state: UInt64

  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  package mutating func uniform(_ range: ClosedRange<Double>) -> Double {
    Double.random(in: range, using: &self)
  }

  /// A normal deviate (Box & Muller 1958).
  package mutating func normal() -> Double {
    let radius = (-2 * Double.log(uniform(1e-300...1))).squareRoot()
    return radius * Double.cos(2 * .pi * uniform(0...1))
  }
}
