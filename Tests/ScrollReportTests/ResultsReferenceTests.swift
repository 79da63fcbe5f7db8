import ScrollFitting
import ScrollFormats
import ScrollReport
import ScrollTraces
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Results of an earlier run as a reference.
@Suite struct ResultsReferenceTests {
  /// A bounce as it was printed, to two decimals.
  private func result(_ path: String) throws -> TraceResult {
    var parser = TraceParser(path: path)
    var text = "# edge_top: 0\n# note: \(path)\nt_s,offset_y_pt\n"
    let rows = [
      (0, -9), (0.016_667, -20.33), (0.033_333, -27.33), (0.05, -31.33), (0.066_667, -33.33),
      (0.083_333, -33.67), (0.1, -33.33),
    ]
    for row in rows { text += "\(row.0),\(row.1)\n" }
    try text.withUTF8 { try parser.feed(UnsafeRawBufferPointer($0)) }
    try parser.finish()
    let trace = try #require(parser.takeTraces().first)
    return TraceResult(trace, law: BounceLaw.self, axis: .y, options: FitOptions())
  }

  /// The reference in a file of its own with this text.
  private func read(_ text: String) throws -> (reference: Reference, path: String) {
    var name = Array("/tmp/scrollfit.XXXXXX".utf8CString)
    try #require(mkdtemp(&name) != nil)
    let folder = String(decoding: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    let path = folder + "/results"
    defer {
      remove(path)
      rmdir(folder)
    }
    let file = try OutputFile(path: path)
    try file.write(text)
    try file.commit()
    return (try ReferenceFile.readAny(path: path), path)
  }

  @Test func `lines and a whole document are the same reference, and what they came from passes`()
    throws
  {
    let results = [try result("t/a.csv"), try result("b.csv")]
    let records = results.map(BatchRecord.init)
    let lines = results.map { ResultLine.text($0, settings: 1) + "\n" }.joined()
    let whole =
      "{\n" + #""format_version": "1.0", "results": ["#
      + results.map {
        ResultLine.text($0, settings: 1)
      }.joined(separator: ",\n") + "]}\n"
    for text in [lines, whole, ResultLine.text(results[0], settings: 1)] {
      let (reference, path) = try read(text)
      #expect(reference.kind == .results && reference.name == path)
      let delta = try #require(reference.traces[TraceName(path: "t/a.csv")]?.first)
      let value = try #require(records[0].constants.first?.estimate.value)
      #expect(delta.name == "bounce.delta" && (delta.value - value).magnitude < 0.01)
      #expect(reference.traces.count == (text == whole || text == lines ? 2 : 1))
      #expect(reference.pooled.first?.constants.first?.count == reference.traces.count)
      var check = Check(reference, rules: [ToleranceRule("300%")].compactMap { $0 })
      check.add(records[0])
      #expect(check.finish([], scope: []).counts == [.pass: 1])
    }
  }

  @Test func `a reference file is read as one, and a result that is none is told as a reference`()
    throws
  {
    #expect(try read(#"{"format_version": "1.0"}"#).reference.kind == .file)
    let error = #expect(throws: ResultFileError.self) {
      try read("{\"format_version\": \"1.0\", \"fits\": []}\n{\"format_version\": \"1.0\"}\n")
    }
    #expect(error?.kind == .invalidReference && error?.line == 1)
  }
}
