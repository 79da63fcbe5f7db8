import Testing

@Suite struct GoldenTests {
  private static let narrow = "SampleTraces/uiscrollview-bounce-2x.csv"
  private static let wide = "SampleTraces/uiscrollview-bounce-3x.csv"

  static let cases: [Golden] = [
    Golden("no-arguments"),
    Golden("version", "--version"),
    Golden("help", "--help"),
    Golden("help-bounce", "bounce", "--help"),
    Golden("help-inspect", "inspect", "--help"),
    Golden("help-laws", "laws", "--help"),
    Golden("laws", "laws"),
    Golden("bounce-text-3x", "bounce", wide),
    Golden("bounce-text-2x", "bounce", narrow),
    Golden("bounce-json-3x", "bounce", "--format", "json", wide),
    Golden("bounce-json-2x", "bounce", "--format", "json", narrow),
    Golden("bounce-article-3x", "bounce", "--method", "article", wide),
    Golden("bounce-article-2x", "bounce", "--method", "article", narrow),
    Golden("bounce-article-json", "bounce", "--method", "article", "--format", "json", wide),
    Golden("bounce-newton", "bounce", "--method", "newton", wide),
    Golden("bounce-tukey", "bounce", "--loss", "tukey", narrow),
    Golden("bounce-huber-json", "bounce", "--loss", "huber", "--format", "json", narrow),
    Golden("bounce-fix-delta", "bounce", "--fix", "delta=10.93", wide),
    Golden("bounce-fix-all-but-phi", "bounce", "--fix", "delta=10.93", "--fix", "C=4300", wide),
    Golden(
      "bounce-fix-json", "bounce", "--fix", "delta=10.93", "--format", "json", narrow),
    Golden("bounce-rest-offset", "bounce", "--rest-offset", wide),
    Golden("bounce-start", "bounce", "--start", "1000,10,0", narrow),
    Golden("bounce-two-files", "bounce", narrow, wide),
    Golden("bounce-of-a-table", "bounce", "SampleTraces/article-bounce-table.csv"),
    Golden(
      "bounce-of-a-table-json", "bounce", "--format", "json",
      "SampleTraces/article-bounce-table.csv"),
    Golden("bounce-missing-json", "bounce", "--format", "json", "SampleTraces/none.csv"),
    Golden("inspect-bounce-3x", "inspect", wide),
    Golden("inspect-bounce-2x", "inspect", narrow),
    Golden("inspect-deceleration", "inspect", "SampleTraces/uiscrollview-deceleration-3x.csv"),
    Golden("inspect-rubber-band", "inspect", "SampleTraces/uiscrollview-rubber-band-3x.csv"),
    Golden("inspect-bounce-table", "inspect", "SampleTraces/article-bounce-table.csv"),
    Golden(
      "inspect-deceleration-table", "inspect", "SampleTraces/article-deceleration-table.csv"),
  ]

  @Test(arguments: cases)
  func `what the binary says is what was recorded`(golden: Golden) async throws {
    try await golden.check()
  }

  @Test(arguments: cases)
  func `no line is longer than 80 columns, and no escape code reaches a pipe`(
    golden: Golden
  ) async throws {
    let outcome = try await Command.run(golden.arguments)
    #expect(!outcome.output.contains("\u{1B}"))
    guard !golden.arguments.contains("json") else { return }
    for line in outcome.lines { #expect(line.count <= 80, "\(line)") }
  }
}
