/// A pattern of names: `*` stands for any run of characters, none and `/` included, `?` for one character, all
/// else for itself; upper and lower case differ.
///
/// A match takes time in proportion to the lengths of pattern and name multiplied, at worst.
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
    // Where the last * stands and up to where it reaches: only that one need ever reach further.
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
