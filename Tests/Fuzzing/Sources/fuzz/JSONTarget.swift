@testable import ScrollFitting
@testable import ScrollFormats
@testable import ScrollPhysics
@testable import ScrollReport
@testable import ScrollRecordings
@testable import ScrollTraces

/// Any text as JSON, a reference, a result, a line of results, a list of engines.
struct JSONTarget: FuzzTarget {
  /// A recording with a glide and a bounce, and what it gives.
  private let trace: Trace
  private let record: BatchRecord

  init() {
    var input = Input(UnsafeRawBufferPointer(start: nil, count: 0))
    trace = RecordingMaker.bounce(count: 60, &input)
    record = BatchRecord(TraceResult(trace, by: nil, axis: nil, options: FitOptions()))
  }

  mutating func run(_ input: consuming Input) {
    let selector = input.byte() % 8
    let bytes = input.bytes
    switch selector {
    case 0: plain(bytes)
    case 1: reference(bytes)
    case 2: fits(bytes)
    case 3: line(bytes)
    case 4: engines(bytes, scores: false)
    case 5: check(bytes)
    case 6:
      // A last line that a run was writing when it was stopped is no whole line.
      if ResultLine.isBroken(bytes) {
        expect((try? JSONNode(bytes)) == nil, "a whole line is called broken off")
      }
    default: engines(bytes, scores: true)
    }
  }

  private static func file(_ invalid: ResultFileError.Kind) -> JSONFile {
    JSONFile(path: "a.json", invalid: invalid, help: "")
  }

  /// Whether text from the input may have words that look like numbers.
  private static func hasWords(_ bytes: [UInt8]) -> Bool {
    let text = String(decoding: bytes, as: UTF8.self).lowercased()
    return text.contains("nan") || text.contains("inf") || text.contains("\\u")
  }

  private func expectPlace(_ error: ResultFileError) {
    expect(!error.message.isEmpty && !error.message.contains("\n"), "\(error)")
    expect((error.line ?? 1) > 0 && (error.column ?? 1) > 0, "\(error)")
  }

  // MARK: - JSON

  private func plain(_ bytes: [UInt8]) {
    guard let node = try? JSONNode(bytes) else { return }
    for isPretty in [false, true] {
      var writer = JSONWriter(isPretty: isPretty)
      writer.value(node)
      guard let copy = try? JSONNode(Array(writer.text.utf8)) else {
        broken("written JSON cannot be read: \(writer.text)")
      }
      expect(Self.same(node, copy), "\(writer.text)")
    }
  }

  private static func same(_ first: JSONNode, _ second: JSONNode) -> Bool {
    func same(_ a: String, _ b: String) -> Bool { a.utf8.elementsEqual(b.utf8) }
    switch (first.content, second.content) {
    case (.null, .null): return true
    case (.bool(let a), .bool(let b)): return a == b
    case (.number(let a), .number(let b)): return a == b
    case (.string(let a), .string(let b)): return same(a, b)
    case (.array(let a), .array(let b)):
      return a.count == b.count && zip(a, b).allSatisfy { Self.same($0, $1) }
    case (.object(let a), .object(let b)):
      return a.count == b.count
        && zip(a, b).allSatisfy { same($0.name, $1.name) && Self.same($0.value, $1.value) }
    default: return false
    }
  }

  // MARK: - References

  @discardableResult
  private func reference(_ bytes: [UInt8]) -> Reference? {
    let reference: Reference
    do throws(ResultFileError) {
      reference = try ReferenceFile.read(bytes: bytes, path: "a.json")
    } catch {
      expectPlace(error)
      return nil
    }
    let text = ReferenceFile.text(reference)
    do throws(ResultFileError) {
      let copy = try ReferenceFile.read(bytes: Array(text.utf8), path: "a.json")
      expect(copy == reference, "a reference changes:\n\(reference)\n\(copy)")
      expect(ReferenceFile.text(copy) == text, "a second copy differs")
    } catch {
      broken("a reference that was written cannot be read: \(error)\n\(text)")
    }
    return reference
  }

  /// A reference, and behind a byte 0 lines of results, or the usual ones.
  private func check(_ bytes: [UInt8]) {
    let parts = bytes.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
    guard let reference = reference(Array(parts[0])) else { return }
    var records = [record]
    if parts.count > 1 {
      records = parts[1].split(separator: 0x0A).compactMap { line in
        (try? JSONNode(Array(line))).flatMap {
          try? RecordReader(file: Self.file(.invalidData)).record($0)
        }
      }
    }
    // Recordings that the reference names.
    for name in reference.traces.keys.sorted().prefix(3) {
      var named = record
      named.source = BatchSource(path: name.path, trace: name.trace, line: 1)
      records.append(named)
    }
    report(records, reference, Self.hasWords(bytes))
  }

