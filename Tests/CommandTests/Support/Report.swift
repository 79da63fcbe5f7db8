import Testing

/// The result of the one recording in a file, in JSON.
func report(_ text: String, _ arguments: [String] = []) async throws -> JSONValue {
  let workspace = try Workspace()
  try workspace.write(text, to: "trace.csv")
  let outcome = try await Command.run(
    ["bounce", "--format", "json", "trace.csv"] + arguments, in: workspace.path)
  #expect(outcome.code == 0, "\(outcome.error)")
  #expect(outcome.error == "")
  // Also keeps the folder until here.
  #expect(workspace.names == ["trace.csv"])
  return try JSONValue(outcome.output)["results"][0]
}

/// The codes of its warnings, in their order.
func codes(_ result: JSONValue) -> [String] {
  result["warnings"].elements.compactMap { $0["code"].string }
}
