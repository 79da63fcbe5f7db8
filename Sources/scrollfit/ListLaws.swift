internal import ScrollFormats

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
      try ExitStatus.report(error).leave()
    }
  }
}
