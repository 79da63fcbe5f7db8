import Foundation
import ScrollTraces
import Testing

/// Many lines are read at once where nothing is unusual; a byte at a time, every line is read by itself. The two must
/// not differ.
@Suite struct PieceTests {
  private struct Results: Equatable {
    var found: [Result<Trace, TraceError>] = []
    var error: TraceError?
  }

  private func results(_ bytes: [UInt8], pieces: Int, readsOn: Bool) -> Results {
    var options = ReadingOptions()
    options.readsOnAfterFaults = readsOn
    var parser = TraceParser(path: "trace.csv", options: options)
    var results = Results()
    do throws(TraceError) {
      // A million pieces of a byte: nothing is done for them that an optimiser would have to remove.
      var start = 0
      while start < bytes.count {
        let end = min(start + pieces, bytes.count)
        let piece = Array(bytes[start..<end])
        start = end
        let result = piece.withUnsafeBytes { bytes in
          Result { () throws(TraceError) in try parser.feed(bytes) }
        }
        let found = parser.takeResults()
        if !found.isEmpty { results.found += found }
        try result.get()
      }
      let result = Result { () throws(TraceError) in try parser.finish() }
      results.found += parser.takeResults()
      try result.get()
    } catch {
      results.error = error
    }
    return results
  }

  /// Compares readings in pieces of 1, 7, 4096 and 65536 bytes, and all at once.
  private func check(_ bytes: [UInt8], _ seed: UInt64) -> [Results] {
    [false, true].map { readsOn in
      let careful = results(bytes, pieces: 1, readsOn: readsOn)
      for pieces in [7, 4096, 1 << 16, max(bytes.count, 1)] {
        let other = results(bytes, pieces: pieces, readsOn: readsOn)
        #expect(other.error == careful.error, "seed \(seed), in pieces of \(pieces)")
        // Comparing first: a difference of traces would print megabytes.
        let isSame = other.found == careful.found
        #expect(isSame, "seed \(seed), in pieces of \(pieces)")
      }
      return careful
    }
  }

