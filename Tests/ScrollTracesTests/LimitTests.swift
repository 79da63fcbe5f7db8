import ScrollTraces
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Each bound is reached by one file and passed by another, whose fault names it and says what to do.
@Suite struct LimitTests {
  struct Bound: Sendable, CustomTestStringConvertible {
    var name: String
    /// A file as large as it may be, and one that is larger by one.
    var file: @Sendable (_ excess: Int) -> String
    var code: TraceError.Code
    var place: String
    /// What the message and its help name.
    var named: [String]

    var testDescription: String { name }
  }

  private static let rows = "t,y\n0,1\n1,2\n"
  private static let shared = "trace,t,y\na,0,1\na,1,2\n"

  private static func repeated(_ text: String, _ count: Int) -> String {
    String(repeating: text, count: count)
  }

  static let bounds = [
    Bound(
      name: "bytes of a row",
      file: { "t,y,note\n0,1,\(repeated("x", Limit.rowBytes - 5 + $0))\n1,2,\n" },
      code: .fieldTooLarge, place: ":2:1", named: ["1 MiB"]),
    Bound(
      name: "bytes of a label",
      file: { "t,y,phase\n0,1,\(repeated("x", Limit.labelBytes + $0))\n1,2,a\n" },
      code: .fieldTooLarge, place: ":2:5", named: ["1024 bytes", "few words"]),
    Bound(
      name: "columns",
      file: {
        let count = Limit.columns - 2 + $0
        return "t,y" + (0..<count).map { ",c\($0)" }.joined() + "\n0,1" + repeated(",", count)
          + "\n1,2"
          + repeated(",", count) + "\n"
      },
      code: .tooManyColumns, place: ":1:", named: ["4096 columns", "keep the columns"]),
    Bound(
      name: "bytes of a comment",
      file: { "# k: \(repeated("x", Limit.metadataLineBytes - 5 + $0))\n" + rows },
      code: .metadataTooLarge, place: ":1:1", named: ["64 KiB a line"]),
    Bound(
      name: "comments", file: { repeated("# k: v\n", Limit.metadataLines + $0) + rows },
      code: .metadataTooLarge, place: ":10001:1", named: ["10000 lines"]),
    Bound(
      name: "bytes of all comments",
      file: {
        repeated("# k: \(repeated("x", (1 << 14) - 5))\n", Limit.metadataBytes >> 14)
          + ($0 > 0 ? "#\n" : "") + rows
      },
      code: .metadataTooLarge, place: ":65:1", named: ["1 MiB"]),
    Bound(
      name: "bytes of comments that recordings share",
      file: { "# k: \(repeated("x", Limit.sharedMetadataBytes - 5 + $0))\n" + shared },
      code: .metadataTooLarge, place: ":2:1", named: ["16 KiB", "each of its results"]),
    Bound(
      name: "phases",
      file: { excess in
        "t_s,y,phase\n"
          + (0..<(Limit.phases + excess)).map { "\($0),\($0 % 7),p\($0 % 2)\n" }.joined()
      },
      code: .tooManyPhases, place: ":100002:1", named: ["100000 phases", "names what happens"]),
  ]

  @Test(arguments: bounds)
  func `what is as large as it may be is read, what is larger is refused with the bound`(
    bound: Bound
  ) throws {
    let largest = read(Array(bound.file(0).utf8), pieces: 1 << 16, ReadingOptions())
    #expect(largest.error == nil)
    #expect(largest.traces.count == 1)
    let error = try #require(
      read(Array(bound.file(1).utf8), pieces: 1 << 16, ReadingOptions()).error)
    #expect(error.code == bound.code)
    #expect(error.location.hasPrefix("trace.csv" + bound.place))
    for text in bound.named { #expect((error.message + "; " + error.help).contains(text)) }
  }

  @Test func `a folder may hold so many names`() throws {
    let folder = samplePath("")
    let names = try TraceFolder.names(in: folder)
    #expect(names.count > 3)
    // Hidden names do not count.
    #expect(try TraceFolder.names(in: folder, limit: names.count) == names)
    let error = #expect(throws: TraceError.self) {
      try TraceFolder.names(in: folder, limit: names.count - 1)
    }
    #expect(error?.message == "the folder holds more than \(names.count - 1) names")
    #expect(error?.help.contains("--files-from") == true)
  }
}
