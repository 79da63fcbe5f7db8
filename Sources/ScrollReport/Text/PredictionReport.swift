public import ScrollFitting
public import ScrollFormats

/// A prediction as text and as JSON.
public struct PredictionReport: Sendable {
  /// An input constant and its source.
  public struct Input: Sendable {
    /// Its name.
    public var name: String
    /// Its unit; empty for none.
    public var unit: String
    /// `argument`, `engine` and its key, or the file with the fit.
    public var source: String
    /// The key of the engine that provides it; nil if it is given or fitted.
    public var engine: String?

    /// An input.
    public init(name: String, unit: String, source: String, engine: String? = nil) {
      self.name = name
      self.unit = unit
      self.source = engine.map { "engine \($0)" } ?? source
      self.engine = engine
    }
  }

  private let prediction: Prediction
  private let inputs: [Input]

  /// A report of a prediction, with its inputs in order.
  public init(_ prediction: Prediction, inputs: [Input]) {
    self.prediction = prediction
    self.inputs = inputs
  }

  // MARK: - Text

  /// The report as text: 80 columns, readable without colour.
  public func text(style: TextStyle) -> String {
    var lines = [style.heading("prediction: \(prediction.law.key)")]
    lines.append("  " + style.faint(prediction.law.formula(isDiscrete: prediction.isDiscrete)))
    lines.append("")
    for (label, inputs) in sources {
      lines += style.item(
        escapedForTerminal(label), inputs.map(describe).joined(separator: ", "), 8)
    }
    lines.append("")
    lines += table(prediction.predicted, style)
    lines += ["", "  constants in every notation"]
    lines += table(prediction.constants, style)
    return lines.joined(separator: "\n") + "\n"
  }

  /// The inputs grouped by source, in order, with those of an engine last.
  private var sources: [(label: String, inputs: [Input])] {
    var result: [(label: String, inputs: [Input])] = []
    for input in inputs.filter({ $0.engine == nil }) + inputs.filter({ $0.engine != nil }) {
      let label =
        switch (input.engine, input.source) {
        case (let engine?, _): "of \(engine)"
        case (nil, "argument"): "given"
        case (nil, "-"): "from standard input"
        case (nil, let path): "from \(path)"
        }
      if let index = result.firstIndex(where: { $0.label == label }) {
        result[index].inputs.append(input)
      } else {
        result.append((label, [input]))
      }
    }
    return result
  }

  private func describe(_ input: Input) -> String {
    guard let constant = prediction.inputs.constants[input.name] else {
      let word = prediction.inputs.words[input.name].map { " = \(escapedForTerminal($0))" }
      return input.name + (word ?? "")
    }
    var text = "\(input.name) = "
    let unit = input.unit.isEmpty ? "" : " \(input.unit)"
    switch constant.standardError {
    case 0?: text += NumberText.short(constant.value, digits: 9) + unit
    case nil:
      text += NumberText.short(constant.value, digits: 6) + unit + " (error not known)"
    case let error?:
      let decimals = NumberText.decimals(forError: error, value: constant.value)
      text += NumberText.fixed(constant.value, decimals: decimals) + unit
      text += " (standard error \(NumberText.fixed(error, decimals: decimals)))"
    }
    return text
  }

  private func table(_ quantities: [Prediction.Quantity], _ style: TextStyle) -> [String] {
    var table = ConstantTable()
    for quantity in quantities {
      let estimate = quantity.estimate
      table.add(
        estimate, label: quantity.name, note: estimate.value == nil ? nil : estimate.reason)
    }
    return table.lines(style: style)
  }

  // MARK: - JSON

  /// The report as one JSON object, `format_version` 1.0.
  public func json(version: String) -> String {
    JSONWriter.file(tool: version) { json in
      json.object("prediction") { body in
        body.member("law", prediction.law.key)
        body.member(
          "form",
          prediction.law.hasForm ? (prediction.isDiscrete ? "discrete" : "continuous") : nil)
        body.object("inputs") { list in
          for input in inputs {
            list.object(input.name) { $0.members(of: input, prediction.inputs) }
          }
        }
        body.object("constants") { Self.write(prediction.constants, to: &$0) }
        body.object("predicted") { Self.write(prediction.predicted, to: &$0) }
      }
    }
  }

  private static func write(_ quantities: [Prediction.Quantity], to list: inout JSONWriter) {
    for estimate in quantities.map(\.estimate) {
      list.object(estimate.key) {
        $0.member("value", estimate.value)
        $0.unit(estimate.unit)
        $0.member("standard_error", estimate.standardError)
        $0.member("interval", estimate.interval)
        $0.member("reason", estimate.reason)
      }
    }
  }
}

extension JSONWriter {
  /// The members of an input: its value, which may be a word, its error and its source.
  mutating func members(of input: PredictionReport.Input, _ known: UncertainConstants) {
    let constant = known.constants[input.name]
    if let word = known.words[input.name] {
      member("value", word)
    } else {
      member("value", constant?.value)
    }
    unit(input.unit)
    member("standard_error", constant?.standardError)
    member("source", input.source)
  }
}
