/// Limits that bound memory for any input; listed in Docs/Reference/Security.md.
package enum Limit {
  /// Bytes of a row, including all lines that its quotes enclose.
  package static let rowBytes = 1 << 20
  /// Bytes of the name of a recording or a phase.
  package static let labelBytes = 1 << 10
  /// Columns of a header.
  package static let columns = 4096
  /// Bytes of a comment line above the header.
  package static let metadataLineBytes = 1 << 16
  /// Number of comment lines above the header.
  package static let metadataLines = 10_000
  /// Bytes of all comment lines above the header.
  package static let metadataBytes = 1 << 20
  /// The same with a column `trace`, which separates recordings: each result repeats the comments.
  package static let sharedMetadataBytes = 1 << 14
  /// Samples of a recording.
  package static let samples = 2_000_000
  /// Phases that a recording names.
  package static let phases = 100_000
  /// Equal successive samples of a rest that are kept.
  package static let restSamples = 1024
  /// Samples from which the unit of the stamps is inferred if it is not stated.
  package static let unitSamples = 1024
  /// JSON objects or log lines that determine the columns.
  package static let columnSamples = 1024
  /// Names in a folder.
  package static let folderNames = 4_000_000
  /// Bytes of a path in a list of paths, and successive blank lines.
  package static let listedPathBytes = 1 << 16

  /// A number of bytes as text for messages.
  package static func text(bytes: Int) -> String {
    bytes >= 1 << 20 ? "\(bytes >> 20) MiB" : "\(bytes >> 10) KiB"
  }
}
