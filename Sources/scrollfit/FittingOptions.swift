public import ArgumentParser
import CurveFitting
public import ScrollFitting

/// How to fit.
struct FittingOptions: ParsableArguments {
  @Option(help: "Search: descent (six directions with halving), newton, or article (as published).")
  var method: FitOptions.Method = .descent

  @Option(
    parsing: .unconditional,
    help: "Start the descent at C,delta,phi in pt/s, 1/s and s. (default: the projected minimum)")
  var start: NumberList?

  @Option(help: "First steps of a descent from --start. (default: 1,0.01,0.001)")
  var steps: NumberList?

  @Option(help: "Loss of a residual: linear, huber or tukey; the last two resist outliers.")
  var loss: Loss = .linear

  @Option(
    parsing: .unconditionalSingleValue,
    help: "Hold a parameter: C=, delta= or phi=. Repeatable.")
  var fix: [FixedParameter] = []

  @Flag(help: "Add a constant to the law, for an edge or a rounding not quite known.")
  var restOffset = false

  @Flag(help: "Fit the samples after the motion has settled too, as most other tools do.")
  var keepSettled = false

  @Option(
    help: "Times: auto, recorded, snapped (to the refresh grid) or weighted (for errors in time).")
  var stamps: FitOptions.Stamps = .auto

  @Option(parsing: .unconditional, help: "Offset at rest, in pt. (default: metadata, or inferred)")
  var edge: Double?

  @Option(help: "Overscroll below which the motion ends, in pt.")
  var settle = 0.5

  func validate() throws {
    if let start {
      guard start.values.count == 3 else {
        throw ValidationError("--start takes three numbers: C,delta,phi.")
      }
      guard method == .descent else {
        throw ValidationError("--start needs --method descent.")
      }
    }
    if let steps {
      guard steps.values.count == 3, steps.values.allSatisfy({ $0 > 0 }) else {
        throw ValidationError("--steps takes three positive numbers, for C, delta and phi.")
      }
      guard start != nil else { throw ValidationError("--steps needs --start.") }
    }
    guard settle > 0, settle.isFinite else {
      throw ValidationError("--settle must be a positive number of points.")
    }
    if let edge, !edge.isFinite { throw ValidationError("--edge must be a finite number.") }
    guard Set(fix.map(\.name)).count == fix.count else {
      throw ValidationError("--fix names a parameter twice.")
    }
    if method == .article {
      guard fix.isEmpty, !restOffset, loss == .linear else {
        throw ValidationError(
          "--method article is the search as published: it takes no --fix, --loss or --rest-offset."
        )
      }
    }
  }

  func options(recordsPath: Bool) -> FitOptions {
    var options = FitOptions()
    options.method = method
    options.start = start?.values
    if let steps { options.steps = steps.values }
    options.recordsPath = recordsPath
    options.loss = loss.value
    for parameter in fix { options.fixed[parameter.name] = parameter.value }
    options.restOffset = restOffset
    options.keepsSettled = keepSettled
    options.stamps = stamps
    options.edge = edge
    options.settleThreshold = settle
    return options
  }
}

/// Numbers separated by commas.
struct NumberList: ExpressibleByArgument {
  var values: [Double]

  init(values: [Double]) { self.values = values }

  init?(argument: String) {
    values = []
    for part in argument.split(separator: ",", omittingEmptySubsequences: false) {
      guard let value = Double(String(part)), value.isFinite else { return nil }
      values.append(value)
    }
  }

  var defaultValueDescription: String { values.map { "\($0)" }.joined(separator: ",") }
}

/// A parameter held at a value: `name=value`.
struct FixedParameter: ExpressibleByArgument {
  var name: String
  var value: Double

  init?(argument: String) {
    let parts = argument.split(separator: "=", maxSplits: 1)
    guard parts.count == 2, let value = Double(String(parts[1])), value.isFinite,
      ["C", "delta", "phi"].contains(parts[0])
    else { return nil }
    name = String(parts[0])
    self.value = value
    if name == "delta", value <= 0 { return nil }
    if name == "C", value == 0 { return nil }
  }
}

/// The loss, as an argument.
enum Loss: String, ExpressibleByArgument, CaseIterable {
  case linear, huber, tukey

  var value: RobustLoss {
    switch self {
    case .linear: .linear
    case .huber: .huber
    case .tukey: .tukey
    }
  }
}

extension FitOptions.Method: ExpressibleByArgument {}
extension FitOptions.Stamps: ExpressibleByArgument {}
