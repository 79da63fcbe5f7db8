/// The colours and width of the text report, which is readable without colours.
public struct TextStyle: Sendable {
  /// Whether escape codes for colours are written.
  public var isColored: Bool
  /// The width of the report in columns.
  public var width: Int

  /// Creates a style.
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