  private func report(_ records: [BatchRecord], _ reference: Reference, _ hasWords: Bool) {
    var check = Check(reference, keepsPassing: true)
    var summary = BatchSummary(groupedBy: reference.groupKeys)
    for record in records {
      check.add(record)
      summary.add(record)
    }
    let result = check.finish(summary.grouped(), by: summary.keys, scope: ["."])
    var report = CheckReport(
      result, reference: reference, summary: summary, isStrict: false, update: nil)
    report.listsPassing = true
    let json = BatchJSON(version: "0")
    let texts = [
      report.text(style: TextStyle()), report.csv(), report.markdown(), report.junit(),
      report.github(), report.ndjson(), json.begin() + json.end(report),
    ]
    guard !hasWords else { return }
    for text in texts { PrintedOutput.check(text, "a check") }
    PrintedOutput.checkLines(report.ndjson(), "a check's lines")
    PrintedOutput.checkJSON(json.begin() + json.end(report), "a check's JSON")
  }

  // MARK: - Results

  private func fits(_ bytes: [UInt8]) {
    do throws(ResultFileError) {
      for fit in try ResultFile.fits(bytes: bytes, path: "a.json") {
        for (name, constant) in fit.constants.constants {
          expect(constant.value.isFinite, "\(name): \(constant)")
          expect(constant.standardError.map { $0 >= 0 } ?? true, "\(name): \(constant)")
        }
      }
    } catch {
      expectPlace(error)
    }
  }

  private func line(_ bytes: [UInt8]) {
    let file = Self.file(.invalidData)
    do throws(ResultFileError) {
      let node = try ResultLines.root(bytes, line: 1, file: file)
      let line = try ResultLines.line(node, bytes, number: 1, offset: 0, file: file)
      records([line.record, record], line.text, Self.hasWords(bytes))
    } catch {
      expectPlace(error)
    }
  }

  /// Everything that is made of results.
  private func records(_ records: [BatchRecord], _ line: String, _ hasWords: Bool) {
    var builder = ReferenceBuilder(.results, name: "a.json", groupedBy: ["device"])
    var summary = BatchSummary(groupedBy: ["device"])
    for record in records {
      builder.add(record)
      summary.add(record)
    }
    for format in BatchFormat.allCases {
      var renderer = format.renderer(style: TextStyle(), version: "0")
      var text = renderer.begin()
      for record in records { text += renderer.add(record, line: "{}") }
      text += renderer.end(summary)
      guard !hasWords else { continue }
      PrintedOutput.check(text, format.rawValue)
      if format == .json { PrintedOutput.checkJSON(text, "the results of a batch") }
    }
    let reference = builder.finish(summary.grouped())
    let written = ReferenceFile.text(reference)
    // Laws and keys that nobody knows are written, and refused when read.
    _ = try? ReferenceFile.read(bytes: Array(written.utf8), path: "a.json")
    report(records, reference, hasWords)
  }

  // MARK: - Engines

  private func engines(_ bytes: [UInt8], scores: Bool) {
    let engines: [Engine]
    do throws(ResultFileError) {
      engines = try EngineFile.read(bytes: bytes, path: "a.json")
    } catch {
      return expectPlace(error)
    }
    let list = EngineList(engines, isFull: true)
    let json = list.json(version: "0")
    do throws(ResultFileError) {
      let copy = try EngineFile.read(bytes: Array(json.utf8), path: "a.json")
      expect(copy == engines, "engines change:\n\(engines)\n\(copy)")
    } catch {
      broken("engines that were written cannot be read: \(error)\n\(json)")
    }
    let text =
      list.text(style: TextStyle()) + EngineList(engines, isFull: false).text(style: TextStyle())
    if !Self.hasWords(bytes) { PrintedOutput.check(text + json, "a list of engines") }
    guard scores, !engines.isEmpty else { return }
    let found = Identification(trace, engines: Array(engines.prefix(3)))
    var report = JSONResults(version: "0")
    let identified = report.begin() + report.add(found) + report.end()
    let lines = IdentifyReport(style: TextStyle(), .all).text(found)
    for engine in engines.prefix(3) {
      self.report([record], Reference(engine, usesSprings: true), Self.hasWords(bytes))
    }
    guard !Self.hasWords(bytes) else { return }
    PrintedOutput.check(lines, "identify")
    PrintedOutput.checkJSON(identified, "identify")
  }
}
