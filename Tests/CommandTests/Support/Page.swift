import Testing

#if canImport(System)
  import System
#else
  import SystemPackage
#endif
#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A page of HTML as its elements, checked to be closed in their order.
struct Page {
  /// One element.
  struct Element {
    var name: String
    var attributes: [String: String]
    /// The text before its first child.
    var text: String
    /// Positions of the elements around it.
    var parents: [Int]
    /// The position behind the last element inside it.
    var end: Int
  }

  private(set) var elements: [Element] = []

  init(_ html: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    // No end tag of these.
    let empty: Set<String> = ["meta", "link", "br", "!DOCTYPE"]
    var open: [Int] = []
    for piece in html.split(separator: "<").dropFirst(html.hasPrefix("<") ? 0 : 1) {
      let end = try #require(piece.firstIndex(of: ">"), "a tag is not closed: \(piece.prefix(60))")
      var tag = piece[..<end]
      let text = String(piece[piece.index(after: end)...])
      if tag.hasPrefix("/") {
        let closed = open.popLast()
        let last = try #require(closed, "</\(tag.dropFirst())> closes nothing")
        #expect(elements[last].name == tag.dropFirst(), sourceLocation: sourceLocation)
        elements[last].end = elements.count
        continue
      }
      let isClosed = tag.hasSuffix("/")
      if isClosed { tag = tag.dropLast() }
      let name = String(tag.prefix { $0 != " " && $0 != "\n" })
      // A place where a word may break is no element of its own.
      if name == "wbr", let last = open.last {
        elements[last].text += text
        continue
      }
      elements.append(
        Element(
          name: name, attributes: try Page.attributes(tag.dropFirst(name.count)), text: text,
          parents: open, end: elements.count + 1))
      if !isClosed, !empty.contains(name) { open.append(elements.count - 1) }
    }
    #expect(open.isEmpty, "left open: \(open.map { elements[$0].name })")
  }

  private static func attributes(_ text: Substring) throws -> [String: String] {
    var result: [String: String] = [:]
    var rest = text
    while let start = rest.firstIndex(where: { $0 != " " && $0 != "\n" }) {
      rest = rest[start...]
      let name = String(rest.prefix { $0 != "=" && $0 != " " })
      rest = rest.dropFirst(name.count)
      guard rest.hasPrefix("=") else {
        result[name] = ""
        continue
      }
      rest = rest.dropFirst()
      try #require(rest.first == "\"", "an attribute without quotes: \(name)")
      rest = rest.dropFirst()
      let value = rest.prefix { $0 != "\"" }
      try #require(rest.count > value.count, "an attribute without an end: \(name)")
      #expect(result.updateValue(String(value), forKey: name) == nil, "\(name) twice")
      rest = rest.dropFirst(value.count + 1)
    }
    return result
  }

  func all(_ name: String) -> [Element] { elements.filter { $0.name == name } }

  /// The texts of an element and all inside it.
  func text(of index: Int) -> String {
    elements[index..<elements[index].end].map(\.text).joined(separator: " ")
  }

  /// The elements of one name, each with all its text.
  func texts(_ name: String) -> [String] {
    elements.indices.filter { elements[$0].name == name }.map(text(of:))
  }

  /// The headings, captions and columns, the names in plots, and the rows that are no samples: one line each.
  var outline: [String] {
    elements.indices.compactMap { index in
      let element = elements[index]
      let kind = element.attributes["class"].map { "\(element.name).\($0)" } ?? element.name
      switch element.name {
      case "title", "h1", "h2", "h3", "summary", "th": break
      case "path" where element.parents.contains { elements[$0].attributes["class"] == "view" }:
        return kind
      case "text" where element.attributes["class"] == "name": break
      default: return nil
      }
      let words = text(of: index).split { $0 == " " || $0 == "\n" }.joined(separator: " ")
      return Double(words) == nil ? "\(kind): \(words)" : nil
    }
  }

