import ScrollFormats
import ScrollReport
import Testing

/// The reader of results against texts that are no JSON.
@Suite struct JSONNodeTests {
  private func read(_ text: String) throws(JSONFault) -> JSONNode { try JSONNode(Array(text.utf8)) }

  @Test func `values are read with the place where they begin`() throws {
    let node = try read(
      " {\"a\": [1, -2.5e-3, true, false, null, \"x\"],\n  \"é\": {\"b\": {}}, \"c\": []}\r\n")
    #expect(node.line == 1 && node.column == 2)
    let list = try #require(node["a"]?.elements)
    #expect(list.count == 6)
    #expect(list[0].number == 1 && list[1].number == -2.5e-3)
    #expect(list[2].bool == true && list[3].bool == false)
    #expect(list[4].isNull)
    #expect(list[5].string == "x")
    let inner = try #require(node["é"]?["b"])
    // Columns count characters, not bytes.
    #expect(inner.line == 2 && inner.column == 14)
    #expect(node["c"]?.elements?.isEmpty == true)
    #expect(node["d"] == nil)
    #expect(node["a"]?["b"] == nil)
  }

  @Test(
    arguments: [
      ("0", 0), ("-0", -0.0), ("10.925558890643947", 10.925558890643947), ("1E3", 1000),
      ("1e-400", 0), ("5e-324", 5e-324), ("1.7976931348623157e308", 1.7976931348623157e308),
      ("0.1000000000000000055511151231257827", 0.1),
      ("123456789012345678901", 1.2345678901234568e20),
    ])
  func `a number is the nearest double`(text: String, value: Double) throws {
    #expect(try read(text).number == value)
  }

