/// The recordings of a reference by the ends of their paths, for what lies in other folders than the reference's, as the
/// folder of a CI run does.
public struct MovedRecordings: Sendable {
  /// Whether all recordings of the reference are expected.
  let isFolder: Bool
  /// The recordings by the name of the file.
  private let byFile: [Substring: [TraceName]]

  /// Nil where some recording of the reference lies in what is compared.
  ///
  /// - Parameters:
  ///   - reference: the recordings that are looked for.
  ///   - asked: the files and folders that are compared, as ``PathBase/relative(_:)`` gives them.
  ///   - isFolder: whether one of them is a folder, in which a recording may be missing.
  public init?(_ reference: Reference, asked: [String], isFolder: Bool) {
    let names = reference.traces.keys
    guard !names.contains(where: { PathBase.contains(asked, $0.path) }) else { return nil }
    byFile = Dictionary(grouping: names) { Self.names($0.path).last ?? "" }
    self.isFolder = isFolder
  }

  /// The recording of the reference whose path has the longest end in common with that of another; nil where several
  /// have, or where none has even the name of the file.
  func name(of other: TraceName) -> TraceName? {
    let path = Self.names(other.path)
    let candidates = (byFile[path.last ?? ""] ?? []).filter { $0.trace == other.trace }
    func common(_ name: TraceName) -> Int {
      zip(Self.names(name.path).reversed(), path.reversed()).prefix { $0 == $1 }.count
    }
    guard let most = candidates.map(common).max() else { return nil }
    let nearest = candidates.filter { common($0) == most }
    return nearest.count == 1 ? nearest[0] : nil
  }

  private static func names(_ path: String) -> [Substring] { path.split(separator: "/") }
}
