/// The folder to which the paths of a reference are relative.
///
/// Paths are compared as text: `.` and `..` are resolved, links are not followed.
public struct PathBase: Sendable, Hashable {
  /// The components of the folder, from the root; nil if paths stay relative to the working folder.
  private let folder: [String]?
  /// The folder as given.
  private let named: String
  /// The components of the folder to which relative paths refer.
  private let start: [String]

  /// A base that leaves paths as they are, except that `.` and `..` are resolved.
  public init() {
    folder = nil
    named = ""
    start = []
  }

  /// A folder; like all paths, it may be relative to the absolute path of a working folder.
  public init(folder: String, workingFolder: String) {
    start = Self.resolved(Self.names(workingFolder))
    named = folder
    self.folder =
      folder.hasPrefix("/")
      ? Self.resolved(Self.names(folder)) : Self.resolved(start + Self.names(folder))
  }

  /// A path relative to the folder, with `/` as separator and without `.`. An empty path is the folder itself, `-` is
  /// standard input.
  public func relative(_ path: String) -> String {
    guard path != "-" else { return path }
    let isAbsolute = path.hasPrefix("/")
    guard let folder else {
      return (isAbsolute ? "/" : "") + Self.resolved(Self.names(path)).joined(separator: "/")
    }
    return Self.path(to: Self.resolved((isAbsolute ? [] : start) + Self.names(path)), from: folder)
  }

  /// The inverse of ``relative(_:)``: a path relative to the working folder.
  public func path(of relative: String) -> String {
    guard !relative.hasPrefix("/"), relative != "-", !named.isEmpty else { return relative }
    guard let folder, !named.hasPrefix("/") else {
      return "/" + Self.resolved(Self.names("\(named)/\(relative)")).joined(separator: "/")
    }
    return Self.path(to: Self.resolved(folder + Self.names(relative)), from: start)
  }

  /// The steps from one folder to a path, both from the root.
  private static func path(to names: [String], from folder: [String]) -> String {
    let common = zip(names, folder).prefix { $0 == $1 }.count
    let up = [String](repeating: "..", count: folder.count - common)
    return (up + names[common...]).joined(separator: "/")
  }

  private static func names(_ path: String) -> [String] {
    path.split(separator: "/").map(String.init)
  }

  /// Removes `.`, and each `..` with the component before it.
  private static func resolved(_ names: [String]) -> [String] {
    var result: [String] = []
    for name in names where name != "." {
      if name == "..", let last = result.last, last != ".." {
        result.removeLast()
      } else {
        result.append(name)
      }
    }
    return result
  }

  /// Whether a path, as ``relative(_:)`` returns it, equals one of several others or lies in one of them.
  public static func contains(_ scope: [String], _ path: String) -> Bool {
    scope.contains { contains($0, path) }
  }

  private static func contains(_ outer: String, _ path: String) -> Bool {
    if outer == path { return true }
    guard outer != "-", path != "-", outer.hasPrefix("/") == path.hasPrefix("/") else {
      return false
    }
    let outer = names(outer)
    let path = names(path)
    if path.starts(with: outer) { return path.dropFirst(outer.count).first != ".." }
    // A parent folder contains all paths that need no more steps up.
    return outer.allSatisfy { $0 == ".." } && path.prefix { $0 == ".." }.count <= outer.count
  }
}
