/// Determines the shapes of lines, with a cache for lines of the same statement.
struct LogReader {
  let names: LogNames
  /// The names in conditions in lower case, and what their values are to be.
  private let conditions: [(name: String, wanted: RowCondition.Wanted)]
  private var splitter = LogTokens()
  private var skeleton: [UInt8] = []
  private var shapes: [[UInt8]: Shape] = [:]
  /// Maximum number of cached statements.
  private static let shapeCount = 256

  /// The shape of a line, and the key of its statement.
  struct Shape {
    var key: String?
    var shape: LogShape
    var hasDecimalComma: Bool { shape.hasDecimalComma }
  }

  init(_ options: ReadingOptions) {
    names = LogNames(options)
    conditions = options.conditions.map { ($0.column.lowercased(), RowCondition.Wanted($0)) }
  }

  /// Whether the last line is the factor of a matrix, as MATLAB shows it: `1.0e+03 *`.
  var isFactor: Bool {
    tokens.map(\.kind) == [.number, .mark] && tokens[1].mark == UInt8(ascii: "*")
  }

  /// The tokens of the last line.
  var tokens: [LogToken] { splitter.tokens }

  /// The shape of a line.
  mutating func shape(of line: UnsafeRawBufferPointer) -> Shape {
    splitter.split(line)
    splitter.skeleton(of: line, into: &skeleton)
    if let known = shapes[skeleton] { return known }
    let shape = LogShape(splitter.tokens, line, names)
    let found = Shape(key: shape.key(names), shape: shape)
    if shapes.count == Self.shapeCount { shapes.removeAll(keepingCapacity: true) }
    shapes[skeleton] = found
    return found
  }

  /// Whether the last line, which has this shape, meets all conditions.
  func isChosen(_ shape: LogShape, _ line: UnsafeRawBufferPointer) -> Bool {
    conditions.allSatisfy { name, wanted in
      let values = shape.labels + shape.values + (shape.phase.map { [$0] } ?? [])
      let range = values.first { $0.name.lowercased() == name }.map { tokens[$0.token].range }
      return wanted.isIn(UnsafeRawBufferPointer(rebasing: line[range ?? 0..<0]))
    }
  }

  mutating func key(of line: [UInt8]) -> String? { line.withUnsafeBytes { shape(of: $0).key } }
}
