import ArgumentParser
import CurveFitting
public import ScrollFitting
import ScrollTraces

/// The options of every fit.
struct FittingOptions: ParsableArguments {
  @Option(
    help:
      "Search: descent (six directions with halving), newton, or article (as published; bounce only)."
  )
  var method: FitOptions.Method = .descent

  @Option(
    parsing: .unconditional,
    help: "Start the descent at these parameters, in the law's order and units: 1000,10,0.")
  var start: NumberList?

  @Option(
    help:
      "First steps of a descent from --start. (default: 1,0.01,0.001 in a bounce, else a hundredth of each parameter)"
  )
  var steps: NumberList?

  @Option(help: "Loss of a residual: linear, huber or tukey; the last two resist outliers.")
  var loss: Loss = .linear

  @Option(
    parsing: .unconditionalSingleValue, help: "Hold a parameter: name=value. Repeatable.")
  var fix: [FixedParameter] = []

  func validate() throws {
    if start != nil {
      guard method == .descent else {
        throw ValidationError("--start needs --method descent.")
      }
    }
    if let steps {
      guard steps.values.allSatisfy({ $0 > 0 }) else {
        throw ValidationError("--steps takes positive numbers.")
      }
      guard start != nil else { throw ValidationError("--steps needs --start.") }
    }
  }

  /// Refuses options that a law does not have.
  func check(_ law: any Law.Type) throws {
    let description = law.description
    let names = description.parameters.prefix(description.startCount).map(\.key)
    let list = names.joined(separator: ",")
    for (option, numbers) in [("--start", start), ("--steps", steps)] {
      guard let numbers, numbers.values.count != names.count else { continue }
      throw ValidationError("\(option) takes \(names.count) numbers: \(list).")
    }
    if method == .article {
      guard description.key == BounceLaw.description.key else {
        throw ValidationError("--method article is the published search for a bounce.")
      }
      guard fix.isEmpty, loss == .linear else {
        throw ValidationError(
          "--method article is the search as published: it takes no --fix, --loss or --rest-offset."
        )
      }
    }
    var held: Set<String> = []
    for parameter in fix {
      guard let fixed = law.fixed(parameter.name, parameter.value) else {
        let given = "--fix \(parameter.name)=\(parameter.text)"
        throw ValidationError(
          law.allowed(parameter.name).map { "\(given) is not possible: it must be \($0)." }
            ?? "\(given) is not possible; the parameters are \(description.fixable.joined(separator: ", "))."
            + NearWords.sentence(NearWords.near(parameter.name, description.fixable))
        )
      }
      guard held.insert(fixed.key).inserted else {
        throw ValidationError("--fix names a parameter twice.")
      }
      guard fixed.value.magnitude <= FitOptions.largestHeld else {
        throw ValidationError(
          "--fix \(parameter.name)=\(parameter.text) is beyond 1e12.")
      }
    }
  }

  func options(_ law: any Law.Type, recordsPath: Bool) -> FitOptions {
    var options = FitOptions()
    options.method = method
    options.start = start?.values
    if let steps { options.steps = steps.values }
    options.recordsPath = recordsPath
    options.loss = loss.value
    for parameter in fix {
      guard let fixed = law.fixed(parameter.name, parameter.value) else { continue }
      options.fixed[fixed.key] = fixed.value
    }
    return options
  }
}

/// How the times of a recording are used.
struct StampOptions: ParsableArguments {
  @Option(
    help: "Times: auto, recorded, snapped (to the refresh grid) or weighted (for errors in time).")
  var stamps: FitOptions.Stamps = .auto

  func apply(to options: inout FitOptions) { options.stamps = stamps }
}

/// How the times of a recording are used, and its edge.
struct TimeOptions: ParsableArguments {
  @OptionGroup var stamps: StampOptions

  @Option(parsing: .unconditional, help: "Offset at rest, in pt. (default: metadata, or inferred)")
  var edge: Double?

  func validate() throws {
    try Self.check(edge: edge)
  }

  /// Refuses a settle threshold that is not above 0.
  static func check(settle: Double) throws {
    guard settle > 0, settle.isFinite else {
      throw ValidationError("--settle must be a positive number of points.")
    }
  }

  /// Refuses an edge that cannot be the offset of a recording.
  static func check(edge: Double?) throws {
    guard let edge else { return }
    guard edge.isFinite else { throw ValidationError("--edge must be a finite number.") }
    guard edge.magnitude <= FitOptions.largestHeld else {
      throw ValidationError("--edge must not be beyond 1e12.")
    }
  }

  func apply(to options: inout FitOptions) {
    stamps.apply(to: &options)
    options.edge = edge
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

/// A parameter fixed at a value: `name=value`. Each law defines its names.
struct FixedParameter: ExpressibleByArgument {
  var name: String
  var text: String
  var value: Double

  init?(argument: String) {
    let parts = argument.split(separator: "=", maxSplits: 1)
    guard parts.count == 2, let value = Double(String(parts[1])), value.isFinite else { return nil }
    name = String(parts[0])
    text = String(parts[1])
    self.value = value
  }
}

enum Loss: String, Choice {
  case linear, huber, tukey

  var value: RobustLoss {
    switch self {
    case .linear: .linear
    case .huber: .huber
    case .tukey: .tukey
    }
  }
}

extension FitOptions.Method: Choice {}
extension FitOptions.Stamps: Choice {}
