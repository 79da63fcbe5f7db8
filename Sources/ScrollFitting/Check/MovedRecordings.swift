/// Finds recordings of a reference by the ends of their paths, for files in other folders than the reference's, as in a
/// CI run.
public struct MovedRecordings: Sendable {
  /// Whether all recordings of the reference are expected.
  let isFolder: Bool
  private let byFile: [Substring: [TraceName]]

  /// Nil if a recording of the reference lies in the scope of the run.
  ///
  /// - Parameters:
  ///   - reference: the recordings to find.
  ///   - asked: the files and folders of the run, as ``PathBase/relative(_:)`` returns them.
  ///   - isFolder: whether one of them is a folder, in which a recording may be missing.
  public init?(_ reference: Reference, asked: [String], isFolder: Bool) {
    let names = reference.traces.keys
    guard !names.contains(where: { PathBase.contains(asked, $0.path) }) else { return nil }
    byFile = Dictionary(grouping: names) { Self.names($0.path).last ?? "" }
    self.isFolder = isFolder
  }

  /// The recording of the reference whose path has the longest common end with another; nil if several have the same,
  /// or if not even the file name agrees.
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
