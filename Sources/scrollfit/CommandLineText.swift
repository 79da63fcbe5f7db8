import ScrollFormats
import ScrollReport

/// Commands for the user to copy.
enum CommandLineText {
  /// A word quoted for a shell.
  static func quoted(_ word: String) -> String {
    let isPlain =
      !word.isEmpty
      && word.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"):
          true
        default: "_-./=:,+@%".utf8.contains(byte)
        }
      }
    return isPlain ? word : "'" + escapedForTerminal(word).replacing("'", with: "'\\''") + "'"
  }
}
