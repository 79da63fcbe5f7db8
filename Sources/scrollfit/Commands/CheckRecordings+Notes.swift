internal import ScrollFormats

import ScrollFitting
import ScrollReport
import ScrollTraces

/// What `check --update` says about recordings that the new reference holds differently than one expects.
extension CheckRecordings {
  /// Reports the recordings that a check against the reference does not watch.
  ///
  /// - Parameters:
  ///   - names: the recordings, by their names in the reference.
  ///   - paths: the folder of the reference.
  func reportUnwatched(_ names: [TraceName], _ paths: PathBase) {
    guard !names.isEmpty else { return }
    let listed = names.prefix(5).map { name in
      "'\(escapedForTerminal(name.trace ?? paths.path(of: name.path)))'"
    }
    StandardStream.report(
      "note: \(PooledText.count(names.count, "recording")) \(names.count == 1 ? "tells" : "tell") no constant and "
        + "\(names.count == 1 ? "is" : "are") not watched: \(listed.joined(separator: ", "))"
        + (names.count > 5 ? " and \(names.count - 5) more" : ""))
  }

  /// Reports that several recordings have the same name.
  func reportAmbiguous(_ names: Set<TraceName>) {
    guard let first = names.min() else { return }
    StandardStream.report(
      "note: several recordings are called '\(escapedForTerminal(first.trace ?? first.path))'"
        + (names.count > 1 ? " (and \(names.count - 1) more names)" : "")
        + ": they are in the pooled constants only")
  }

  /// Reports recordings of the reference that are renamed.
  func reportCopies(_ copies: [(kept: TraceName, added: TraceName)]) {
    guard let first = copies.first else { return }
    StandardStream.report(
      "note: \(PooledText.count(copies.count, "recording")) of the reference "
        + "\(copies.count == 1 ? "holds" : "hold") what new ones hold, such as "
        + "'\(escapedForTerminal(first.kept.path))' and '\(escapedForTerminal(first.added.path))': "
        + "\(copies.count == 1 ? "it has the new name" : "they have the new names") now")
  }
}
