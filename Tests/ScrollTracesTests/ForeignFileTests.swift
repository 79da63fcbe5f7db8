import ScrollTraces
import Testing

/// Files of other kinds, and what is said of them.
@Suite struct ForeignFileTests {
  struct Foreign: CustomTestStringConvertible, Sendable {
    var bytes: [UInt8]
    var what: String
    var help: String

    init(_ text: String, _ what: String, _ help: String) {
      self.init(Array(text.utf8), what, help)
    }

    init(_ bytes: [UInt8], _ what: String, _ help: String) {
      self.bytes = bytes
      self.what = what
      self.help = help
    }

    var testDescription: String { what }
  }

  private static let zip: [UInt8] = [0x50, 0x4B, 0x03, 0x04, 0x14, 0, 0, 0]

  /// The start of an archive of tar: a name, numbers in octal digits, and the mark.
  private static func archive(_ name: String) -> [UInt8] {
    func field(_ text: String, _ size: Int) -> [UInt8] {
      Array(text.utf8) + [UInt8](repeating: 0, count: size - text.utf8.count)
    }
    return field(name, 100) + field("0000644", 8) + field("0000000", 8) + field("0000000", 8)
      + field("00000000012", 12) + field("00000000000", 12) + field("0012345", 8)
      + field("0", 101) + field("ustar  ", 255) + field("t,y\n0,1\n1,2\n", 512)
  }

  static let files: [Foreign] = [
    Foreign(zip + Array("[Content_Types].xml".utf8), "an Excel file", "export the sheet as CSV"),
    Foreign(
      zip + Array("mimetypeapplication/vnd.oasis.opendocument.spreadsheet".utf8),
      "an OpenDocument spreadsheet", "export the sheet as CSV"),
    Foreign(zip + Array("Index/Document.iwa".utf8), "a spreadsheet of Numbers", "as CSV"),
    Foreign(
      zip + Array("a.csv".utf8), "a zip archive",
      "unzip -p trace.csv -x '__MACOSX/*' | scrollfit fit -"),
    Foreign(zip + Array("xl/workbook.xml".utf8), "an Excel file", "openpyxl.load_workbook(f, "),
    Foreign(
      archive("a.csv"), "an archive of tar",
      "tar xOf - --exclude '._*' < trace.csv | scrollfit fit -"),
    Foreign([0x93] + Array("NUMPY\u{1}\0v\0".utf8), "an array of NumPy", "numpy.load(f)"),
    Foreign(Array("PAR1\u{15}\u{4}\u{15}".utf8), "a table of Parquet", "pandas.read_parquet(f)"),
    Foreign([0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1], "an old Excel file", "as CSV"),
    Foreign([0x1F, 0x8B, 8, 0, 0], "a file compressed by gzip", "gunzip -c"),
    Foreign("BZh91AY&SY", "a compressed file", "bzip2 -dc trace.csv | scrollfit fit -"),
    Foreign([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0], "a compressed file", "xz -dc trace.csv | "),
    Foreign("SQLite format 3\0", "an SQLite database", "sqlite3 -header -csv"),
    Foreign("bplist00\u{1}", "a property list", "plutil -convert json"),
    Foreign(
      "<?xml version=\"1.0\"?>\n<!DOCTYPE plist PUBLIC \"\">\n<plist>", "a property list",
      "sed 's:</dict>:;:g; "),
    Foreign(
      "<?xml version=\"1.0\"?>\n<testsuites>\n<testsuite name=\"a\">", "a report of JUnit",
      "sed '/<system-out/,/<.system-out/!d; "),
    Foreign("<table>\n<tr><th>t</th>", "a table in HTML", "sed 's:</tr>:;:g; "),
    Foreign("<?xml version=\"1.0\"?>\n<trace-query-result>", "XML", "export the table"),
    Foreign("\n <!DOCTYPE html>\n<html><body>", "a web page", "as CSV"),
    Foreign("<html><!-- trace-viewer -->", "a trace of systrace", "ui.perfetto.dev"),
    Foreign("# tracer: nop\n#\n# entries-in-buffer", "a trace of systrace", "tracing_mark_write"),
    Foreign("TRACE:\n# tracer: nop\n", "a trace of systrace", "tracing_mark_write"),
    Foreign(
      "{\n \"log\": {\n  \"version\": \"1.2\", \"creator\": {}, \"entries\": []}}",
      "a HAR file, the network requests of a browser", "Docs/Recorders"),
    Foreign("{\\rtf1\\ansi t,offset\n", "a document in RTF", "textutil -convert txt"),
    Foreign([0xFF, 0xFE, 0, 0, 0x74, 0, 0, 0], "text in UTF-32", "iconv -f UTF-32"),
    Foreign([0, 0, 0xFE, 0xFF, 0, 0, 0, 0x74], "text in UTF-32", "iconv -f UTF-32"),
    Foreign([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A], "a picture", "Docs/Recorders"),
    Foreign([0xFF, 0xD8, 0xFF, 0xE0], "a picture", "Docs/Recorders"),
    Foreign([0, 0, 0, 0x20] + Array("ftypisom".utf8), "a video", "Docs/Recorders"),
    Foreign([0x1A, 0x45, 0xDF, 0xA3, 1], "a video", "Docs/Recorders"),
    Foreign([0x0A, 0x22, 0x08, 0x01, 0x1A, 0x03], "a trace of Perfetto", "FROM counter c"),
    Foreign(
      "{\"displayTimeUnit\": \"ns\", \"traceEvents\":[{\"ph\":\"X\",\"ts\":1}]}",
      "a trace of Chrome or Perfetto in JSON",
      "select(.ph == (\"C\", \"I\", \"i\") and (\"\\(.name) \\(.args)\" | test(\"offset|scroll\"; "),
    Foreign(
      "[{\"name\":\"a\",\"ph\":\"X\",\"pid\":1,\"ts\":1},\n", "a trace of Chrome", "{t_us: .ts, "),
  ]

