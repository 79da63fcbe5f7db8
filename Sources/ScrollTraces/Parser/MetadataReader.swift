internal import ScrollRecordings

/// Collects the comment lines above the header.
struct MetadataReader {
  private(set) var metadata = Metadata()
  private var lines = 0
  /// The total size of all lines, in bytes.
  private(set) var bytes = 0
  /// The values of the known keys so far, so that the entries need not be searched for each line.
  private var numbers: [MetadataKey: Double] = [:]

  /// Adds a line that starts with `#`, without surrounding white space.
  ///
  /// The field of a fault is the byte of the line at which the value starts, from 0.
  mutating func add(_ line: UnsafeRawBufferPointer) throws(Fault) {
    lines += 1
    bytes += line.count
    guard line.count <= Limit.metadataLineBytes, lines <= Limit.metadataLines,
      bytes <= Limit.metadataBytes
    else {
      throw Fault(
        code: .metadataTooLarge, field: 0,
        message: "the comments above the header are too long",
        help:
          "\(Limit.text(bytes: Limit.metadataLineBytes)) a line, \(Limit.metadataLines) lines and "
          + "\(Limit.text(bytes: Limit.metadataBytes)) are the most")
    }
    guard let read = Text.utf8(line) else {
      throw Fault(
        code: .notUTF8, field: 0, message: "the comment \(PrintedText.quoted(line)) is not UTF-8",
        help: "save the file as UTF-8")
    }
    // A line feed or return within the line becomes a space, as it does when the recording is written.
    let text = Text.oneLine(read)
    let content = MetadataReader.trim(text.utf8.dropFirst())
    guard let (key, value) = MetadataReader.split(content) else {
      metadata.comments.append(String(content) ?? "")
      return
    }
    if let known = MetadataKey(key: key) {
      try check(known, value, at: text.utf8.count - value.utf8.count)
    }
    metadata.entries.append(Metadata.Entry(key, value))
  }

  /// Throws if the comments are too large for a file with many recordings, where every result repeats them.
  func checkShared() throws(Fault) {
    let limit = Limit.sharedMetadataBytes
    guard bytes > limit else { return }
    throw Fault(
      code: .metadataTooLarge, field: nil,
      message: "the comments above the header are longer than \(Limit.text(bytes: limit))",
      help:
        "\(Limit.text(bytes: limit)) are the most in a file with a column \"trace\": each of its results "
        + "repeats them")
  }

  private mutating func check(_ key: MetadataKey, _ value: String, at offset: Int) throws(Fault) {
    guard let number = key.number(value) else {
      let isNumber = DecimalNumber(value) != nil
      throw Fault(
        code: .badMetadata, field: offset,
        message: PrintedText.quoted(value) + (isNumber ? " makes no sense" : " is not a number")
          + " as \(PrintedText.named(key.rawValue))",
        help: "write it as \"\(key.example)\"")
    }
    if let earlier = numbers.updateValue(number, forKey: key), earlier != number {
      throw Fault(
        code: .badMetadata, field: offset,
        message: "\(PrintedText.named(key.rawValue)) was given before with another value",
        help: "remove one of the two lines")
    }
  }

  /// Splits `key: value`; nil for a sentence, in which the words before a colon are not a key.
  ///
  /// A colon without a space after it counts only after a known key: `http://` is not an entry.
  private static func split(_ line: Substring.UTF8View) -> (key: String, value: String)? {
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    let keyBytes = trim(line[..<colon])
    let isKey = keyBytes.allSatisfy {
      switch $0 {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "."),
        UInt8(ascii: "-"):
        true
      default: $0 >= 0x80
      }
    }
    guard !keyBytes.isEmpty, let key = String(keyBytes),
      isKey || MetadataKey.meant(by: key) != nil
    else { return nil }
    let rest = line[line.index(after: colon)...]
    let hasSpace = rest.first.map { $0 == 0x20 || $0 == 0x09 } ?? true
    guard
      hasSpace || MetadataKey(key: key) != nil
        || MetadataKey.texts.contains(where: { MetadataKey.same($0, key) })
    else { return nil }
    return (key, String(trim(rest)) ?? "")
  }

  private static func trim(_ text: Substring.UTF8View) -> Substring.UTF8View {
    func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D }
    var result = text.drop(while: isBlank)
    while let last = result.last, isBlank(last) { result = result.dropLast() }
    return result
  }
}