  @Test func `files with all that is unusual are read the same in all pieces`() {
    var traces = 0
    var givenUp = 0
    var errors: Set<TraceError.Code> = []
    for seed in 0..<120 as Range<UInt64> {
      var file = RandomFile(seed: seed)
      for reading in check(file.bytes(), seed) {
        for found in reading.found {
          switch found {
          case .success: traces += 1
          case .failure: givenUp += 1
          }
        }
        if let error = reading.error { errors.insert(error.code) }
      }
    }
    // The files are of use only if they hold all of this.
    #expect(traces > 1000)
    #expect(givenUp > 200)
    #expect(
      errors.isSuperset(of: [.notANumber, .raggedRow, .strayQuote, .nulByte, .timeBackwards]))
  }

  @Test func `a fault among many plain lines has its place, and the rows after it are read`() {
    var text = "trace,t_s,y\n"
    for name in ["a", "b", "c"] {
      for row in 0..<500 {
        text += "\(name),\(row),\(name == "b" && row == 321 ? "x" : "\(row)")\n"
      }
    }
    let bytes = Array(text.utf8)
    for reading in check(bytes, 0) where reading.error == nil {
      #expect(reading.found.count == 3)
      guard case .failure(let error) = reading.found[1] else {
        Issue.record("the fault is missing")
        continue
      }
      #expect(error.location == "trace.csv:823:7")
      #expect(error.trace == "b")
      #expect((try? reading.found[2].get())?.line == 1002)
    }
  }

  @Test func `plain numbers have the value that every other way of reading gives them`() throws {
    var random = Random(seed: 11)
    var texts = [
      "0", "-0", "-0.0", "5.", ".5", "-.5", "+1.5", "12345678", "123456789", "12345678.",
      "1234567.8",
      "0.0000001", "0.00000001", "99999999", "-99999999", "-9999999.9", "1e3", "-1E-2", "00000000",
      "0.123456", "-123.4567", "123456.123456",
    ]
    for _ in 0..<20_000 {
      var digits = (0..<Int.random(in: 1...11, using: &random)).map { _ in
        "\(Int.random(in: 0...9, using: &random))"
      }
      if Bool.random(using: &random) {
        digits.insert(".", at: Int.random(in: 0...digits.count, using: &random))
      }
      texts.append((Bool.random(using: &random) ? "-" : "") + digits.joined())
    }
    let file = "y\n" + texts.joined(separator: "\n") + "\n"
    let trace = try #require(read(Array(file.utf8), pieces: 1 << 16, ReadingOptions()).traces.first)
    let values = try #require(trace.channels.first?.values)
    #expect(values.count == texts.count)
    for (text, value) in zip(texts, values) {
      #expect(DecimalNumber(text)?.value.bitPattern == value.bitPattern, "\(text)")
    }
  }

  @Test(arguments: [
    "-", ".", "-.", "--1", "1.2.3", "1-2", "1/2", "1:2", "1e", "0x1", "12a45678", "1.5-", "1..2",
    "é", "1_0", "1234567a", "1.234567a",
  ])
  func `what only looks like a plain number is refused`(text: String) {
    var file = "t,y\n"
    for row in 0..<100 { file += "\(row),\(row == 50 ? text : "1.5")\n" }
    let error = read(Array(file.utf8), pieces: 1 << 16, ReadingOptions()).error
    #expect(error?.code == .notANumber)
    #expect(error?.location == "trace.csv:52:4")
  }

  @Test func `one reading of many files is as good as a reader for each`() throws {
    let paths = [
      "uiscrollview-bounce-2x.csv", "../LICENSE", "no-such-file.csv", "",
      "uiscrollview-bounce-2x.csv",
    ].map { samplePath($0) }
    var reading = TraceReading()
    struct Stop: Error {}
    for path in paths + paths {
      var traces: [Trace] = []
      let error = #expect(throws: (any Error).self) {
        try reading.read(path: path) { traces.append($0) }
        throw Stop()
      }
      var expected: [Trace] = []
      let expectedError = #expect(throws: (any Error).self) {
        try TraceReader().read(path: path) { expected.append($0) }
        throw Stop()
      }
      #expect(traces == expected)
      #expect(error as? TraceError == expectedError as? TraceError)
      // What ends a reading leaves nothing behind.
      try? reading.read(path: path) { _ in throw Stop() }
    }
    #expect(try TraceReader().traces(path: paths[0]).count > 0)
  }

  @Test func `a header that another file had means what it means in a file alone`() throws {
    let folder = NSTemporaryDirectory() + "headers-\(UUID().uuidString)/"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let rows = "0,1\n1,2\n2,4\n"
    let files = [
      "t_s,offset_y_pt\n" + rows,
      "\u{FEFF}  t_s,offset_y_pt  \r\n0,1\r\n1,2\r\n",
      "# scale: 2\nt_s,offset_y_px\n" + rows, "# scale: 3\nt_s,offset_y_px\n" + rows,
      "t_s,offset_y_px\n" + rows,
      "sep=;\nt_s,x;offset_y_pt\n1;2\n", "t_s,x;offset_y_pt\n1;2\n", "t_s,x,offset_y_pt\n1,2,3\n",
      "t,offset_y\n0s,1px\n1s,2px\n", "t,offset_y\ns,px\n" + rows, "t,offset_y\n" + rows,
      "t,offset_y\nms,pt\n" + rows,
      "1.5,\n2.5,\n", "t_s,\"offset_y_pt\"\n" + rows,
      "flutter: t_s,offset_y_pt\n" + rows,
      "flutter: t_s,offset_y_pt\nflutter: 0,1\nflutter: 1,2\nflutter: 2,4\n",
      "Run of 4 May\n\nt_s,offset_y_pt\n" + rows,
      "# t_s,offset_y_pt\nt_s,finger_y_pt\n" + rows, "trace,t_s,offset_y_pt\na,0,1\nb,0,1\n",
      "t_s,offset_y_pt", "t_s,offset_y_pt\n" + rows + "t_s,offset_y_pt\n3,5\n",
    ]
    let paths = try files.enumerated().map { index, text in
      try text.write(toFile: "\(folder)\(index).csv", atomically: false, encoding: .utf8)
      return "\(folder)\(index).csv"
    }
    func results(_ path: String, _ reading: inout TraceReading) -> Results {
      var results = Results()
      do {
        try reading.read(path: path) { results.found.append(.success($0)) }
      } catch {
        results.error = error as? TraceError
      }
      return results
    }
    for options in [ReadingOptions(), ReadingOptions(scale: 2), ReadingOptions(delimiter: .comma)] {
      let alone = paths.map { path in
        var reading = TraceReading(options: options)
        return results(path, &reading)
      }
      #expect(alone.count { $0.error == nil } >= 12)
      for (first, path) in paths.enumerated() {
        for (second, other) in paths.enumerated() {
          var reading = TraceReading(options: options)
          _ = results(path, &reading)
          let isSame = results(other, &reading) == alone[second]
          #expect(isSame, "\(files[second]) after \(files[first])")
        }
      }
    }
  }
}
