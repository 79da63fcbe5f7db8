/// The content of the comment lines above the header.
///
/// `# key: value` is an entry; any other line that starts with `#` is a comment. Keys are compared without case. The
/// order is kept.
public struct Metadata: Sendable, Hashable {
  /// One `# key: value` line.
  public struct Entry: Sendable, Hashable {
    /// The key as written.
    public var key: String
    /// The value without surrounding spaces.
    public var value: String

    /// Creates an entry.
    public init(_ key: String, _ value: String) {
      self.key = key
      self.value = value
    }
  }

  /// The entries in order, including those with unknown keys.
  public var entries: [Entry]

  /// The other comment lines, without `#` and surrounding spaces.
  public var comments: [String]

  /// Creates metadata.
  public init(_ entries: [Entry] = [], comments: [String] = []) {
    self.entries = entries
    self.comments = comments
  }

  /// The value of a key. Setting replaces its first entry or appends one; setting nil removes all entries of the key.
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

  /// Pixels per point; positive.
  public var scale: Double? { number(.scale) }
  /// The refresh rate of the display in Hz; positive.
  public var refreshRate: Double? { number(.refreshRate) }
  /// Seconds between samples; positive.
  public var interval: Double? { number(.interval) }
  /// The offset at rest at the top edge, in pt.
  public var edgeTop: Double? { number(.edgeTop) }
  /// The offset at rest at the bottom edge, in pt.
  public var edgeBottom: Double? { number(.edgeBottom) }
  /// The offset at rest at the left edge, in pt.
  public var edgeLeft: Double? { number(.edgeLeft) }
  /// The offset at rest at the right edge, in pt.
  public var edgeRight: Double? { number(.edgeRight) }
  /// The height of the scroll view, in pt; positive.
  public var boundsHeight: Double? { number(.boundsHeight) }
  /// The width of the scroll view, in pt; positive.
  public var boundsWidth: Double? { number(.boundsWidth) }
  /// The device of the recording.
  public var device: String? { self["device"] }
  /// The operating system of the recording.
  public var os: String? { self["os"] }
  /// The origin of the recording.
  public var source: String? { self["source"] }
  /// The licence of the recording.
  public var license: String? { self["license"] }
  /// A description of the recorded motion.
  public var what: String? { self["what"] }
  /// Further information.
  public var note: String? { self["note"] }

  private func number(_ key: MetadataKey) -> Double? {
    self[key.rawValue].flatMap { key.number($0) }
      ?? ([.refreshRate, .interval, .scale].contains(key) ? other(key) : nil)
  }
}
