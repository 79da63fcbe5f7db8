/// The constants of one law.
public struct LawConstants: Sendable {
  /// The law, as named by the command.
  public var law: String
  /// The constants, in the order of help and messages.
  public var constants: [ConstantDescription]
  /// Groups of names; exactly one name of each must be given.
  public var oneOf: [[String]]

  /// The constants of a law.
  public init(_ law: String, _ constants: [ConstantDescription], oneOf: [[String]] = []) {
    self.law = law
    self.constants = constants
    self.oneOf = oneOf
  }

  /// `C, delta and phi`.
  public var names: String { Self.list(constants.map(\.name), "and") }

  /// The columns that help fills in a terminal of usual width.
  private static let widthOfHelp = 79

  /// Help with one line per constant: name, unit, meaning, and whether it is required.
  public var help: String {
    let name = (constants.map(\.name.count).max() ?? 0) + 2
    let unit = (constants.map(\.unit.count).max() ?? 0) + 2
    func pad(_ text: String, _ width: Int) -> String {
      text + String(repeating: " ", count: max(0, width - text.count))
    }
    return constants.map { constant in
      let note =
        if constant.isRequired {
          "; required"
        } else if oneOf.contains(where: { $0.contains(constant.name) }) {
          "; one of these"
        } else {
          constant.standard.map { " (default: \($0))" } ?? ""
        }
      let head = "  " + pad(constant.name, name) + pad(constant.unit, unit)
      guard !constant.meaning.isEmpty || !note.isEmpty else {
        return "  "
          + (constant.unit.isEmpty ? constant.name : pad(constant.name, name) + constant.unit)
      }
      // What is too long for a terminal goes on below the meaning, not in the first column.
      let isLong = head.count + constant.meaning.count + note.count > Self.widthOfHelp
      return head + constant.meaning
        + (isLong && note.hasPrefix(" ") ? "\n" + pad("", head.count) + note.dropFirst() : note)
    }.joined(separator: "\n")
  }

  /// The help of several laws, one paragraph each.
  public static func help(_ laws: [LawConstants]) -> String {
    laws.map { "Constants of \($0.law):\n\($0.help)" }.joined(separator: "\n\n")
  }

  /// `a, b and c`.
  public static func list(_ names: [String], _ word: String = "or") -> String {
    guard names.count > 1 else { return names.first ?? "" }
    return names.dropLast().joined(separator: ", ") + " \(word) " + (names.last ?? "")
  }

  /// A number without a trailing `.0`.
  public static func short(_ value: Double) -> String {
    let text = "\(value)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
