/// The folder that the paths of a reference are relative to.
///
/// Paths are compared by their text alone: `.` and `..` are resolved, links are not followed.
public struct PathBase: Sendable, Hashable {
  /// The names of the folder, from the root; nil where it is the one that paths are relative to anyway.
  private let folder: [String]?
  /// The folder as it was named.
  private let named: String
  /// The names of the folder that relative paths start from.
  private let start: [String]

  /// The base of paths that stay relative to what they are: only `.` and `..` are resolved.
  public init() {
    folder = nil
    named = ""
    start = []
  }

  /// A folder, relative to the absolute path of a working folder, as paths are.
  public init(folder: String, workingFolder: String) {
    start = Self.resolved(Self.names(workingFolder))
    named = folder
    self.folder =
      folder.hasPrefix("/")
      ? Self.resolved(Self.names(folder)) : Self.resolved(start + Self.names(folder))
  }

  /// A path from the folder, with `/` between names and no `.`; an empty one is the folder itself, and `-` is
  /// standard input.
  public func relative(_ path: String) -> String {
    guard path != "-" else { return path }
    let isAbsolute = path.hasPrefix("/")
    guard let folder else {
      return (isAbsolute ? "/" : "") + Self.resolved(Self.names(path)).joined(separator: "/")
    }
    let names = Self.resolved((isAbsolute ? [] : start) + Self.names(path))
    let common = zip(names, folder).prefix { $0 == $1 }.count
    let up = [String](repeating: "..", count: folder.count - common)
    return (up + names[common...]).joined(separator: "/")
  }

  /// The path that ``relative(_:)`` of is this one, from the working folder.
  public func path(of relative: String) -> String {
    guard !relative.hasPrefix("/"), relative != "-", !named.isEmpty else { return relative }
    let path = Self.resolved(Self.names("\(named)/\(relative)")).joined(separator: "/")
    return named.hasPrefix("/") ? "/" + path : path
  }

  private static func names(_ path: String) -> [String] {
    path.split(separator: "/").map(String.init)
  }

  /// Names without `.` and without what `..` takes back.
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

  /// Whether a path, as ``relative(_:)`` gives it, is one of several others or lies in one of them.
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
    // A folder above holds all that needs fewer steps up.
    return outer.allSatisfy { $0 == ".." } && path.prefix { $0 == ".." }.count <= outer.count
  }
}
