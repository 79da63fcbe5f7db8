import Foundation
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A file that cannot be fitted, and all that is said about it.
struct BadInput: Sendable, CustomTestStringConvertible {
  var name: String
  var bytes: [UInt8]
  var place: String
  var message: String
  var help: String

  init(_ name: String, _ bytes: [UInt8], _ place: String, _ message: String, _ help: String) {
    self.name = name
    self.bytes = bytes
    self.place = place
    self.message = message
    self.help = help
  }

  init(_ name: String, _ text: String, _ place: String, _ message: String, _ help: String) {
    self.init(name, Array(text.utf8), place, message, help)
  }

  var testDescription: String { name }
}

@Suite struct BadInputTests {
  private static let noNumber = "write numbers as in -123.6667; nan, inf and hexadecimals are none"
  private static let utf16 =
    "save the file as UTF-8: iconv -f UTF-16 -t UTF-8 FILE | scrollfit fit -"
  private static let nul =
    "save the file as UTF-8; this may be UTF-16 or UTF-32, which spreadsheets write, or no text"
  private static let columns = """
    name a column with --offset NAME, or rename it: t_s is a time, offset_y_pt or offset_x_pt an \
    offset; Docs/Reference/Traces.md lists all names
    """

  private static func wide(_ text: String, isBig: Bool) -> [UInt8] {
    ("\u{FEFF}" + text).utf16.flatMap { unit -> [UInt8] in
      let bytes = [UInt8(truncatingIfNeeded: unit), UInt8(unit >> 8)]
      return isBig ? bytes.reversed() : bytes
    }
  }

