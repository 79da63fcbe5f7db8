/// Commands for the user to type that change the lines of a log.
enum LogCommand {
  /// A command that changes a number in each line.
  ///
  /// - Parameters:
  ///   - name: the name in front of the number; nil for the first number of lines.
  ///   - change: what awk does with it: `/ 60`.
  static func scaled(_ name: String?, _ change: String) -> String {
    // Of `sample.time` lines have the last part, if it is that of an object.
    let word = name.map { $0.split(separator: ".").last.map(String.init) ?? $0 }
    let front = word.map { "(^|[^A-Za-z0-9_])\($0)[^A-Za-z0-9]*" } ?? "^[^0-9]*"
    return "awk 'match($0, /\(front)[0-9.]+/) { a = substr($0, 1, RSTART + RLENGTH - 1); n = a;"
      + " sub(/.*[^0-9.]/, \"\", n); $0 = substr(a, 1, length(a) - length(n)) sprintf(\"%.9f\", n \(change))"
      + " substr($0, RSTART + RLENGTH) } 1' FILE"
  }
}
