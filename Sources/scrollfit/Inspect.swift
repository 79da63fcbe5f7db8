import ArgumentParser
import ScrollReport
import ScrollTraces

struct Inspect: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Prints what a recording holds: columns, units, rate, gaps, rounding, edges.",
    usage: "scrollfit inspect [<options>] <trace> ...",
    discussion: """
      Examples:
        scrollfit inspect SampleTraces/uiscrollview-deceleration-3x.csv
      """)

  @OptionGroup(title: "Input") var input: InputOptions
  @OptionGroup(title: "Output") var look: StyleOptions

  func run() throws {
    var status = ExitStatus.done
    var report = InspectReport(style: look.style)
    let reader = TraceReader(options: input.reading)
    do {
      for path in input.trace {
        do {
          try reader.read(path: path) { trace in try StandardStream.write(report.add(trace)) }
        } catch let error as TraceError {
          status.worsen(to: ExitStatus(error))
          FitCommandRunner.report(error.location, error.message, help: error.help)
        }
      }
    } catch {
      status.worsen(to: try ExitStatus.report(error))
    }
    try status.leave()
  }
}
