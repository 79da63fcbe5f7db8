internal import ScrollFormats

import ArgumentParser
import ScrollReport

struct Inspect: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inspect",
    abstract: "Prints what a recording holds: columns, units, rate, gaps, rounding, edges.",
    usage: "scrollfit inspect [<options>] <trace> ...",
    discussion: """
      Examples:
        scrollfit inspect SampleTraces/uiscrollview-deceleration-3x.csv
      """)

  @OptionGroup(title: "Input") var input: InputOptions
  @OptionGroup(title: "Output") var look: StyleOptions

  func run() throws {
    var report = InspectReport(style: look.style)
    try ExitStatus.run { _, status in
      try input.read(fault: { status.worsen(to: ExitStatus($0)) }) {
        try StandardStream.write(report.add($0))
      }
    }
  }
}
