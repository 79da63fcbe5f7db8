/// Text with marks. Each renderer escapes it, and turns the marks into Markdown or HTML.
struct Phrase: ExpressibleByStringInterpolation, Sendable {
  /// The meaning of a part of a text.
  enum Mark: Sendable {
    case plain, strong, soft, code
    /// A verdict: passed, undecided, failed.
    case good, warn, bad
    /// A path or key, which may be broken after its separators; `path` and `softPath` have a style of their own.
    case breakable, path, softPath
    /// A target of links, with its text as its name.
    case anchor
    /// Codes, separated by spaces, each a link to its explanation.
    case codes
    /// The start of a new line; its text is empty.
    case lineBreak
  }

  /// Parts of a text, each with its mark and, if it is a link, the name of its target.
  private(set) var spans: [(text: String, mark: Mark, link: String?)] = []

  init(_ text: String, _ mark: Mark = .plain, link: String? = nil) {
    spans = text.isEmpty && mark != .lineBreak ? [] : [(text, mark, link)]
  }

  init(stringLiteral text: String) { self.init(text) }

  init(stringInterpolation: Phrase) { self = stringInterpolation }

  /// Phrases on lines of their own.
  static func lines(_ phrases: [Phrase]) -> Phrase {
    phrases.reduce(into: "") { result, phrase in
      if !result.spans.isEmpty { result.spans.append(("", .lineBreak, nil)) }
      result.spans += phrase.spans
    }
  }
}

extension Phrase: StringInterpolationProtocol {
  init(literalCapacity: Int, interpolationCount: Int) {}

  mutating func appendLiteral(_ text: String) { spans += Phrase(text).spans }

  mutating func appendInterpolation(_ value: some CustomStringConvertible, _ mark: Mark = .plain) {
    spans += Phrase(value.description, mark).spans
  }

  mutating func appendInterpolation(_ phrase: Phrase) { spans += phrase.spans }
}