  @Test(arguments: files)
  func `a file of another kind is told what it is and what to do`(file: Foreign) throws {
    let error = try #require(read(file.bytes).error)
    #expect(error.code == .foreignFile && error.kind == .invalidData)
    #expect(error.message.contains("this is \(file.what)"), "\(error.message)")
    #expect(error.help.contains(file.help) && !error.help.contains("\n"), "\(error.help)")
  }

  @Test func `an archive that is compressed is unpacked twice`() throws {
    for (name, command) in [
      ("a.tar.gz", "tar xOf a.tar.gz --exclude '._*' | scrollfit fit -"),
      ("b.tgz", "tar xOf b.tgz --exclude '._*' | scrollfit fit -"),
      ("c.csv.gz", "gunzip -c c.csv.gz | scrollfit fit -"),
      ("-", "gunzip -c | scrollfit fit -"),
    ] {
      var parser = TraceParser(path: name)
      let error = #expect(throws: TraceError.self) {
        try [UInt8]([0x1F, 0x8B, 8, 0, 0]).withUnsafeBytes { try parser.feed($0) }
        try parser.finish()
      }
      #expect(error?.help == "unpack it, and read what is in it: " + command)
    }
  }

  /// Text in an encoding, without a mark of the byte order.
  private static func encoded(_ text: String, bytes: Int, isBig: Bool) -> [UInt8] {
    text.unicodeScalars.flatMap { scalar in
      let little = (0..<bytes).map { UInt8(truncatingIfNeeded: scalar.value >> UInt32(8 * $0)) }
      return isBig ? little.reversed() : little
    }
  }

  @Test(arguments: [
    "t,y\n0,1\n", "{\"t\": 0, \"y\": 1}\n", "12.5\n13\n", "# scale: 3\nt,y\n0,1\n", "y: 1\ny: 2\n",
  ])
  func `wide text without a mark is told its encoding`(text: String) throws {
    for (count, isBig) in [(2, false), (2, true), (4, false), (4, true)] {
      let name = "UTF-\(8 * count)"
      let error = try #require(read(Self.encoded(text, bytes: count, isBig: isBig)).error)
      #expect(error.code == (count == 2 ? .utf16 : .foreignFile))
      #expect(error.message.contains("this is text in \(name)"), "\(error.message)")
      #expect(
        error.help.contains("iconv -f \(name)\(isBig ? "BE" : "LE") -t UTF-8 "), "\(error.help)")
    }
  }

  /// Recordings that begin with a byte of another kind of file.
  @Test(arguments: [
    "# trace: a\nt,y\n0,1\n0.1,2\n",
    "{\"log\":{\"scrollTop\":5,\"timestamp\":1}}", "Position,t\n1,0\n2,0.1\n",
    "\nt,y\n0,1\n0.1,2\n", "BZ,y\n1,2\n", "[{\"t\":0,\"y\":1}]",
    "{\"ts\":0,\"y\":1,\"pid\":3}\n{\"ts\":1,\"y\":2,\"pid\":3}\n",
  ])
  func `a recording is none of them`(text: String) {
    let reading = read(text)
    #expect(reading.error == nil && reading.traces.count == 1)
  }
}
