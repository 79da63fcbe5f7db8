@testable import ScrollFormats
@testable import ScrollReport

/// What is printed: no NaN, no infinity.
enum PrintedOutput {
  /// Ends the program where `nan` or `inf` stands as a word of its own.
  static func check(_ text: String, _ what: String) {
    var text = text
    let place = text.withUTF8 { bytes -> Int? in
      guard bytes.count >= 3 else { return nil }
      func isLetter(_ index: Int) -> Bool {
        guard bytes.indices.contains(index) else { return false }
        let byte = bytes[index] | 0x20
        return (0x61...0x7A).contains(byte) || bytes[index] >= 0x80 || bytes[index] == 0x5F
      }
      for index in 0...(bytes.count - 3)
      where bytes[index + 1] | 0x20 == 0x6E || bytes[index] | 0x20 == 0x6E {
        let (a, b, c) = (bytes[index] | 0x20, bytes[index + 1] | 0x20, bytes[index + 2] | 0x20)
        let isWord = (a, b, c) == (0x6E, 0x61, 0x6E) || (a, b, c) == (0x69, 0x6E, 0x66)
        if isWord, !isLetter(index - 1), !isLetter(index + 3) { return index }
      }
      return nil
    }
    guard let place else { return }
    let around = Array(text.utf8)[max(0, place - 200)..<min(text.utf8.count, place + 60)]
    broken("\(what) prints a number that is not finite: \(String(decoding: around, as: UTF8.self))")
  }

  /// Ends the program where output is not JSON, or has such a word.
  @discardableResult
  static func checkJSON(_ text: String, _ what: String) -> JSONNode {
    check(text, what)
    do throws(JSONFault) {
      return try JSONNode(Array(text.utf8))
    } catch {
      broken("\(what) is no JSON: \(error)\n\(text)")
    }
  }

  /// The same for lines of JSON.
  static func checkLines(_ text: String, _ what: String) {
    for line in text.split(separator: "\n") { checkJSON(String(line), what) }
  }
}
