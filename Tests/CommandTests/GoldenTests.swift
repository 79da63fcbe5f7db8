import Testing

@Suite struct GoldenTests {
  private static let narrow = "SampleTraces/uiscrollview-bounce-2x.csv"
  private static let wide = "SampleTraces/uiscrollview-bounce-3x.csv"

  static let cases: [Golden] = [
    Golden("no-arguments"),
    Golden("version", "--version"),
    Golden("help", "--help"),
    Golden("help-batch", "batch", "--help"),
    Golden("help-check", "check", "--help"),
    Golden("help-report", "report", "--help"),
    Golden("batch", "batch", "SampleTraces"),
    Golden("batch-markdown", "batch", "--format", "markdown", "SampleTraces"),
    Golden("batch-csv", "batch", "--format", "csv", narrow),
    Golden("batch-brief", "batch", "--brief", "--feasible", "--format", "ndjson", narrow),
    Golden("batch-json", "batch", "--format", "json", narrow, wide),
    Golden(
      "check-uikit", "check", "--reference", "uikit", "SampleTraces/article-deceleration-table.csv",
      "SampleTraces/uiscrollview-bounce-2x.csv", "SampleTraces/uiscrollview-bounce-3x.csv",
      "SampleTraces/uiscrollview-release-2x.csv"),
    Golden("check-flutter", "check", "--reference", "flutter-ios", "SampleTraces"),
    Golden(
      "check-flutter-github", "check", "--reference", "flutter-ios", "--format", "github",
      "SampleTraces"),
    Golden(
      "check-flutter-markdown", "check", "--reference", "flutter-ios", "--format", "markdown",
      "SampleTraces"),
    Golden("bounce-plot-ascii", "bounce", "--details", "--plot", "ascii", narrow),
    Golden("bounce-plot-braille", "bounce", "--details", "--plot", "braille", narrow),
    Golden("bounce-plot-piped", "bounce", "--details", "--plot", narrow),
    Golden("fit-plot-ascii", "fit", "--details", "--plot", "ascii", wide),
    Golden(
      "rubber-band-plot-braille", "rubber-band", "--details", "--plot=braille",
      "SampleTraces/uiscrollview-rubber-band-3x.csv"),
    Golden("bounce-csv", "bounce", "--format", "csv", wide),
    Golden("bounce-ndjson", "bounce", "--format", "ndjson", narrow),
    Golden("help-bounce", "bounce", "--help"),
    Golden("help-predict", "predict", "--help"),
    Golden("help-export", "export", "--help"),
    Golden("export-bounce-swift", "export", "bounce", "v0=2404", "delta=10.93", "--as", "swift"),
    Golden("export-bounce-kotlin", "export", "bounce", "v0=2404", "delta=10.93", "--as", "kotlin"),
    Golden("export-bounce-dart", "export", "bounce", "v0=2404", "delta=10.93", "--as", "dart"),
    Golden(
      "export-bounce-javascript", "export", "bounce", "v0=2404", "delta=10.93", "--as",
      "javascript"),
    Golden("export-bounce-css", "export", "bounce", "v0=2404", "delta=10.93", "--as", "css"),
    Golden("export-bounce-c", "export", "bounce", "v0=2404", "delta=10.93", "--as", "c"),
    Golden(
      "export-bounce-json", "export", "bounce", "v0=2404", "delta=10.93", "--as", "json", "--count",
      "9"),
    Golden(
      "export-bounce-table", "export", "bounce", "v0=2404", "delta=10.93", "--as", "table",
      "--tolerance", "1"),
    Golden(
      "export-decelerate-swift", "export", "decelerate", "v0=1.8pt/ms", "d=0.998", "stop=10",
      "--as",
      "swift"),
    Golden(
      "export-decelerate-kotlin", "export", "decelerate", "v0=1.8pt/ms", "d=0.998", "stop=10",
      "--as", "kotlin"),
    Golden(
      "export-decelerate-dart", "export", "decelerate", "v0=1.8pt/ms", "d=0.998", "--as", "dart"),
    Golden(
      "export-spring-swift", "export", "spring", "v0=0", "y0=80", "stiffness=100", "mass=0.5",
      "damping_ratio=1.1", "--as", "swift"),
    Golden(
      "export-fling-c", "export", "fling", "v0=3pt/ms", "k=2.002", "distance=600", "delta=10.93",
      "--as", "c"),
    Golden("export-rubber-band-c", "export", "rubber-band", "c=0.55", "d=844", "--as", "c"),
    Golden("export-gravity-c", "export", "gravity", "g=1000", "height=480", "--as", "c"),
    Golden(
      "export-collision-c", "export", "collision", "e=0.6", "g=1000", "height=480", "--as", "c"),
    Golden("export-resistance-c", "export", "resistance", "v0=800", "r=2", "--as", "c"),
    Golden("export-stretch-c", "export", "stretch", "gain=1.2", "intercept=220", "--as", "c"),
    Golden(
      "export-transfer-c", "export", "transfer", "v0=2000", "k=2.002", "distance=500", "stop=10",
      "--as", "c"),
    Golden("export-rubber-band-css", "export", "rubber-band", "c=0.55", "d=844", "--as", "css"),
    Golden("help-inspect", "inspect", "--help"),
    Golden("help-simulate", "simulate", "--help"),
    Golden("help-laws", "laws", "--help"),
    Golden("laws", "laws"),
    Golden("help-engines", "engines", "--help"),
    Golden("engines", "engines"),
    Golden("engines-in-full", "engines", "uikit", "flutter-macos", "unity", "impetus"),
    Golden("engines-json", "engines", "--format", "json", "uikit", "iscroll", "impetus"),
    Golden("short-bounce-2x", "bounce", narrow),
    Golden("short-bounce-3x", "bounce", wide),
    Golden("short-fit", narrow, "SampleTraces/uiscrollview-deceleration-3x.csv"),
    Golden("short-spring", "spring", "SampleTraces/simulated-spring.csv"),
    Golden("short-table", "decelerate", "SampleTraces/article-deceleration-table.csv"),
    Golden("compare", "compare", narrow, wide),
    Golden("compare-json", "compare", "--format", "json", narrow, wide),
    Golden(
      "compare-nothing-in-common", "compare", narrow,
      "SampleTraces/uiscrollview-deceleration-3x.csv"),
    Golden("help-compare", "compare", "--help"),
    Golden("help-explain", "explain", "--help"),
    Golden("explain", "explain", "W405"),
    Golden("explain-delta", "explain", "delta"),
    Golden("explain-term", "explain", "AICC"),
    Golden("explain-law", "explain", "rubber-band"),
    Golden("predict-momentum", "predict", "momentum", "v0=2000", "time=0.3"),
    Golden("bounce-text-3x", "bounce", "--details", wide),
    Golden("bounce-text-2x", "bounce", "--details", narrow),
    Golden("bounce-json-3x", "bounce", "--format", "json", wide),
    Golden("bounce-article-3x", "bounce", "--details", "--method", "article", wide),
    Golden("bounce-article-json", "bounce", "--method", "article", "--format", "json", wide),
    Golden("bounce-newton", "bounce", "--details", "--method", "newton", wide),
    Golden("bounce-tukey", "bounce", "--details", "--loss", "tukey", narrow),
    Golden("bounce-huber", "bounce", "--loss", "huber", narrow),
    Golden("bounce-fix-delta", "bounce", "--details", "--fix", "delta=10.93", wide),
    Golden(
      "bounce-fix-all-but-phi", "bounce", "--details", "--fix", "delta=10.93", "--fix", "C=4300",
      wide),
    Golden("bounce-rest-offset", "bounce", "--details", "--rest-offset", wide),
    Golden("bounce-start", "bounce", "--details", "--start", "1000,10,0", narrow),
    Golden("bounce-two-files", "bounce", "--details", narrow, wide),
    Golden("bounce-of-a-table", "bounce", "--details", "SampleTraces/article-bounce-table.csv"),
    Golden(
      "bounce-of-a-table-json", "bounce", "--format", "json",
      "SampleTraces/article-bounce-table.csv"),
    Golden(
      "bounce-of-a-table-held", "bounce", "--details", "--fix", "delta=10.9",
      "SampleTraces/article-bounce-table.csv"),
    Golden(
      "decelerate", "decelerate", "--details", "SampleTraces/uiscrollview-deceleration-3x.csv"),
    Golden(
      "decelerate-json", "decelerate", "--format", "json",
      "SampleTraces/uiscrollview-deceleration-3x.csv"),
    Golden(
      "decelerate-forms", "decelerate", "--details", "--form", "both", "--stop", "10",
      "SampleTraces/uiscrollview-deceleration-3x.csv"),
    Golden(
      "decelerate-coulomb-json", "decelerate", "--coulomb", "--format", "json",
      "SampleTraces/uiscrollview-deceleration-3x.csv"),
    Golden(
      "decelerate-table", "decelerate", "--details", "SampleTraces/article-deceleration-table.csv"),
    Golden(
      "decelerate-table-json", "decelerate", "--format", "json",
      "SampleTraces/article-deceleration-table.csv"),
    Golden(
      "decelerate-table-held", "decelerate", "--details", "--fix", "d=0.998", "--form", "both",
      "SampleTraces/article-deceleration-table.csv"),
    Golden("decelerate-a-bounce", "decelerate", "--details", wide),
    Golden(
      "rubber-band", "rubber-band", "--details", "SampleTraces/uiscrollview-rubber-band-3x.csv"),
    Golden(
      "rubber-band-free-json", "rubber-band", "--free", "d", "--format", "json",
      "SampleTraces/uiscrollview-rubber-band-3x.csv"),
    Golden("rubber-band-without-a-finger", "rubber-band", "--details", wide),
    Golden("gravity", "gravity", "--details", "SampleTraces/simulated-gravity.csv"),
    Golden(
      "gravity-json", "gravity", "--format", "json", "SampleTraces/simulated-gravity.csv"),
    Golden(
      "gravity-fix", "gravity", "--details", "--fix", "g=1000", "SampleTraces/simulated-gravity.csv"
    ),
    Golden("gravity-of-a-glide", "gravity", "--details", "SampleTraces/simulated-resistance.csv"),
    Golden("collision", "collision", "--details", "SampleTraces/simulated-collision.csv"),
    Golden(
      "collision-json", "collision", "--format", "json", "SampleTraces/simulated-collision.csv"),
    Golden(
      "collision-newton", "collision", "--details", "--method", "newton",
      "SampleTraces/simulated-collision.csv"),
    Golden(
      "collision-without-a-rebound", "collision", "--details", "SampleTraces/simulated-gravity.csv"),
    Golden("resistance", "resistance", "--details", "SampleTraces/simulated-resistance.csv"),
    Golden(
      "resistance-json", "resistance", "--format", "json", "SampleTraces/simulated-resistance.csv"),
    Golden("help-gravity", "help", "gravity"),
    Golden("help-collision", "help", "collision"),
    Golden("help-momentum", "help", "momentum"),
    Golden("help-resistance", "help", "resistance"),
    Golden("stretch", "stretch", "--details", "SampleTraces/simulated-stretch.csv"),
    Golden(
      "stretch-json", "stretch", "--format", "json", "SampleTraces/simulated-stretch.csv"),
    Golden(
      "stretch-fixed", "stretch", "--details", "--fix", "breakpoint=0",
      "SampleTraces/simulated-stretch.csv"),
    Golden("stretch-without-a-height", "stretch", "--details", wide),
    Golden("transfer", "transfer", "--details", "SampleTraces/simulated-transfer.csv"),
    Golden(
      "transfer-json", "transfer", "--format", "json", "SampleTraces/simulated-transfer.csv"),
    Golden(
      "transfer-common-rate", "transfer", "--details", "--common-rate",
      "SampleTraces/simulated-transfer.csv"),
    Golden("transfer-without-an-inner-view", "transfer", "--details", wide),
    Golden("spring-3x", "spring", "--details", wide),
    Golden("spring-two-files", "spring", "--details", narrow, wide),
    Golden("spring-two-files-json", "spring", "--format", "json", narrow, wide),
    Golden("spring-fix-kappa", "spring", "--details", "--fix", "kappa=0", wide),
    Golden("spring-rest-fitted", "spring", "--details", "SampleTraces/simulated-spring.csv"),
    Golden(
      "spring-rest-fitted-json", "spring", "--format", "json", "SampleTraces/simulated-spring.csv"),
    Golden("spring-of-a-table", "spring", "--details", "SampleTraces/article-bounce-table.csv"),
    Golden("help-spring", "help", "spring"),
    Golden(
      "simulate-spring", "simulate", "spring", "frequency=2", "zeta=0.3", "y0=200", "--scale", "2",
      "--seed", "4"),
    Golden("help-stretch", "help", "stretch"),
    Golden("help-transfer", "help", "transfer"),
    Golden(
      "predict-transfer", "predict", "transfer", "v0=2pt/ms", "k=2.002", "distance=500",
      "m_outer=2", "m_inner=1", "stop=10"),
    Golden(
      "predict-transfer-short", "predict", "transfer", "v0=500", "d=0.998", "distance=400"),
    Golden(
      "simulate-stretch", "simulate", "stretch", "gain=1.2", "intercept=200", "pull=60",
      "--rate", "20", "--scale", "2"),
    Golden(
      "simulate-transfer", "simulate", "transfer", "v0=-2000", "d=0.998", "distance=500", "x0=500",
      "m_outer=3", "m_inner=2", "--rate", "20", "--noise", "0.3"),
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
    Golden("predict-gravity", "predict", "gravity", "g=1000", "height=480"),
    Golden("predict-gravity-up", "predict", "gravity", "magnitude=-1", "v0=300", "height=480"),
    Golden(
      "predict-collision", "predict", "collision", "e=0.6", "g=1000", "height=480", "rebounds=3"),
    Golden(
      "predict-collision-json", "predict", "collision", "e=0.5", "g=1000", "v1=800", "rebounds=2",
      "--format", "json"),
    Golden("predict-resistance", "predict", "resistance", "r=2", "v0=800", "time=1"),
    Golden(
      "predict-force", "predict", "force", "F=1", "width=100", "height=100", "density=1",
      "time=500ms"),
    Golden("predict-push", "predict", "push", "F=2", "width=50", "height=50"),
    Golden("predict-too-little", "predict", "bounce", "v0=100"),
    Golden("help-fit", "fit", "--help"),
    Golden("identify-bounce", "identify", "SampleTraces/uiscrollview-bounce-3x.csv"),
    Golden(
      "identify-plot", "identify", "--details", "--plot", "ascii",
      "SampleTraces/engines/qt-flick-1300.csv"),
    Golden(
      "identify-all", "identify", "--all", "SampleTraces/uiscrollview-deceleration-3x.csv"),
    Golden("identify-pull", "identify", "SampleTraces/uiscrollview-rubber-band-3x.csv"),
    Golden(
      "identify-falls", "identify", "SampleTraces/simulated-gravity.csv",
      "SampleTraces/simulated-collision.csv", "SampleTraces/simulated-spring.csv"),
    Golden(
      "identify-json", "identify", "--format", "json", "SampleTraces/uiscrollview-bounce-2x.csv"),
    Golden("identify-table", "identify", "SampleTraces/article-bounce-table.csv"),
    Golden(
      "identify-no-engines-file", "identify", "--engines", "missing.json",
      "SampleTraces/uiscrollview-bounce-2x.csv"),
    Golden("help-identify", "identify", "--help"),
    Golden("fit-bounce-3x", "fit", "--details", wide),
    Golden("fit-deceleration", "fit", "--details", "SampleTraces/uiscrollview-deceleration-3x.csv"),
    Golden("fit-rubber-band", "fit", "--details", "SampleTraces/uiscrollview-rubber-band-3x.csv"),
    Golden("fit-other-law", "fit", "SampleTraces/engines/chromium-fling-15.csv"),
    Golden(
      "fit-wrong-law", "SampleTraces/engines/kivy-pull-150.csv",
      "SampleTraces/uiscrollview-bounce-2x.csv"),
    Golden("fit-two-files", "fit", "--details", narrow, wide),
    Golden("fit-bounce-table", "fit", "--details", "SampleTraces/article-bounce-table.csv"),
    Golden(
      "fit-deceleration-table", "fit", "--details", "SampleTraces/article-deceleration-table.csv"),
    Golden("fit-rest", "fit", "--details", "--phase", "rest", narrow),
    Golden("inspect-bounce-3x", "inspect", wide),
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
      "simulate-gravity", "simulate", "gravity", "g=1000", "height=480", "wait=200ms", "--scale",
      "2", "--noise", "0.2", "--drop", "0.05"),
    Golden(
      "simulate-collision", "simulate", "collision", "e=0.5", "g_x=-800", "g_y=1000", "height=300",
      "v0=100", "--axis", "both", "--rate", "20"),
    Golden(
      "simulate-resistance", "simulate", "resistance", "r=2", "v0=-800", "x0=40", "--rate", "20"),
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
    let outcome = try await Command.once(golden.arguments)
    #expect(!outcome.output.contains("\u{1B}"))
    let isForPeople = golden.arguments.allSatisfy {
      !["json", "ndjson", "csv", "markdown", "github"].contains($0)
    }
    guard isForPeople else { return }
    // A recording is a file, whose lines are as long as they are, and so is code.
    if ["simulate", "export"].contains(golden.arguments.first), !golden.arguments.contains("--help")
    {
      return
    }
    for line in outcome.lines { #expect(line.count <= 80, "\(line)") }
  }
}
