/// The bounds that keep memory bounded whatever is read; Docs/Reference/Security.md lists them.
package enum Limit {
  /// The bytes of a row, with all lines that its quotes hold together.
  package static let rowBytes = 1 << 20
  /// The bytes of the name of a recording, or of a phase.
  package static let labelBytes = 1 << 10
  /// The columns of a header.
  package static let columns = 4096
  /// The bytes of a comment line above the header.
  package static let metadataLineBytes = 1 << 16
  /// The comment lines above the header.
  package static let metadataLines = 10_000
  /// The bytes of all comment lines above the header.
  package static let metadataBytes = 1 << 20
  /// The same where a column `trace` tells recordings apart: each result repeats them.
  package static let sharedMetadataBytes = 1 << 14
  /// The samples of a recording.
  package static let samples = 2_000_000
  /// The phases that a recorder names in a recording.
  package static let phases = 100_000
  /// The equal samples in a row that are kept of a rest.
  package static let restSamples = 1024
  /// The samples of a recording that tell the unit of its stamps where nothing states it.
  package static let unitSamples = 1024
  /// The objects of JSON, or lines of a log, that tell which columns there are.
  package static let columnSamples = 1024
  /// The names in a folder.
  package static let folderNames = 4_000_000
  /// The bytes of a path in a list of paths, and the blank lines in a row.
  package static let listedPathBytes = 1 << 16

  /// A number of bytes as messages and people have it.
  static func text(bytes: Int) -> String {
    bytes >= 1 << 20 ? "\(bytes >> 20) MiB" : "\(bytes >> 10) KiB"
  }
}
