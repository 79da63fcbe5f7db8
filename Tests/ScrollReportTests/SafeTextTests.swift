import ScrollFormats
import ScrollReport
import Testing

@Suite struct SafeTextTests {
  /// A text and what becomes of it; the list of tests shows only the harmless one.
  struct Case: Sendable, CustomTestStringConvertible {
    var text: String
    var expected: String

    init(_ text: String, _ expected: String) {
      self.text = text
      self.expected = expected
    }

    var testDescription: String { escapedForTerminal(expected) }
  }

  @Test(
    arguments: [
      Case("plain 漢字 é ñ", "plain 漢字 é ñ"),
      Case("\u{1B}[31mred\u{1B}]0;title\u{7}", "\\u{1b}[31mred\\u{1b}]0;title\\u{7}"),
      Case("a\nb\rc\td", "a\\nb\\rc\\td"),
      Case("\u{202E}cod\u{2066}x\u{200F}", "\\u{202e}cod\\u{2066}x\\u{200f}"),
      Case("\u{85}\u{2028}\u{2029}\u{FEFF}", "\\u{85}\\u{2028}\\u{2029}\\u{feff}"),
      Case("\u{0}\u{9B}31m\u{E000}\u{AD}", "\\u{0}\\u{9b}31m\\u{e000}\\u{ad}"),
      Case("\r\n", "\\r\\n"), Case("", ""),
      Case("\u{EF80}.csv \u{EFFF}", "\\x80.csv \\xff"),
      // Commands of workflow runners; the rest is no command.
      Case("::error::x", ":\\u{3a}error::x"), Case("a ::set-output", "a :\\u{3a}set-output"),
      Case("a::b: :c", "a::b: :c"), Case("##[group]", "##\\u{5b}group]"),
      Case("x##vso[task", "x##\\u{76}so[task"), Case("#[#", "#[#"),
    ])
  func `what could act on a terminal is written out`(case: Case) {
    #expect(escapedForTerminal(`case`.text) == `case`.expected)
  }

  @Test(
    arguments: [
      Case("plain", "plain"), Case("", ""), Case("a,b", "\"a,b\""),
      Case("say \"x\"", "\"say \"\"x\"\"\""),
      Case("two\nlines", "\"two\nlines\""), Case("two\r\nlines", "\"two\r\nlines\""),
      Case("=1+1", "'=1+1"), Case("+1+1", "'+1+1"), Case("-1-1", "'-1-1"), Case("@x", "'@x"),
      Case("-1", "-1"), Case("+1", "+1"), Case("-1.5e-3", "-1.5e-3"), Case("-inf", "'-inf"),
      Case("-0x1p3", "'-0x1p3"), Case("-x", "'-x"), Case("\n=1", "\"'\n=1\""),
      Case("＝1+1", "'＝1+1"), Case("＋1", "'＋1"), Case("－1", "'－1"), Case("＠x", "'＠x"),
      Case("::error::x", "\"::error::x\""),
      Case("\tx", "'\tx"),
      Case("\rx", "\"'\rx\""), Case("=a,b", "\"'=a,b\""), Case("-", "-"), Case("a=b", "a=b"),
    ])
  func `a field of CSV is quoted where it must be and never a formula`(case: Case) {
    #expect(CSVText.field(`case`.text) == `case`.expected)
  }
}
