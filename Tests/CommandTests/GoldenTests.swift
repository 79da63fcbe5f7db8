import Testing

@Suite struct GoldenTests {
  private static let narrow = "SampleTraces/uiscrollview-bounce-2x.csv"
  private static let wide = "SampleTraces/uiscrollview-bounce-3x.csv"

  static let cases: [Golden] = [
    Golden("no-arguments"),
    Golden("version", "--version"),
    Golden("help", "--help"),
    Golden("help-bounce", "bounce", "--help"),
    Golden("help-predict", "predict", "--help"),
    Golden("help-inspect", "inspect", "--help"),
    Golden("help-simulate", "simulate", "--help"),
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
    Golden(
      "bounce-of-a-table-held", "bounce", "--fix", "delta=10.9",
      "SampleTraces/article-bounce-table.csv"),
    Golden("decelerate", "decelerate", "SampleTraces/uiscrollview-deceleration-3x.csv"),
    Golden(
      "decelerate-json", "decelerate", "--format", "json",
      "SampleTraces/uiscrollview-deceleration-3x.csv"),
    Golden(
      "decelerate-forms", "decelerate", "--form", "both", "--stop", "10",
      "SampleTraces/uiscrollview-deceleration-3x.csv"),
    Golden(
      "decelerate-coulomb-json", "decelerate", "--coulomb", "--format", "json",
      "SampleTraces/uiscrollview-deceleration-3x.csv"),
    Golden("decelerate-table", "decelerate", "SampleTraces/article-deceleration-table.csv"),
    Golden(
      "decelerate-table-json", "decelerate", "--format", "json",
      "SampleTraces/article-deceleration-table.csv"),
    Golden(
      "decelerate-table-held", "decelerate", "--fix", "d=0.998", "--form", "both",
      "SampleTraces/article-deceleration-table.csv"),
    Golden("decelerate-a-bounce", "decelerate", wide),
    Golden("rubber-band", "rubber-band", "SampleTraces/uiscrollview-rubber-band-3x.csv"),
    Golden(
      "rubber-band-free-json", "rubber-band", "--free", "d", "--format", "json",
      "SampleTraces/uiscrollview-rubber-band-3x.csv"),
    Golden("rubber-band-without-a-finger", "rubber-band", wide),
    Golden("help-decelerate", "help", "decelerate"),
    Golden("help-rubber-band", "help", "rubber-band"),
    Golden("bounce-missing-json", "bounce", "--format", "json", "SampleTraces/none.csv"),
    Golden("predict-decelerate", "predict", "decelerate", "v0=1.802126pt/ms", "d=0.998", "stop=10"),
    Golden(
      "predict-decelerate-json", "predict", "decelerate", "v0=-1pt/ms", "factor=0.95", "fps=120",
      "form=discrete", "--format", "json"),
    Golden("predict-bounce", "predict", "bounce", "v0=2404.116", "delta=10.93"),
    Golden(
      "predict-spring", "predict", "spring", "v0=0", "y0=80", "duration=500ms", "bounce=0.3"),
    Golden(
      "predict-spring-json", "predict", "spring", "v0=2404", "mass=0.5", "stiffness=100",
      "damping_ratio=1.1", "--format", "json"),
    Golden(
      "predict-fling", "predict", "fling", "v0=3pt/ms", "k=2.002", "distance=600", "delta=10.93"),
    Golden(
      "predict-fling-short", "predict", "fling", "v0=500", "d=0.998", "edge=400", "stop=10",
      "delta=10.93"),
    Golden("predict-rubber-band", "predict", "rubber-band", "c=0.55", "d=844", "travel=200"),
    Golden(
      "predict-rubber-band-back", "predict", "rubber-band", "c=0.55", "d=844", "overscroll=844"),
    Golden("predict-too-little", "predict", "bounce", "v0=100"),
    Golden("help-fit", "fit", "--help"),
    Golden("fit-bounce-3x", "fit", wide),
    Golden("fit-bounce-2x", "fit", narrow),
    Golden("fit-bounce-json", "fit", "--format", "json", narrow),
    Golden("fit-deceleration", "fit", "SampleTraces/uiscrollview-deceleration-3x.csv"),
    Golden("fit-rubber-band", "fit", "SampleTraces/uiscrollview-rubber-band-3x.csv"),
    Golden("fit-two-files", "fit", narrow, wide),
    Golden("fit-bounce-table", "fit", "SampleTraces/article-bounce-table.csv"),
    Golden("fit-deceleration-table", "fit", "SampleTraces/article-deceleration-table.csv"),
    Golden("fit-rest", "fit", "--phase", "rest", narrow),
    Golden("inspect-bounce-3x", "inspect", wide),
    Golden("inspect-bounce-2x", "inspect", narrow),
    Golden("inspect-deceleration", "inspect", "SampleTraces/uiscrollview-deceleration-3x.csv"),
    Golden("inspect-rubber-band", "inspect", "SampleTraces/uiscrollview-rubber-band-3x.csv"),
    Golden("inspect-bounce-table", "inspect", "SampleTraces/article-bounce-table.csv"),
    Golden(
      "inspect-deceleration-table", "inspect", "SampleTraces/article-deceleration-table.csv"),
    // Six digits after the point of values on a pixel grid: no C library's last digit shows.
    Golden(
      "simulate-bounce", "simulate", "bounce", "C=2400", "delta=10.93", "--edge", "-88", "--seed",
      "7", "--noise", "0.2", "--stamp-jitter", "1", "--sample-jitter", "0.5", "--drop", "0.1",
      "--outliers", "0.05"),
    Golden(
      "simulate-decelerate", "simulate", "decelerate", "v0_x=2pt/ms", "v0_y=-900", "d=0.998",
      "x0=300", "--axis", "both", "--rate", "20", "--noise", "0.3"),
    Golden(
      "simulate-rubber-band", "simulate", "rubber-band", "c=0.55", "d=844", "step=15", "--scale",
      "2", "--rounding", "truncate", "--no-stamps", "--noise", "0.3"),
    Golden(
      "simulate-session", "simulate", "session", "--axis", "both", "--edge", "-88", "--seed", "2",
      "--rate", "20"),
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
    // A recording is a file, whose lines are as long as they are.
    if golden.arguments.first == "simulate", !golden.arguments.contains("--help") { return }
    for line in outcome.lines { #expect(line.count <= 80, "\(line)") }
  }
}
