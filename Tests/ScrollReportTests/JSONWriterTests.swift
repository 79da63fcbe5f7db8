import ScrollFormats
import ScrollReport
import Testing

@Suite struct JSONWriterTests {
  private func text(_ write: (inout JSONWriter) -> Void) -> String {
    var writer = JSONWriter(isPretty: false)
    write(&writer)
    return writer.text
  }

  @Test(
    arguments: [
      (0, "0"), (-0.0, "0"), (1, "1"), (-3, "-3"), (0.1, "0.1"),
      (10.925558890643947, "10.925558890643947"),
      (1e-9, "1e-09"), (1e15, "1000000000000000.0"), (123456789012345, "123456789012345"),
      (1.5e300, "1.5e+300"),
      (2.5e-308, "2.5e-308"), (.nan, "null"), (.infinity, "null"), (-.infinity, "null"),
      (nil, "null"),
    ] as [(Double?, String)])
  func `a number reads back the same, and what is none is null`(value: Double?, expected: String) {
    let written = text { $0.value(value) }
    #expect(written == expected)
    if let value, value.isFinite { #expect(Double(written) == value) }
  }

  @Test(
    arguments: [
      ("", "\"\""), ("a \"b\" \\c", "\"a \\\"b\\\" \\\\c\""), ("\n\r\t", "\"\\n\\r\\t\""),
      ("\u{0}\u{1B}\u{7F}\u{9B}", "\"\\u0000\\u001b\\u007f\\u009b\""),
      ("\u{2028}\u{2029}</script>", "\"\\u2028\\u2029\\u003c/script>\""), ("é漢👍", "\"é漢👍\""),
      ("\r\n", "\"\\r\\n\""),
      ("\u{61C}\u{200E}\u{200F}", "\"\\u061c\\u200e\\u200f\""),
      ("\u{202A}\u{202E}\u{2066}\u{2069}", "\"\\u202a\\u202e\\u2066\\u2069\""),
      ("\u{202F}\u{2065}\u{EFFF}", "\"\u{202F}\u{2065}\u{EFFF}\""),
    ])
  func `a string is escaped`(value: String, expected: String) {
    #expect(text { $0.value(value) } == expected)
  }

  @Test func `objects and arrays nest, on one line or on many`() {
    func write(_ json: inout JSONWriter) {
      json.object {
        $0.member("a", 1)
        $0.member("b", true)
        $0.key("c")
        $0.array { list in
          list.element()
          list.value("x" as String?)
          list.element()
          list.object { $0.member("d", nil as String?) }
          list.element()
          list.array { _ in }
        }
        $0.key("e")
        $0.object { _ in }
      }
    }
    #expect(text(write) == #"{"a":1,"b":true,"c":["x",{"d":null},[]],"e":{}}"#)
    var pretty = JSONWriter(isPretty: true, depth: 1)
    write(&pretty)
    #expect(
      pretty.text
        == """
        {
            "a": 1,
            "b": true,
            "c": [
              "x",
              {
                "d": null
              },
              []
            ],
            "e": {}
          }
        """)
  }
}