  /// The page that `scrollfit report` writes, run in the package.
  static func report(_ arguments: [String], in workspace: Workspace) async throws -> String {
    let outcome = try await Command.run(
      ["report"] + arguments + ["--output", workspace.file("page.html")], in: Command.package)
    #expect(outcome.code == 0, "\(outcome.error)")
    return try #require(workspace.read("page.html"))
  }

  /// The JSON and the script that a page holds, and the page without them; no script in a page without charts.
  static func parts(_ html: String) throws -> (page: String, json: JSONValue, script: String) {
    let opening = "<script type=\"application/json\" id=\"scrollfit-results\">\n"
    let (page, json) = try cut(html, from: opening)
    let (whole, script) =
      page.components(before: "<script>") == nil
      ? (page, "") : try cut(page, from: "<script>")
    return (whole, try JSONValue(json), script)
  }

  /// A page without its style, which is the same in each.
  static func withoutStyle(_ html: String) throws -> String {
    try cut(html, from: "<style>", to: "</style>").page
  }

  /// A page without one of its scripts or its style, and that text.
  private static func cut(
    _ html: String, from opening: String, to closing: String = "</script>"
  ) throws -> (page: String, text: String) {
    let start = try #require(html.components(before: opening))
    let rest = String(html.dropFirst(start.count + opening.count))
    let text = try #require(rest.components(before: closing))
    return (start + rest.dropFirst(text.count + closing.count), text)
  }
}

extension String {
  /// What stands before a text; nil where it does not come.
  fileprivate func components(before text: String) -> String? {
    let words = Array(text.utf8)
    let bytes = Array(utf8)
    guard bytes.count >= words.count else { return nil }
    for start in 0...bytes.count - words.count
    where bytes[start] == words[0] && bytes[start..<start + words.count].elementsEqual(words) {
      return String(decoding: bytes[..<start], as: UTF8.self)
    }
    return nil
  }
}

/// A picture or a page that is kept, and compared without regard to the last digit of a place.
enum Picture {
  /// A picture as text and numbers in turn.
  private static func parts(_ text: String) -> [(text: String, number: Double?)] {
    var result: [(text: String, number: Double?)] = []
    var words: [UInt8] = []
    var digits: [UInt8] = []
    for byte in Array(text.utf8) + [UInt8(ascii: "\n")] {
      if (48...57).contains(byte) || byte == 46 {
        digits.append(byte)
      } else {
        if !digits.isEmpty {
          result.append(
            (
              String(decoding: words, as: UTF8.self),
              Double(String(decoding: digits, as: UTF8.self))
            ))
          (words, digits) = ([], [])
        }
        words.append(byte)
      }
    }
    return result + [(String(decoding: words, as: UTF8.self), nil)]
  }

  /// Compares what was made with what is kept; with `SCROLLFIT_RECORD=1` keeps it instead, and fails.
  ///
  /// The C libraries differ in last digits, which may turn the rounding to a tenth of a pixel.
  static func check(
    _ made: String, against path: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    if getenv("SCROLLFIT_RECORD") != nil {
      let file = try #require(fopen(Command.package.appending(path).string, "w"))
      fputs(made, file)
      fclose(file)
      Issue.record("recorded \(path): look at the change and run again without recording")
      return
    }
    let ours = parts(made)
    let theirs = parts(
      try #require(
        Command.contents(path), "no \(path): record it with SCROLLFIT_RECORD=1",
        sourceLocation: sourceLocation))
    #expect(ours.count == theirs.count, "\(path)", sourceLocation: sourceLocation)
    for (our, their) in zip(ours, theirs) {
      try #require(our.text == their.text, "\(path)", sourceLocation: sourceLocation)
      if let first = our.number, let second = their.number {
        #expect(
          (first - second).magnitude <= 0.1001, "\(path), after \(our.text)",
          sourceLocation: sourceLocation)
      }
    }
  }
}
