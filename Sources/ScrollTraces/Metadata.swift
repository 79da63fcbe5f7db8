/// What the comment lines above the header say about a recording.
///
/// `# key: value` is an entry; any other line that starts with `#` is a comment. Keys are compared
/// without regard to case. Order is kept.
public struct Metadata: Sendable, Hashable {
  /// One `# key: value` line.
  public struct Entry: Sendable, Hashable {
    /// The key as written.
    public var key: String
    /// The value without surrounding spaces.
    public var value: String

    /// Makes an entry.
    public init(_ key: String, _ value: String) {
      self.key = key
      self.value = value
    }
  }

  /// The entries in order, unknown keys included.
  public var entries: [Entry]

  /// The other comment lines, without `#` and surrounding spaces.
  public var comments: [String]

  /// Makes metadata.
  public init(_ entries: [Entry] = [], comments: [String] = []) {
    self.entries = entries
    self.comments = comments
  }

  /// The value of a key. Setting replaces the first entry of that key, appends one, or with nil
  /// removes all.
  public subscript(key: String) -> String? {
    get { entries.first { MetadataKey.same($0.key, key) }?.value }
    set {
      guard let newValue else {
        entries.removeAll { MetadataKey.same($0.key, key) }
        return
      }
      if let index = entries.firstIndex(where: { MetadataKey.same($0.key, key) }) {
        entries[index].value = newValue
      } else {
        entries.append(Entry(key, newValue))
      }
    }
  }

  /// Pixels in a point; positive.
  public var scale: Double? { number(.scale) }
  /// The refresh rate of the display in Hz; positive.
  public var refreshRate: Double? { number(.refreshRate) }
  /// Seconds between samples; positive.
  public var interval: Double? { number(.interval) }
  /// The offset at which the content meets its top edge, pt.
  public var edgeTop: Double? { number(.edgeTop) }
  /// The offset at which the content meets its bottom edge, pt.
  public var edgeBottom: Double? { number(.edgeBottom) }
  /// The offset at which the content meets its left edge, pt.
  public var edgeLeft: Double? { number(.edgeLeft) }
  /// The offset at which the content meets its right edge, pt.
  public var edgeRight: Double? { number(.edgeRight) }
  /// The height of the scroll view, pt; positive.
  public var boundsHeight: Double? { number(.boundsHeight) }
  /// The width of the scroll view, pt; positive.
  public var boundsWidth: Double? { number(.boundsWidth) }
  /// What it was recorded on.
  public var device: String? { self["device"] }
  /// The system it was recorded on.
  public var os: String? { self["os"] }
  /// Where the recording comes from.
  public var source: String? { self["source"] }
  /// Under which licence it may be used.
  public var license: String? { self["license"] }
  /// What is seen in it.
  public var what: String? { self["what"] }
  /// What else there is to know.
  public var note: String? { self["note"] }

  private func number(_ key: MetadataKey) -> Double? {
    self[key.rawValue].flatMap { key.number($0) }
  }
}
