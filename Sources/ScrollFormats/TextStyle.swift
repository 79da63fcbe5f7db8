/// Colours of the text report; none of them is needed to read it.
public struct TextStyle: Sendable {
  /// Whether escape codes are written at all.
  public var isColored: Bool
  /// Columns of the page.
  public var width: Int

  /// A style.
  public init(isColored: Bool = false, width: Int = 80) {
    self.isColored = isColored
    self.width = width
  }

  package func heading(_ text: String) -> String { code("1", text) }
  package func faint(_ text: String) -> String { code("2", text) }
  package func warning(_ text: String) -> String { code("33", text) }
  package func failure(_ text: String) -> String { code("31;1", text) }
  package func sample(_ text: String) -> String { code("36", text) }
  package func curve(_ text: String) -> String { code("35", text) }

  private func code(_ number: String, _ text: String) -> String {
    isColored ? "\u{1B}[\(number)m\(text)\u{1B}[0m" : text
  }
}
