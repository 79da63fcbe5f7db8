internal import ScrollFormats

import ArgumentParser
import ScrollPhysics
import ScrollReport

struct ListEngines: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "engines",
    abstract: "Lists known scroll views with the laws and constants they ship.",
    usage: "scrollfit engines [<options>] [<key> ...]",
    discussion: """
      Prints of each engine how it slows down, what it does at an edge, how it
      follows a finger beyond one, and where its constants come from. With keys
      only those, with notes and further notations.

      --format json writes what --engines reads: a start for a file of your own.

      Examples:
        scrollfit engines
        scrollfit engines uikit flutter-ios
        scrollfit engines --format json gtk
      """)

  @Argument(
    help: ArgumentHelp("Engines to print in full.", valueName: "key"),
    completion: EngineOptions.keyCompletion)
  var keys: [String] = []

  @OptionGroup var known: EngineOptions

  @Option(help: "Format of the result.")
  var format: PlainFormat = .text

  @OptionGroup(title: "Output") var look: StyleOptions

  func run() throws {
    let all = try known.engines()
    let chosen = try keys.isEmpty ? all : keys.map { try EngineOptions.engine($0, in: all) }
    let list = EngineList(chosen, isFull: !keys.isEmpty)
    switch format {
    case .text: try StandardStream.write(list.text(style: look.style))
    case .json: try StandardStream.write(list.json(version: Scrollfit.version))
    }
  }
}
