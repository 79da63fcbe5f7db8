/// A pattern for names: `*` matches any characters, including none and `/`; `?` matches one character; other characters
/// match themselves. It is case-sensitive.
///
/// In the worst case, matching takes time proportional to the product of the lengths of pattern and name.
public struct GlobPattern: Sendable, Hashable {
  /// The pattern as written.
  public let text: String
  private let scalars: [Unicode.Scalar]

  /// A pattern.
  public init(_ text: String) {
    self.text = text
    scalars = Array(text.unicodeScalars)
  }

  /// Whether it matches a whole name.
  public func matches(_ name: String) -> Bool {
    let name = Array(name.unicodeScalars)
    var position = 0
    var index = 0
    // The last * and the end of its match: only the last one ever needs to match more.
    var star: (index: Int, position: Int)?
    while position < name.count {
      if index < scalars.count, scalars[index] == "*" {
        star = (index, position)
        index += 1
      } else if index < scalars.count, scalars[index] == "?" || scalars[index] == name[position] {
        index += 1
        position += 1
      } else if let last = star {
        star = (last.index, last.position + 1)
        index = last.index + 1
        position = last.position + 1
      } else {
        return false
      }
    }
    return scalars[index...].allSatisfy { $0 == "*" }
  }

  /// Whether it matches a constant: its `law.key`, or its key alone.
  public func matches(law: String, key: String) -> Bool {
    matches("\(law).\(key)") || matches(key)
  }
}
