/// Source positions, as browsers and compilers print them.
extension LogTokens {
  /// The end of ` 12:10 ` behind a URL, as the logs of chromedriver have it; the place if there is none.
  func lineAndColumnEnd(_ line: UnsafeRawBufferPointer, _ place: Int) -> Int {
    let text = line[place...].dropFirst().prefix { $0 != 0x20 }
    let parts = text.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    let isPlace =
      parts.count == 2 && parts.allSatisfy { !$0.isEmpty && $0.allSatisfy(isDigit) }
    return isPlace ? text.endIndex : place
  }

  /// Whether a word is the name of a source file, such as `scroll.js`, or the name that a browser gives to code without
  /// a file.
  func isNameOfCode(_ word: Slice<UnsafeRawBufferPointer>) -> Bool {
    if word.starts(with: "VM".utf8), word.dropFirst(2).allSatisfy(isDigit) { return true }
    return Self.endings.contains { ending in
      word.count > ending.utf8.count && word.suffix(ending.utf8.count).elementsEqual(ending.utf8)
    }
  }

  private static let endings = [
    ".js", ".mjs", ".cjs", ".ts", ".jsx", ".tsx", ".vue", ".svelte", ".html", ".bundle", ".dart",
    ".swift", ".m", ".mm", ".kt", ".java", ".py", ".cpp", ".cs",
  ]
}
