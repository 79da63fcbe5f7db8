import ArgumentParser
import ScrollFitting

struct FitRubberBand: LawCommand {
  static let law: any Law.Type = RubberBandLaw.self
  static let configuration = CommandConfiguration(
    commandName: "rubber-band",
    abstract: "Fits the resistance beyond an edge: c, d of s = d c x / (c x + d).",
    usage: "scrollfit rubber-band [<options>] <trace> ...",
    discussion: """
      Needs the finger's position beside the offset or overscroll: columns
      finger_y and overscroll_y, or finger_y and offset_y with the edge in the
      file or as --edge. d is held at the size of the bounds when the file gives
      it (bounds_height along y, bounds_width along x); --free d fits it too.

      Examples:
        scrollfit rubber-band SampleTraces/uiscrollview-rubber-band-3x.csv
        scrollfit rubber-band --free d SampleTraces/uiscrollview-rubber-band-3x.csv
        scrollfit rubber-band --fix d=680 SampleTraces/uiscrollview-rubber-band-3x.csv
      """)

  @OptionGroup(title: "Input") var input: InputOptions
  @OptionGroup(title: "Fit") var fitting: FittingOptions

  @Option(
    help: "Fit a parameter although the file gives it: d. Repeatable.", completion: .list(["d"]))
  var free: [String] = []

  @Option(parsing: .unconditional, help: "Offset at rest, in pt. (default: metadata)")
  var edge: Double?

  @OptionGroup(title: "Output") var output: OutputOptions

  func check() throws {
    for name in free {
      guard name == "d" else {
        throw ValidationError("--free \(name) is not possible; the file can give d only.")
      }
      guard !fitting.fix.contains(where: { $0.name == name }) else {
        throw ValidationError("\(name) cannot be both fixed and free.")
      }
    }
    try TimeOptions.check(edge: edge)
  }

  func apply(to options: inout FitOptions) {
    options.freed = Set(free)
    options.edge = edge
  }
}