  static let files: [BadInput] = [
    BadInput(
      "empty", "", "", "the file is empty",
      "a recording has a header, such as \"t_s,offset_y_pt\", and rows of numbers"),
    BadInput(
      "only comments", "# scale: 3\n", "", "the file holds comments and nothing else",
      "a recording has a header, such as \"t_s,offset_y_pt\", and rows of numbers"),
    BadInput(
      "a log in comments", (0..<20).map { "# offset: \($0).5\n" }.joined(), "",
      "the file holds comments and nothing else",
      "a recording has a header, such as \"t_s,offset_y_pt\", and rows of numbers; of a log of such"
        + " lines, type sed 's/^#*//' FILE | scrollfit --log -"),
    BadInput(
      "header only", "t,y\n", ":1", "no row follows the header",
      "a recording has one row a sample"),
    BadInput(
      "one row", "t,y\n0,-5\n", ":2:1", "the offset never changes",
      "record while the content moves"),
    BadInput(
      "text", "t,y\n0,1\n1,abc\n", ":3:3", "'abc' is not a number in column \"y\"", noNumber),
    BadInput(
      "NaN", "t,y\n0,NaN\n", ":2:3", "'NaN' is not a number in column \"y\"",
      "leave the cell of a lost sample empty: sed 's|NaN||g' FILE | scrollfit fit -"),
    BadInput("inf", "t,y\n0,-inf\n", ":2:3", "'-inf' is not a number in column \"y\"", noNumber),
    BadInput(
      "hexadecimal", "t,y\n0x1p3,1\n", ":2:1", "'0x1p3' is not a number in column \"t\"", noNumber),
    BadInput(
      "terminal escapes", "t,y\n0,\u{1B}[31m\u{202E}\n", ":2:3",
      "'\\u{1b}[31m\\u{202e}' is not a number in column \"y\"", noNumber),
    BadInput(
      "too large", "t,y\n0,1e999\n", ":2:3", "'1e999' is too large a number in column \"y\"",
      "numbers reach to 1.8e308"),
    BadInput(
      "empty cell", "t,y\n0,\n", "", "no row has a number in column \"y\"",
      "an empty cell is a lost sample; name another column with --offset"),
    BadInput(
      "a value without a time", "t,y\n0,1\n,2\n", ":3:1", "a number is missing in column \"t\"",
      "fill in the cell, or remove the row: a value without its time has no place"),
    BadInput(
      "a log without offsets", "flutter: hello\nflutter: world\n", ":1",
      "no line of this log holds an offset",
      "print one number or pair a line with its name, such as \"offset: 12.5\""),
    BadInput(
      "a compressed file", [0x1F, 0x8B, 8, 0], "",
      "this is a file compressed by gzip, not a recording",
      "unpack it, and read what is in it: gunzip -c FILE | scrollfit fit -"),
    BadInput(
      "decimal comma", "t;y\n0;1.5\n1;2,5\n", ":3:3",
      "'2,5' in column \"y\" has a decimal comma, and other numbers a decimal point",
      "write all numbers with decimal points, as in 1003.5"),
    BadInput(
      "decimal comma between commas", "t,y\n0,1,5\n", ":2:5", "the row has 3 fields, the header 2",
      "if 1,5 is one number, write it as 1.5, or separate the columns with semicolons"),
    BadInput(
      "stray quote", "t,y\n0,1\"2\n", ":2:3", "a quote does not enclose its field: '1\"'",
      "remove the quote, or enclose the field and double the quotes inside it"),
    BadInput(
      "quote never closed", "t,y\n0,1\n1,\"2\n2,3\n", ":3:3",
      "the quote that opens here is never closed", "close the quote, or remove it"),
    BadInput(
      "row too long", "t,y\n0,1.5,a\n", ":2:7", "the row has 3 fields, the header 2",
      "remove the surplus fields, or name their columns in the header"),
    BadInput(
      "row too short", "t,y\n0,1\n\n0.5\n", ":4:1", "the row has 1 field, the header 2",
      "fill in the missing fields, or remove the row: sed 4d FILE | scrollfit fit -"),
    BadInput(
      "unknown columns", "speed,size\n0,1\n", ":1:1",
      "no column among \"speed\", \"size\" has a known name", columns),
    BadInput(
      "two candidates", "t,offset,y\n0,1,2\n", ":1:10",
      "columns \"offset\" and \"y\" could both be the offset", "choose one with --offset NAME"),
    BadInput(
      "two times", "t,timestamp,y\n0,1,2\n", ":1:3",
      "columns \"t\" and \"timestamp\" could both be the time", "choose one with --time NAME"),
    BadInput(
      "no header", "0,1\n1,2\n", ":1:1", "2 columns of numbers have no header",
      "if 1,5 is one number, type tr , . < FILE | scrollfit fit -; name them in a row above, such as"
        + " \"t_s,offset_y_pt\", if that is what they are: awk 'NR == 1 { print \"t_s,offset_y_pt\" } 1' FILE"
        + " | scrollfit fit -"),
    BadInput(
      "pixels without a scale", "t,y_px\n0,1\n", ":1:3",
      "column \"y_px\" is in pixels and no scale is given",
      "name the pixels in a point, 1 on the web and in Flutter and Qt: scrollfit fit --scale 1 FILE, or write \"# scale: 3\" above the header"
    ),
    BadInput(
      "UTF-16, little end first", wide("t,y\n0,1\n", isBig: false), ":1:1",
      "the file is UTF-16, not UTF-8", utf16),
    BadInput(
      "UTF-16, big end first", wide("t,y\n0,1\n", isBig: true), ":1:1",
      "the file is UTF-16, not UTF-8", utf16),
    BadInput(
      "byte 0", "t,y\n0,1\n1,\0\n", ":3:3", "the file holds a byte 0, which text does not", nul),
    BadInput(
      "field of 1 MiB",
      Array("t,y,phase\n0,1,".utf8) + [UInt8](repeating: 0x61, count: 1 << 20) + [0x0A], ":2:1",
      "a row is longer than 1 MiB",
      "this may be no recording, or a quote may be missing its end"),
    BadInput(
      "time backwards", "t,y\n0,1\n2,1\n1.5,1\n", ":4:1",
      "time goes back from 2.0 s to 1.5 s in column \"t\"",
      "sort the rows, or tell recordings apart with a column \"trace\": awk -F ',' -v OFS=',' 'NR == 1"
        + " { h = $0; print \"trace\", h; next } !NF || /^#/ || $0 == h { next } $1 < t { n++ }"
        + " { t = $1; print n + 1, $0 }' FILE"
        + " | scrollfit fit -"),
    BadInput(
      "all equal", Recordings.file("t,y", (0..<60).map { "\(Recordings.stamp($0)),-5" }), ":2:1",
      "the offset never changes", "record while the content moves"),
    BadInput(
      "nothing beyond the edge",
      Recordings.file("# edge_top: 0", "t,y", (0..<60).map { "\(Recordings.stamp($0)),\($0)" }),
      ":3:1", "no stretch of the recording lies beyond the top edge 0 pt",
      "give the resting offset with --edge, or as '# edge_top:' in the file"),
    BadInput(
      "a finger alone", "t,finger_y\n0,1\n1,2\n2,3\n", ":2:1", "no offset or overscroll along y",
      "name the column with --offset, or another axis with --axis"),
    BadInput(
      "a table of gestures", "velocity,distance\n100,20\n200,40\n", ":2:1",
      "the table has no column edge_velocity",
      "this law needs the columns edge_velocity and max_overscroll, one row a gesture"),
  ]

