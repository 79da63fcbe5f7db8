internal import ScrollFormats

/// Checks the type of all numeric members of a result, including those that are not read. Any other type means a
/// damaged file.
///
/// The names are those of Docs/Reference/schema/results.schema.json. Unknown members are ignored.
struct ResultNumbers {
  /// The file, for error locations.
  var file: JSONFile

  /// Members that are never null.
  private static let required: Set<String> = [
    "after", "before", "bound_pt", "count", "degrees", "downweighted", "dropped_frames",
    "duplicate_stamps", "epsilon_pt", "evaluations", "first", "folded_samples",
    "gaps", "gestures", "joint", "leading", "max_pt", "moves", "noise_pt", "position_pt", "rms_pt",
    "samples", "smallest_error_pt", "smallest_misfit", "speed", "standard_deviation", "stretch",
    "sum_of_squares", "trimmed", "used", "weight",
  ]

  /// Members that can be null, at least in one of the objects that have them.
  private static let optional: Set<String> = [
    "F", "aicc", "aicc_difference", "bic", "certificate", "classical_error", "column",
    "degrees_of_freedom", "duration_s", "durbin_watson", "efficiency", "end_s", "feasible", "fit",
    "floor_pt",
    "hc3_error", "interval", "interval_factor", "interval_s", "jitter_s", "line", "origin_s", "p",
    "profile",
    "q", "quantum_pt", "rate_hz", "ratio", "runs_p", "settled_samples", "spread", "standard_error",
    "start", "start_s", "t", "value", "working_error",
  ]

  /// Throws if a member that should be a number is not one. An object or a list of numbers is allowed in its place.
  func check(_ node: JSONNode) throws(ResultFileError) {
    for element in node.elements ?? [] { try check(element) }
    for (name, value) in node.members ?? [] where name != "metadata" {
      if name == "correlation" {
        for (pair, value) in value.members ?? [] { try number(value, pair, isRequired: true) }
      } else if Self.required.contains(name) {
        try number(value, name, isRequired: true)
      } else if Self.optional.contains(name) {
        try number(value, name, isRequired: false)
        for end in value.elements ?? [] { try number(end, name, isRequired: false) }
      }
      try check(value)
    }
  }

  private func number(
    _ node: JSONNode, _ name: String, isRequired: Bool
  ) throws(ResultFileError) {
    switch node.content {
    case .number, .object, .array: return
    case .null where !isRequired: return
    case .null, .bool, .string:
      throw file.fault(
        node, "\"\(escapedForTerminal(name))\" should be a number, not \(node.kind)")
    }
  }
}
