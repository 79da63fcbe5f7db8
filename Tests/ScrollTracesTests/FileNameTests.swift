import ScrollTraces
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite struct FileNameTests {
  @Test(
    arguments: [
      ("plain.csv", "plain.csv"), ("é漢字😀.csv", "é漢字😀.csv"), ("", ""),
      // Decomposed and composed accents are different names.
      ("e\u{301}", "e\u{301}"),
    ])
  func `a name in UTF-8 is its own text`(name: String, text: String) {
    #expect(Array(FileName.text(Array(name.utf8)).utf8) == Array(text.utf8))
    #expect(FileName.bytes(text) == Array(name.utf8))
  }

  @Test(
    arguments: [
      ([0xFF], "\u{EFFF}"), ([0x61, 0x80, 0x62], "a\u{EF80}b"),
      // A cut character, one written too long, a surrogate, one beyond Unicode.
      ([0xC3], "\u{EFC3}"), ([0xC0, 0xAF], "\u{EFC0}\u{EFAF}"),
      ([0xED, 0xA0, 0x80], "\u{EFED}\u{EFA0}\u{EF80}"),
      ([0xF5, 0x80, 0x80, 0x80], "\u{EFF5}\u{EF80}\u{EF80}\u{EF80}"),
      // The character of a byte, as a name: its own bytes, not that byte.
      ([0xEE, 0xBF, 0xBF], "\u{EFEE}\u{EFBF}\u{EFBF}"),
      ([0xC3, 0xA9, 0xE9], "é\u{EFE9}"),
    ] as [([UInt8], String)])
  func `bytes that are not UTF-8 are characters of their own`(name: [UInt8], text: String) {
    #expect(FileName.text(name) == text)
    #expect(FileName.bytes(text) == name)
    #expect(FileName.withCString(text) { strlen($0) } == name.count)
  }

  @Test func `names come back as they were, and no two have one text`() {
    var random = SystemRandomNumberGenerator()
    let alphabet: [UInt8] = [
      0x2F, 0x61, 0x80, 0xBE, 0xBF, 0xC3, 0xE9, 0xED, 0xEE, 0xEF, 0xF0, 0xFF,
    ]
    var texts: [String: [UInt8]] = [:]
    // Every name of up to three of these bytes, and longer ones at random.
    var names: [[UInt8]] = [[]]
    for length in 1...3 {
      names += names.filter { $0.count == length - 1 }.flatMap { name in
        alphabet.map { name + [$0] }
      }
    }
    for _ in 0..<2000 {
      names.append(
        (0..<Int.random(in: 4...20, using: &random)).map { _ in UInt8.random(in: 1...255) })
    }
    for name in names {
      let text = FileName.text(name)
      #expect(FileName.bytes(text) == name)
      #expect(texts[text, default: name] == name)
      texts[text] = name
    }
  }
}
