import ScrollFormats
import Testing

@Suite struct TextLayoutTests {
  /// Word for word.
  private func broken(_ text: String, width: Int) -> [String] {
    text.split(separator: " ").reduce(into: []) { lines, word in
      if let last = lines.last, last.count + 1 + word.count <= width {
        lines[lines.count - 1] = last + " " + word
      } else {
        lines.append(String(word))
      }
    }
  }

  @Test(arguments: [
    "decelerate k 3.98149 ± 0.00038 1/s W402", "a  b", " a", "a ", "", " ", "漢字 é ñ",
    "e\u{301} e\u{301}",
    "\u{1F468}\u{200D}\u{1F469} x", "a\r\nb c",
  ])
  func `a text is broken where it does not fit`(_ text: String) {
    for width in 1...text.count + 2 {
      #expect(TextLayout.wrap(text, width: width) == broken(text, width: width))
    }
  }
}
