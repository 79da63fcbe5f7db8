import ArgumentParser
import ScrollFitting
import ScrollReport

struct ListLaws: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "laws", abstract: "Lists the laws with their parameters and formulas.",
    discussion: """
      Examples:
        scrollfit laws
      """)

  func run() throws {
    do {
      try StandardStream.write(LawList.text())
    } catch {
      if error.kind != .closedPipe {
        FitCommandRunner.report(error.path, error.message, help: error.help)
      }
      try ExitStatus(error).leave()
    }
  }
}
