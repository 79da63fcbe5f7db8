internal import ScrollFormats

/// A picture of characters: marks, and behind them lines of dots that are smaller than a character.
struct TextCanvas {
  /// What a cell shows; it determines the colour.
  enum Ink: Sendable { case plain, frame, curve, sample }

  let columns: Int
  let rows: Int
  let glyphs: TerminalPlot.Glyphs
  private var masks: [UInt8]
  private var marks: [Character?]
  private var inks: [Ink]

  init(columns: Int, rows: Int, glyphs: TerminalPlot.Glyphs) {
    self.columns = columns
    self.rows = rows
    self.glyphs = glyphs
    masks = Array(repeating: 0, count: columns * rows)
    marks = Array(repeating: nil, count: columns * rows)
    inks = Array(repeating: .plain, count: columns * rows)
  }

  /// Size of the picture in dots.
  var dotColumns: Int { columns * glyphs.dotsAcross }
  var dotRows: Int { rows * glyphs.dotsDown }

  /// The cell at a position in dots; the nearest cell for a position outside.
  func cell(_ x: Double, _ y: Double) -> (column: Int, row: Int) {
    (
      Self.index(x, of: dotColumns) / glyphs.dotsAcross,
      Self.index(y, of: dotRows) / glyphs.dotsDown
    )
  }

  /// The index of the dot at a coordinate, limited to the picture; the first for NaN, which an overflowed axis
  /// gives.
  static func index(_ coordinate: Double, of count: Int) -> Int {
    guard !coordinate.isNaN else { return 0 }
    // The tolerance makes coordinates on the border between two dots belong to the same dot on every platform.
    return Int(max(0, min(Double(count - 1), (coordinate + 1e-6).rounded(.down))))
  }

  /// Sets a dot; ignored outside the picture.
  mutating func dot(_ x: Int, _ y: Int, _ ink: Ink) {
    guard 0..<dotColumns ~= x, 0..<dotRows ~= y else { return }
    let cell = y / glyphs.dotsDown * columns + x / glyphs.dotsAcross
    masks[cell] |= glyphs.bit(across: x % glyphs.dotsAcross, down: y % glyphs.dotsDown)
    inks[cell] = ink
  }

  /// Draws a range of ordinates in each column of dots and connects neighbouring columns.
  mutating func draw(_ spans: [ClosedRange<Double>?], _ ink: Ink) {
    var last: ClosedRange<Int>?
    for (x, span) in spans.enumerated() {
      guard let span else {
        last = nil
        continue
      }
      var from = Self.index(span.lowerBound, of: dotRows)
      var to = Self.index(span.upperBound, of: dotRows)
      let own = from...to
      if let last, x > 0 {
        // Each of the two columns fills half of the gap.
        if last.upperBound + 1 < from {
          let middle = (last.upperBound + from) / 2
          if last.upperBound < middle { fill(x - 1, last.upperBound + 1...middle, ink) }
          from = middle + 1
        } else if to + 1 < last.lowerBound {
          let middle = (last.lowerBound + to) / 2
          if middle + 1 < last.lowerBound { fill(x - 1, middle + 1...last.lowerBound - 1, ink) }
          to = middle
        }
      }
      fill(x, from...to, ink)
      last = own
    }
  }

  private mutating func fill(_ x: Int, _ range: ClosedRange<Int>, _ ink: Ink) {
    for y in range { dot(x, y, ink) }
  }

  /// Draws a dashed line along a row of dots.
  mutating func dashes(_ y: Int, _ ink: Ink) {
    for x in 0..<dotColumns where x / glyphs.dotsAcross % 2 == 0 { dot(x, y, ink) }
  }

  /// Sets a mark in a cell, in front of its dots.
  mutating func mark(_ character: Character, column: Int, row: Int, _ ink: Ink) {
    guard 0..<columns ~= column, 0..<rows ~= row else { return }
    marks[row * columns + column] = character
    inks[row * columns + column] = ink
  }

  func hasDots(column: Int, row: Int) -> Bool { masks[row * columns + column] != 0 }

  func isEmpty(column: Int, row: Int) -> Bool {
    marks[row * columns + column] == nil && !hasDots(column: column, row: row)
  }

  /// A row with colours, without trailing spaces.
  func line(_ row: Int, style: TextStyle) -> String {
    let cells = row * columns..<(row + 1) * columns
    guard let last = cells.last(where: { marks[$0] != nil || masks[$0] != 0 }) else { return "" }
    var result = ""
    var run = ""
    var ink = Ink.plain
    func flush() {
      result += style.ink(ink, run)
      run = ""
    }
    for cell in cells.lowerBound...last {
      let character = marks[cell] ?? (masks[cell] == 0 ? " " : glyphs.character(masks[cell]))
      // A space needs no colour.
      if character != " ", inks[cell] != ink {
        flush()
        ink = inks[cell]
      }
      run.append(character)
    }
    flush()
    return result
  }
}

extension TerminalPlot.Glyphs {
  /// Dots per cell horizontally: two in braille patterns.
  var dotsAcross: Int { self == .braille ? 2 : 1 }
  /// Dots per cell vertically: `'`, `-` and `.` are three.
  var dotsDown: Int { self == .braille ? 4 : 3 }

  /// The bit of a dot in the mask of its cell.
  func bit(across: Int, down: Int) -> UInt8 {
    guard self == .braille else { return 1 << UInt8(down) }
    // Dots 1 2 3 and 4 5 6 of the pattern, then 7 and 8 below them, in Unicode bit order.
    return down == 3 ? 0x40 << UInt8(across) : 1 << UInt8(down + 3 * across)
  }

  func character(_ mask: UInt8) -> Character {
    if self == .braille {
      return Unicode.Scalar(0x2800 + UInt32(mask)).map { Character($0) } ?? " "
    }
    return switch mask {
    case 0: " "
    case 1, 3: "'"
    case 2: "-"
    case 4, 6: "."
    case 5: ":"
    default: "|"
    }
  }
}

extension TextStyle {
  /// Text in the colour of an ink.
  func ink(_ ink: TextCanvas.Ink, _ text: String) -> String {
    guard !text.isEmpty else { return "" }
    return switch ink {
    case .plain: text
    case .frame: faint(text)
    case .curve: curve(text)
    case .sample: sample(text)
    }
  }
}
