/// What other programs call the rate of frames and the time between samples, and how they write it.
extension MetadataKey {
  /// Names with joined words, and the key that each of them means. A rate of samples is an interval.
  private static let others: [(name: String, key: MetadataKey)] = [
    ("fps", .refreshRate), ("framerate", .refreshRate), ("refreshrate", .refreshRate),
    ("samplerate", .interval), ("samplingrate", .interval), ("dt", .interval),
    ("sampleinterval", .interval), ("samplinginterval", .interval), ("frameinterval", .interval),
    ("interval", .interval), ("density", .scale), ("screenscale", .scale),
    ("devicepixelratio", .scale),
  ]

  private static let starts = ["fp", "fr", "re", "sa", "dt", "in", "de", "sc"]

  /// The longest of these names, with separators and a unit.
  private static let longestOther = 24

  /// The name of a key in joined words, and the unit in it: `sample_interval_ms` is `sampleinterval` in ms.
  private static func joined(_ key: String) -> (name: String, unit: ColumnUnit?)? {
    let bytes = key.utf8
    // Few keys begin as one of these names does.
    guard (2...longestOther).contains(bytes.count) else { return nil }
    let start = bytes.prefix(2).map { $0 | 0x20 }
    guard starts.contains(where: { start.elementsEqual($0.utf8) }) else { return nil }
    let (stem, unit) = ColumnName.split(ColumnName.withUnderscores(key))
    let name = ColumnName.joined(stem)
    return (name.hasSuffix("hz") ? String(name.dropLast(2)) : name, unit)
  }

  /// The key that another name means; nil for a name that means none.
  package static func meant(by name: String) -> MetadataKey? {
    guard let name = joined(name)?.name else { return nil }
    return others.first { $0.name == name }?.key
  }

  /// Whether a name and its value are a key of metadata and a number that it can have; of an interval, any value, since
  /// the reader says what is wrong with it.
  package static func isSetting(_ name: String, _ value: String) -> Bool {
    let entry = Metadata.Entry(name, value)
    guard let key = MetadataKey(key: name) ?? meant(by: name) else { return false }
    return key == .interval || (key.number(value) ?? key.number(entry)) != nil
  }

  /// Whether a name is that of a rate of frames or samples.
  package static func isRate(_ name: String) -> Bool {
    guard let name = joined(name)?.name else { return false }
    return name.hasSuffix("rate") || name == "fps"
  }

  /// The value of this key in an entry whose name means it; nil if it is no valid number.
  package func number(_ entry: Metadata.Entry) -> Double? {
    guard Self.meant(by: entry.key) == self else { return nil }
    guard self == .interval, Self.isRate(entry.key) else {
      let unit = Self.joined(entry.key)?.unit?.rawValue ?? ""
      return number(entry.value + unit)
    }
    return MetadataKey.refreshRate.number(entry.value).map { 1 / $0 }
      .flatMap { allowed.contains($0) ? $0 : nil }
  }

  /// A text without the unit of this key behind its number, and what the number is to be divided by; a text that has no
  /// such unit is returned as it is.
  func withoutUnit(_ text: String) -> (number: Substring, divisor: Double) {
    guard self == .refreshRate || self == .interval,
      let end = text.lastIndex(where: { $0.isNumber || $0 == "." })
    else { return (text[...], 1) }
    let word = text[text.index(after: end)...].lowercased().filter { $0 != " " }
    let number = text[...end]
    if self == .refreshRate { return ["hz", "fps"].contains(word) ? (number, 1) : (text[...], 1) }
    guard let unit = ColumnUnit.printed(Array(word.utf8)), unit.dimension == .time else {
      return (text[...], 1)
    }
    return (number, unit.divisor(scale: 1))
  }
}

extension Metadata {
  /// The value of a key under one of its other names; nil if there is none.
  package func other(_ key: MetadataKey) -> Double? {
    entries.lazy.compactMap { key.number($0) }.first
  }

  /// The rates in Hz that comments and notes name: `recorded at 120 fps`, `ProMotion 120Hz`.
  ///
  /// - Returns: that at which they say that the recording was made, or else the only one that is none of fingers, if there
  ///   is one such rate, and all rates.
  package var ratesInComments: (ofSamples: Double?, all: [Double]) {
    let found = (comments + ["note", "what"].compactMap { self[$0] }).flatMap(Self.rates)
    let own = Set(found.filter(\.isMade).map(\.rate))
    var all: [Double] = []
    for rate in found.map(\.rate) where !all.contains(rate) { all.append(rate) }
    let isOnly = own.isEmpty && all.count == 1 && !found.contains(where: \.isOfTouches)
    return (own.count == 1 ? own.first : isOnly ? all[0] : nil, all)
  }

  /// The rates in Hz in a text, whether it says that a recording was made at them, and whether they are those of touches.
  package static func rates(_ text: String) -> [(rate: Double, isMade: Bool, isOfTouches: Bool)] {
    let words = text.split { " ,;()".contains($0) }.map { $0.lowercased() }
    let isOfTouches = words.contains { word in
      ["touch", "finger", "pointer"].contains(where: word.hasPrefix)
    }
    return words.indices.compactMap { index in
      let word = words[index]
      let isApart = word.last?.isNumber == true && index + 1 < words.count
      let whole = isApart ? word + words[index + 1] : word
      guard whole.hasSuffix("fps") || whole.hasSuffix("hz"),
        let rate = MetadataKey.refreshRate.number(whole)
      else { return nil }
      let before = words[..<index].suffix(2)
      let isMade = before.last == "at" && making.contains(before.first ?? "")
      return (rate, isMade || words.count == (isApart ? 2 : 1), isOfTouches)
    }
  }

  private static let making: Set = [
    "recorded", "captured", "logged", "filmed", "sampled", "recording", "capturing", "logging",
  ]
}
