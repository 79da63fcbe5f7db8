/// Time codes of videos: hours, minutes, seconds, and the number of the frame, `00:00:12:07`.
enum TimeCode {
  /// Whether a text is one.
  static func isOne(_ text: UnsafeRawBufferPointer) -> Bool {
    let parts = text.split(omittingEmptySubsequences: false) { ":;".utf8.contains($0) }
    return parts.count == 4 && parts.dropFirst().allSatisfy { $0.count == 2 }
      && (1...2).contains(parts[0].count) && parts.joined().allSatisfy(isDigit)
  }

  /// What to type for codes in a column; the number of frames a second is not in them.
  ///
  /// - Parameters:
  ///   - awk: the command, with the options for the separator.
  ///   - cell: the number of the column, from 1.
  ///   - command: what reads the result.
  static func help(_ awk: String, cell: Int, _ command: String) -> String {
    "with ff from 00 to 29, or else the number of frames a second in place of 30, type \(awk) '{ n = split($\(cell), p, /[:;]/); if (n == 4)"
      + " $\(cell) = sprintf(\"%.6f\", p[1] * 3600 + p[2] * 60 + p[3] + p[4] / 30) } 1' FILE | scrollfit \(command) -"
  }
}
