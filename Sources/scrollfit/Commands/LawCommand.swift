import ArgumentParser
import ScrollFitting

protocol LawCommand: ParsableCommand {
  static var law: any Law.Type { get }
  var input: InputOptions { get }
  var fitting: FittingOptions { get }
  var output: OutputOptions { get }

  /// Checks the options that only this law has.
  func check() throws
  func apply(to options: inout FitOptions)
}

extension LawCommand {
  func check() throws {}

  func validate() throws {
    try fitting.check(Self.law)
    try check()
    try output.check(inputs: input.trace, method: fitting.method)
  }

  func run() throws {
    var options = fitting.options(Self.law, recordsPath: output.searchPath != nil)
    apply(to: &options)
    output.limit(&options.detail)
    try FitCommandRunner(input: input, output: output, options: options).run(Self.law)
  }
}
