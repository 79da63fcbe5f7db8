package import ScrollRecordings

#if canImport(System)
  package import System
#else
  package import SystemPackage
#endif

extension FileName {
  /// A path for opening a file.
  package static func path(_ text: String) -> FilePath {
    withCString(text) { FilePath(platformString: $0) }
  }
}