  @Test(arguments: files)
  func `what is no recording of a bounce exits 65 with its place, its fault and a remedy`(
    file: BadInput
  ) async throws {
    let workspace = try Workspace()
    try workspace.write(file.bytes, to: "trace.csv")
    let outcome = try await workspace.run("bounce", "trace.csv")
    #expect(outcome.code == 65)
    #expect(outcome.output == "")
    #expect(
      outcome.error
        == "trace.csv\(file.place): error: \(file.message)\n  help: "
        + file.help.replacing(" FILE", with: " trace.csv") + "\n")
    // The same from standard input, whose name is another; the command continues the pipe.
    let help = file.help.replacing(" < FILE", with: "")
      .replacing("--scale 1 FILE", with: "--scale 1 -").replacing(" FILE", with: "")
    let piped = try await workspace.run("bounce", "-", input: file.bytes)
    #expect(piped.code == 65)
    #expect(
      piped.error == "<stdin>\(file.place): error: \(file.message)\n  help: \(help)\n")
  }

  @Test func `pixels of Android are asked for, and taken by an option`() async throws {
    // The glide of an app that logs pixels at density 3: 2000 pt/s, k 2.
    func log(tag: String) -> [UInt8] {
      Array(
        (0..<150).map { frame in
          let time = Double(frame) / 60
          let millisecond = Int((1000 * time).rounded())
          let value = (3000 * (1 - exp(-2 * time))).rounded()
          let stamp =
            "\(10 + millisecond / 1000).\(String("\(1000 + millisecond % 1000)".dropFirst()))"
          return "03-14 15:09:\(stamp)  4021  4077 D \(tag): scrollY=\(Int(value))\n"
        }.joined().utf8)
    }
    let plain = try await Command.run(["decelerate", "--details", "-"], input: log(tag: "Scroll"))
    #expect(plain.output.contains("W116") && plain.output.contains("--offset-unit px --scale 3"))
    let flutter = try await Command.run(["decelerate", "-"], input: log(tag: "flutter"))
    #expect(flutter.code == 0 && !flutter.output.contains("W116"))
    func speed(_ unit: String) async throws -> Double? {
      let outcome = try await Command.run(
        ["decelerate", "--format", "json", "--offset-unit", unit, "--scale", "3", "-"],
        input: log(tag: "Scroll"))
      #expect(!outcome.output.contains("W116"))
      return try JSONValue(outcome.output)["results"][0]["fits"][0]["parameters"]["v0"]["value"]
        .double
    }
    #expect(abs(try #require(try await speed("px")) - 2000) < 10)
    #expect(abs(try #require(try await speed("pt")) - 6000) < 30)
    let wrong = try await Command.run(["decelerate", "--offset-unit", "ms", "-"], input: [])
    #expect(wrong.code == 64 && wrong.error.contains("--offset-unit"))
  }

  @Test func `decimal commas of a spreadsheet are read, and said`() async throws {
    let text = Recordings.plain().replacing(",", with: ";").replacing(".", with: ",")
    let read = try await Command.run(["fit", "-"], input: Array(text.utf8))
    let plain = try await Command.run(["fit", "-"], input: Array(Recordings.plain().utf8))
    let delta = plain.lines.filter { $0.hasPrefix("  delta") }
    #expect(read.code == 0 && read.lines.filter { $0.hasPrefix("  delta") } == delta)
    #expect(!delta.isEmpty && read.output.contains("W114") && !plain.output.contains("W114"))
  }

  @Test(arguments: [
    (
      "no names", Recordings.plain().replacing("t_s,offset_y_pt\n", with: ""),
      String.Encoding.utf8
    ),
    ("names in a comment", Recordings.plain().replacing("t_s,", with: "# t_s,"), .utf8),
    (
      "rows from last to first",
      "# edge_top: 0\nt_s,offset_y_pt\n"
        + Recordings.plain().split(separator: "\n").dropFirst(2).reversed().joined(separator: "\n"),
      .utf8
    ),
    ("no number at the end", Recordings.plain() + "9.5,NaN\n", .utf8),
    ("a last line of words", Recordings.plain() + "recorded by me\n", .utf8),
    ("a row that breaks off", Recordings.plain() + "9.5\n", .utf8),
    ("Latin letters", "# gerät: Gerät\n" + Recordings.plain(), .isoLatin1),
    ("UTF-16", Recordings.plain(), .utf16LittleEndian),
    ("UTF-32", Recordings.plain(), .utf32BigEndian),
  ])
  func `the command that the help says reads the file`(
    name: String, text: String, encoding: String.Encoding
  ) async throws {
    let workspace = try Workspace()
    let file = "my \(name).csv"
    try workspace.write(Array(try #require(text.data(using: encoding))), to: file)
    let refused = try await workspace.run("fit", file)
    #expect(refused.code == 65 && refused.output.isEmpty)
    let command = try #require(
      refused.error.firstMatch(of: /help: [^:]*: (.*) \| scrollfit fit -\n/))
    let read = try await workspace.shell("\(command.1) | \"$SCROLLFIT\" fit -")
    #expect(read.code == 0 && read.error.isEmpty, "\(command.1): \(read.error)")
    let plain = try await workspace.run("fit", "-", input: Array(Recordings.plain().utf8))
    #expect(read.lines.contains { $0.hasPrefix("  delta") })
    #expect(
      read.lines.filter { $0.hasPrefix("  delta") }
        == plain.lines.filter { $0.hasPrefix("  delta") })
  }

  @Test func `a file that is not there, and a folder, exit 66`() async throws {
    let workspace = try Workspace()
    let missing = try await workspace.run("bounce", "none.csv")
    #expect(missing.code == 66)
    #expect(missing.output == "")
    #expect(
      missing.error
        == "none.csv: error: no such file\n  help: check the spelling; - reads standard input\n")
    let folder = try await workspace.run("bounce", ".")
    #expect(folder.code == 66)
    #expect(folder.output == "")
    #expect(
      folder.error
        == """
        .: error: this is a folder, not a file
          help: name the files in it, or read all of them: scrollfit batch .

        """)
  }

  #if os(Linux)
    @Test(.enabled(if: access("/usr/bin/script", X_OK) == 0, "script makes the terminal"))
    func `on a terminal an error ends its lines between words`() async throws {
      let workspace = try Workspace()
      try workspace.write("{\\rtf1 t,y", to: "letter.csv")
      let outcome = try await workspace.shell(
        """
        script -qec 'stty cols 50; "$SCROLLFIT" fit letter.csv; "$SCROLLFIT" predict spring' /dev/null
        """)
      let lines = outcome.output.split(whereSeparator: \.isNewline)
      #expect(lines.count > 8 && lines.allSatisfy { $0.count <= 50 || $0.hasPrefix("Usage") })
      #expect(lines[0] == "letter.csv: error: this is a document in RTF,")
      #expect(lines[1] == "  not a recording")
    }
  #endif

  @Test(.enabled(if: geteuid() != 0, "root may read everything"))
  func `a file that may not be read exits 66`() async throws {
    let workspace = try Workspace()
    try workspace.write(Recordings.plain(), to: "trace.csv")
    try workspace.setMode(0, of: "trace.csv")
    let outcome = try await workspace.run("bounce", "trace.csv")
    #expect(outcome.code == 66)
    #expect(
      outcome.error
        == """
        trace.csv: error: the file cannot be opened: permission denied
          help: check that you may read it

        """)
  }

  @Test func `of several files the good ones are reported, and the worst code wins`() async throws {
    let workspace = try Workspace()
    try workspace.write(Recordings.plain(), to: "good.csv")
    try workspace.write("t,y\n0,1\n1,x\n", to: "broken.csv")
    let broken = try await workspace.run("bounce", "good.csv", "broken.csv", "good.csv")
    #expect(broken.code == 65)
    #expect(broken.output.split(separator: "\n").filter { $0 == "good.csv" }.count == 2)
    #expect(broken.error.hasPrefix("broken.csv:3:3: error: 'x' is not a number"))
    let missing = try await workspace.run("bounce", "none.csv", "good.csv", "broken.csv")
    #expect(missing.code == 66)
    #expect(missing.output.split(separator: "\n").filter { $0 == "good.csv" }.count == 1)
    #expect(
      missing.error.split(separator: "\n").filter { $0.contains(": error: ") }.count == 2)
    let inspected = try await workspace.run("inspect", "broken.csv", "none.csv", "good.csv")
    #expect(inspected.code == 66)
    #expect(inspected.output.hasPrefix("good.csv\n"))
  }

  @Test func `standard input is one of the recordings`() async throws {
    let workspace = try Workspace()
    try workspace.write(Recordings.plain(), to: "good.csv")
    let outcome = try await workspace.run(
      "bounce", "good.csv", "-", input: Array(Recordings.plain().utf8))
    #expect(outcome.code == 0)
    #expect(outcome.output.hasPrefix("good.csv\n"))
    #expect(outcome.output.contains("\n\nstandard input\n"))
    let json = try await workspace.run(
      "bounce", "--format", "json", "-", input: Array(Recordings.plain().utf8))
    #expect(try JSONValue(json.output)["results"][0]["source"]["path"] == .string("-"))
  }

  /// A file's name, and how it may appear on a terminal and in a table.
  struct Name: Sendable, CustomTestStringConvertible {
    var name: String
    var printed: String
    var field: String
    var testDescription: String { printed }
  }

  static let names: [Name] = [
    Name(
      name: "a\u{1B}[31mb\nc.csv", printed: "a\\u{1b}[31mb\\nc.csv",
      field: "\"a\u{1B}[31mb\nc.csv\""),
    Name(name: "\u{202E}vsc.csv", printed: "\\u{202e}vsc.csv", field: "\u{202E}vsc.csv"),
    Name(name: "=1+1.csv", printed: "=1+1.csv", field: "'=1+1.csv"),
    Name(name: "-x.csv", printed: "-x.csv", field: "'-x.csv"),
    Name(
      name: "two  blanks, a \"quote\".csv", printed: "two  blanks, a \"quote\".csv",
      field: "\"two  blanks, a \"\"quote\"\".csv\""),
    Name(
      name: "é漢字👨\u{200D}👩.csv", printed: "é漢字👨\\u{200d}👩.csv", field: "é漢字👨\u{200D}👩.csv"),
  ]

  @Test(arguments: names)
  func `a file's name cannot act on a terminal or a spreadsheet`(file: Name) async throws {
    let name = file.name
    let printed = file.printed
    let workspace = try Workspace()
    // After --, since a name may start with a dash.
    let missing = try await workspace.run("bounce", "--", name)
    #expect(missing.code == 66)
    #expect(
      missing.error
        == "\(printed): error: no such file\n  help: check the spelling; - reads standard input\n")
    try workspace.write(Recordings.plain(), to: name)
    let outcome = try await workspace.run("bounce", "--residuals", "table.csv", "--", name)
    #expect(outcome.code == 0)
    #expect(outcome.output.hasPrefix(printed + "\n"))
    let inspected = try await workspace.run("inspect", "--", name)
    #expect(inspected.output.hasPrefix(printed + "\n"))
    let table = try #require(workspace.read("table.csv"))
    #expect(table.contains("\n\(file.field),,1,bounce,y,"))
    let json = try await workspace.run("bounce", "--format", "json", "--", name)
    #expect(try JSONValue(json.output)["results"][0]["source"]["path"].string == name)
    // No fit: the file's name stands in the message in the same way.
    try workspace.write("t,y\n0,1\n", to: name)
    let failed = try await workspace.run("bounce", "--", name)
    #expect(failed.error.hasPrefix("\(printed):2:1: error: "))
    try workspace.write("t,y\n0,x\n", to: name)
    let broken = try await workspace.run("bounce", "--", name)
    #expect(broken.error.hasPrefix("\(printed):2:3: error: "))
  }
}
