internal import ScrollRecordings

/// The file of a recording in the commands of its messages.
extension TraceResult {
  /// Puts the path in place of FILE in what the messages say to type.
  mutating func nameFile() {
    failure?.nameFile(path)
    warnings.nameFile(path)
    for index in fits.indices where !fits[index].warnings.isEmpty {
      fits[index].warnings.nameFile(path)
    }
    for index in phases.indices {
      guard let remark = phases[index].remark else { continue }
      phases[index].remark = TypedCommand.named(remark, path: path)
    }
  }
}

extension FitFailure {
  /// Puts a path in place of FILE in the help.
  mutating func nameFile(_ path: String) { help = TypedCommand.named(help, path: path) }
}

extension [Warning] {
  /// Puts a path in place of FILE in the remedies.
  mutating func nameFile(_ path: String) {
    for index in indices { self[index].remedy = TypedCommand.named(self[index].remedy, path: path) }
  }
}
