internal import ScrollRecordings

/// Commands that mend a file.
extension TraceParser {
  /// The names in a header.
  func names(_ header: UnsafeRawBufferPointer) -> [String] {
    Header.split(Text.trimmed(header), lexer.delimiter.byte).map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  /// The filter of jq for the objects of JSON, in an array or not.
  private static let objects = "inputs | if type == \"array\" then .[] else . end"

  /// What to type for JSON with the change of the offset; nil for other names.
  func stepHelp(_ names: [String]) -> String? {
    guard let step = ColumnName.step(in: names), let axis = ColumnName.stepAxis(names[step]) else {
      return nil
    }
    let change = JSONArrays(path: path).member(names[step], of: "$s")
    return
      "if \(names[step]) is the change of the offset, add it up: jq -cn 'foreach (\(Self.objects)) as $s"
      + " (0; . + \(change); $s + {offset_\(axis.rawValue): .})' FILE | scrollfit fit -"
  }

  /// The name of the time.
  private var timeName: String {
    guard let plan = lexer.state.pointee.builder?.pointee.plan, let slot = plan.timeSlot else {
      return ""
    }
    return plan.columns[plan.numeric[slot]].name
  }

  /// A command that mends the file, behind a colon; empty if there is none.
  func repair(of fault: Fault, in row: UnsafeRawBufferPointer, line: Int) -> String {
    // Rows of JSON and logs are not the text of the file.
    guard source == nil else {
      guard fault.code == .timeBackwards,
        lexer.state.pointee.builder?.pointee.plan.hasNames == false
      else { return "" }
      // Tools that keep logs print the newest line first.
      let isNewestFirst = lexer.state.pointee.builder?.pointee.rows == 2
      guard let log = source?.logFacts else {
        let time = JSONArrays(path: path).member(timeName, of: "$s")
        let apart =
          "foreach (\(Self.objects)) as $s ({n: 1}; if \(time) < .t then .n += 1 else . end | .t = \(time);"
          + " $s + if \(time) then {trace: \"\\(.n)\"} else {} end)"
        return isNewestFirst
          ? "; where the newest is first: jq -n '[\(Self.objects)] | reverse' \(file) | scrollfit fit -"
          : ": jq -cn \(PrintedText.script(apart)) \(file) | scrollfit fit -"
      }
      if isNewestFirst {
        return
          "; where the newest line is first: sed '1!G;h;$!d' \(file) | scrollfit \(log.command) -"
      }
      if log.isDated { return "; to sort the lines: sort -s -k 1,2 \(file) | scrollfit --log -" }
      return "; the part before: head -n \(line - 1) \(file) | scrollfit \(log.command) -"
    }
    let command: String
    switch fault.code {
    case .decimalComma
    where lexer.delimiter != .comma && lexer.state.pointee.builder?.pointee.doubt != nil:
      command = "tr , . < \(file) | scrollfit fit -, or tr -d , < \(file)"
    // To sed, lines that end with a carriage return alone are one line.
    case .decimalComma where fault.help.hasSuffix(RowState.pointsHelp):
      command = "tr -d . < \(file)"
    case .raggedRow where fault.field == nil && lineEndByte == 0x0A,
      .notANumber where (isProse(row) || isRemark(row)) && lineEndByte == 0x0A:
      command = "sed \(line)d \(file)"
    case .noHeader
    where fault.help.hasSuffix(Header.pairHelp) && !isPrintedList(row) && commentedHeader == nil
      && UnnamedColumns.help(firstRows, lexer.delimiter) == nil:
      let time = UnnamedColumns.areSeconds(firstRows, lexer.delimiter) ? "t_s" : "t"
      let header = "\(time)\(String(UnicodeScalar(lexer.delimiter.byte)))offset_y_pt"
      command = "awk 'NR == \(line) { print \"\(header)\" } 1' \(file)"
    case .timeBackwards where lexer.state.pointee.builder?.pointee.plan.hasNames == false:
      command = apart(fault, line)
    case .notANumber where fault.help == RowState.missingHelp:
      guard let emptied = emptied(fault, in: row) else { return "" }
      command = emptied
    case .notANumber where fault.help == DecimalNumber.thousandsHelp:
      guard let joined = joined(fault, in: row) else { return "" }
      command = joined
    case .notUTF8:
      // In Japanese text every other byte is one of these, which are rare signs in Western text.
      let isJapanese = row.count { 0x81...0x9F ~= $0 } > 2
      command = "iconv -f \(isJapanese ? "SHIFT_JIS" : "CP1252") -t UTF-8 \(file)"
    case .noKnownColumn where fault.help == ColumnPlan.spacesHelp:
      command = "sed '/^#/!s/  */,/g' \(file)"
    default: return ""
    }
    return ": \(command) | scrollfit fit -"
  }

  /// A command that sorts rows whose times go back from the start, or else names the recordings between which they do.
  private func apart(_ fault: Fault, _ line: Int) -> String {
    let mark = String(UnicodeScalar(lexer.delimiter.byte))
    let key = (fault.field ?? 0) + 1
    guard lexer.state.pointee.builder?.pointee.rows != 2 else {
      return "{ head -n \(headerLine) \(file); tail -n +\(headerLine + 1) \(file)"
        + " | sort -t '\(mark)' -k \(key),\(key)g; }"
    }
    return "awk -F '\(mark)' -v OFS='\(mark)' '"
      + (headerLine > 1 ? "NR < \(headerLine) { print; next } " : "")
      + "NR == \(headerLine) { h = $0; print \"trace\", h; next } !NF || /^#/ || $0 == h { next }"
      + " $\(key) < t { n++ }"
      + " { t = $\(key); print n + 1, $0 }' \(file)"
  }

  /// A command that takes the thousands separators out of the numbers; nil for those in whole numbers.
  private func joined(_ fault: Fault, in row: UnsafeRawBufferPointer) -> String? {
    let cells = Header.split(Text.trimmed(row), lexer.delimiter.byte)
    guard let field = fault.field, field < cells.count else { return nil }
    let text = cells[field].filter { $0 &- 0x30 >= 10 && $0 != UInt8(ascii: "-") }
    switch (text.first, text.last) {
    case (UInt8(ascii: "'"), _): return "tr -d \"'\" < \(file)"
    case (UInt8(ascii: "."), UInt8(ascii: ",")) where lexer.delimiter != .comma:
      return "tr -d . < \(file)"
    case (UInt8(ascii: "."), UInt8(ascii: ".")) where lexer.delimiter != .comma:
      return "tr -d . < \(file)"
    case (UInt8(ascii: ","), UInt8(ascii: ".")) where text.count == 2 && lexer.delimiter == .comma:
      return "sed 's/\"\\([-0-9]*\\),\\([0-9.]*\\)\"/\\1\\2/g' \(file)"
    case (UInt8(ascii: ","), _):
      return lexer.delimiter == .comma
        ? "sed -e ':a' -e 's/\\(\"[-0-9]*\\),\\([0-9,.]*\"\\)/\\1\\2/' -e 'ta' \(file)"
        : "tr -d , < \(file)"
    case (0x20, _): return "sed 's/\\([0-9]\\) \\([0-9]\\)/\\1\\2/g' \(file)"
    case _ where text.contains(0x99): return "sed 's/’//g' \(file)"
    case (0xC2, _), (0xE2, _): return "tr -d '\\302\\240\\342\\200\\257' < \(file)"
    default: return nil
    }
  }

  /// A command that empties the cells with a word or a sign for no value.
  private func emptied(_ fault: Fault, in row: UnsafeRawBufferPointer) -> String? {
    let cells = Header.split(row, lexer.delimiter.byte)
    guard let field = fault.field, field < cells.count else { return nil }
    let word = String(decoding: cells[field].filter { $0 > 0x20 }, as: UTF8.self)
    if word.contains(where: \.isLetter) { return "sed 's|\(word)||g' \(file)" }
    let mark = String(UnicodeScalar(lexer.delimiter.byte))
    return
      "awk -F '\(mark)' -v OFS='\(mark)' '{ for (i = 1; i <= NF; i++) if ($i ~ /^ *-+ *$/) $i = \"\" } 1' \(file)"
  }

  /// The file in a command to type.
  private var file: String { path == "-" ? "FILE" : TypedCommand.argument(path) }
}