  @Test(
    arguments: [
      (#""\u00e9\n\/\\\"\b\f\r\t""#, "\u{E9}\n/\\\"\u{8}\u{C}\r\t"),
      (#""\ud83d\ude00""#, "\u{1F600}"), (#""\uD834\uDD1E x""#, "\u{1D11E} x"),
      (#""\u0000""#, "\u{0}"), ("\"漢\u{7F}\"", "漢\u{7F}"),
    ])
  func `a string is unescaped`(text: String, value: String) throws {
    #expect(try read(text).string == value)
  }

  /// A text and the line and column of its fault.
  static let faults: [(text: String, line: Int, column: Int, message: String)] = [
    ("", 1, 1, "the text ends where a value should be"),
    ("  \n ", 2, 2, "the text ends where a value should be"),
    ("{", 1, 2, "the text ends where a name should be"),
    ("{\"a\"", 1, 5, "the text ends where : should be"),
    ("{\"a\":", 1, 6, "the text ends where a value should be"),
    ("{\"a\":1", 1, 7, "the text ends where , or } should be"),
    ("{\"a\":1,", 1, 8, "the text ends where a name should be"),
    ("{\"a\":1,}", 1, 8, "a name in quotes should be here"),
    ("{a:1}", 1, 2, "a name in quotes should be here"),
    ("{\"a\" 1}", 1, 6, ": should be here"),
    ("[1,]", 1, 4, "this is no JSON value"),
    ("[1 2]", 1, 4, ", or ] should be here"),
    ("[1", 1, 3, "the text ends where , or ] should be"),
    ("[\n1,\n  NaN]", 3, 3, "this is no JSON value"),
    ("Infinity", 1, 1, "this is no JSON value"),
    ("-Infinity", 1, 1, "this is no number as JSON writes them"),
    ("nul", 1, 1, "this is no JSON value"),
    ("True", 1, 1, "this is no JSON value"),
    ("'a'", 1, 1, "this is no JSON value"),
    ("01", 1, 1, "this is no number as JSON writes them"),
    ("+1", 1, 1, "this is no JSON value"),
    (".5", 1, 1, "this is no JSON value"),
    ("5.", 1, 1, "this is no number as JSON writes them"),
    ("1.e3", 1, 1, "this is no number as JSON writes them"),
    ("1e", 1, 1, "this is no number as JSON writes them"),
    ("-", 1, 1, "this is no number as JSON writes them"),
    ("0x10", 1, 2, "text after the end of the JSON value"),
    ("1e400", 1, 1, "a number beyond the range of doubles"),
    ("[-1e999]", 1, 2, "a number beyond the range of doubles"),
    ("{} {}", 1, 4, "text after the end of the JSON value"),
    ("1 // one", 1, 3, "text after the end of the JSON value"),
    ("{\"a\":1,\n \"a\":2}", 2, 2, "the name \"a\" comes twice in an object"),
    (#"{"a":1,"\u0061":2}"#, 1, 8, "the name \"a\" comes twice in an object"),
    ("\"abc", 1, 1, "the string has no end"),
    ("\"a\nb\"", 1, 3, "a control character in a string"),
    ("\"\u{1F}\"", 1, 2, "a control character in a string"),
    (#""\x41""#, 1, 2, "an unknown escape"),
    (#""\u12g4""#, 1, 2, "\\u needs four hexadecimal digits"),
    (#""\u12"#, 1, 2, "\\u needs four hexadecimal digits"),
    ("\"\\", 1, 2, "the text ends in an escape"),
    (#""\ud83d""#, 1, 2, "half of a surrogate pair"),
    (#""\ude00""#, 1, 2, "half of a surrogate pair"),
    (#""\ud83d\u0041""#, 1, 2, "half of a surrogate pair"),
    (#""\ud83d\ud83d""#, 1, 2, "half of a surrogate pair"),
    ("\u{FEFF}{}", 1, 1, "a byte order mark is no JSON"),
  ]

  @Test(arguments: faults)
  func `what is no JSON is refused at its place`(
    text: String, line: Int, column: Int, message: String
  ) {
    #expect(throws: JSONFault(message: message, line: line, column: column)) { try read(text) }
  }

  @Test func `bytes that are not UTF-8 are refused`() {
    for bytes in [[0xFF], [0xC3], [0xED, 0xA0, 0x80], [0xC0, 0x80]] as [[UInt8]] {
      #expect(throws: JSONFault(message: "a string that is not UTF-8", line: 1, column: 2)) {
        try JSONNode([0x5B, 0x22] + bytes + [0x22, 0x5D])
      }
    }
  }

  @Test func `nesting has a limit, which is no crash`() throws {
    let limit = JSONNode.depthLimit
    func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
    _ = try read(nested(limit))
    // Side by side is not nested.
    _ = try read("[" + String(repeating: "[],", count: 5000) + "{}]")
    #expect(throws: JSONFault.self) { try read(nested(limit + 1)) }
    #expect(throws: JSONFault.self) { try read(String(repeating: "[", count: 1_000_000)) }
    #expect(throws: JSONFault.self) {
      try read(String(repeating: "{\"a\":", count: 1_000_000))
    }
  }

  @Test func `the number of values has a limit`() throws {
    func list(_ count: Int) -> [UInt8] {
      Array(("[" + String(repeating: "0,", count: count - 2) + "0]").utf8)
    }
    // The list is a value too.
    #expect(try JSONNode(list(JSONNode.valueLimit)).elements?.count == JSONNode.valueLimit - 1)
    let fault = #expect(throws: JSONFault.self) { try JSONNode(list(JSONNode.valueLimit + 1)) }
    #expect(fault?.message.contains("\(JSONNode.valueLimit) values") == true)
    #expect(fault?.message.contains("split") == true)
  }

  @Test func `a text cut anywhere is refused`() throws {
    let text = Array(
      #"{"format_version": "1.0", "results": [{"fits": [{"law": "bounce", "x": -1.5e3, "s": "\u00e9é"}], "e": null}]}"#
        .utf8)
    _ = try JSONNode(text)
    for count in 0..<text.count {
      #expect(throws: JSONFault.self, "\(count)") { try JSONNode(Array(text[..<count])) }
    }
  }
}
