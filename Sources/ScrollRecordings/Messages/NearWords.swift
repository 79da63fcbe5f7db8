/// Suggestions for a misspelled word.
package enum NearWords {
  /// At most five words that are similar to a word: words that contain it, words that it begins with, and words whose
  /// edit distance is at most a third of their letters.
  package static func near(_ word: String, _ words: [String]) -> [String] {
    ranked(word, words).prefix(5).map(\.key)
  }

  /// ` Near it: a, b.`, or empty.
  package static func sentence(_ near: [String]) -> String {
    near.isEmpty ? "" : " Near it: \(near.joined(separator: ", "))."
  }

  /// The most similar word; of several, the one whose length is closest.
  package static func nearest(_ word: String, _ words: [String]) -> String? {
    ranked(word, words).min {
      ($0.distance, abs($0.key.count - word.count)) < ($1.distance, abs($1.key.count - word.count))
    }?.key
  }

  /// Maximum length in bytes: longer words are not misspellings, and the cost of a comparison is the product of the
  /// lengths.
  private static let longest = 128

  private static func ranked(_ word: String, _ words: [String]) -> [(distance: Int, key: String)] {
    guard word.utf8.count <= longest else { return [] }
    let word = word.lowercased()
    let ranked = words.compactMap { key -> (distance: Int, key: String)? in
      guard key.utf8.count <= longest else { return nil }
      let lower = key.lowercased()
      let isPart =
        word.count > 1 && (lower.contains(word) || lower.count > 2 && word.contains(lower))
      let most = max(word.count, key.count) / 3
      guard isPart || abs(word.count - lower.count) <= most else { return nil }
      let distance = isPart ? 0 : distance(word, lower)
      return distance <= most ? (distance, key) : nil
    }
    return ranked.enumerated().sorted {
      ($0.element.distance, $0.offset) < ($1.element.distance, $1.offset)
    }.map(\.element)
  }

  /// The edit distance: the number of letters to insert, delete, change, or swap with the next one.
  private static func distance(_ first: String, _ second: String) -> Int {
    let (first, second) = (Array(first), Array(second))
    var rows = [Array(0...second.count)]
    for (index, letter) in first.enumerated() {
      var row = [index + 1]
      for (column, other) in second.enumerated() {
        var least = min(
          rows[index][column + 1] + 1, row[column] + 1,
          rows[index][column] + (letter == other ? 0 : 1))
        if index > 0, column > 0, letter == second[column - 1], first[index - 1] == other {
          least = min(least, rows[index - 1][column - 1] + 1)
        }
        row.append(least)
      }
      rows.append(row)
    }
    return rows[first.count][second.count]
  }
}
