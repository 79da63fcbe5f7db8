/// Words that may have been meant by another one.
package enum NearWords {
  /// The words that are most like one, at most five: those that contain it or begin it, and those that are a third of
  /// their letters or less away.
  package static func near(_ word: String, _ words: [String]) -> [String] {
    let word = word.lowercased()
    let ranked = words.compactMap { key -> (distance: Int, key: String)? in
      let lower = key.lowercased()
      let isPart =
        word.count > 1 && (lower.contains(word) || lower.count > 2 && word.contains(lower))
      let distance = isPart ? 0 : distance(word, lower)
      return distance <= max(word.count, key.count) / 3 ? (distance, key) : nil
    }
    return ranked.enumerated().sorted {
      ($0.element.distance, $0.offset) < ($1.element.distance, $1.offset)
    }.prefix(5).map(\.element.key)
  }

  /// How many letters must be added, left out or changed to make one word of another.
  private static func distance(_ first: String, _ second: String) -> Int {
    let second = Array(second)
    var row = Array(0...second.count)
    for (index, letter) in first.enumerated() {
      var diagonal = row[0]
      row[0] = index + 1
      for column in second.indices {
        let above = row[column + 1]
        row[column + 1] = min(
          above + 1, row[column] + 1, diagonal + (letter == second[column] ? 0 : 1))
        diagonal = above
      }
    }
    return row[second.count]
  }
}
