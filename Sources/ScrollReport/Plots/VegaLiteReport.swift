public import ScrollFitting
internal import ScrollFormats

/// The fits as a Vega-Lite 5 specification with embedded samples, for users who restyle plots.
///
/// One view per fit: samples as points and the curve as a line, and below the residuals with the rounding band, over
/// the same abscissa. The data of a view have one row per sample, with the fields `fit` (number, from 1), the name of
/// the abscissa (`time` except for laws over another quantity), `observed`, `fitted`, `residual` and `weight`. Views
/// are written one by one, in constant memory.
///
/// Source: https://vega.github.io/vega-lite/docs/
public struct VegaLiteReport: ResultRenderer {
  /// The schema URL of the Vega-Lite version.
  public static let schema = "https://vega.github.io/schema/vega-lite/v5.json"

  private var count = 0

  /// Creates a specification without views.
  public init() {}

  /// The views of a recording's fits.
  public mutating func add(_ result: TraceResult) -> String {
    var text = ""
    for (index, fit) in result.fits.enumerated() {
      let series = PlotSeries(fit)
      // A fit of a few separately measured numbers has no curve to draw.
      guard !series.abscissae.isEmpty else { continue }
      text += count == 0 ? Self.head : ",\n"
      count += 1
      var writer = JSONWriter(isPretty: false)
      writer.object {
        Self.view(&$0, result, fit: index, series: series, number: count)
      }
      text += writer.text
    }
    return text
  }

  /// The end of the specification; empty without a fit.
  public mutating func end() -> String { count == 0 ? "" : "\n]}\n" }

  private static var head: String {
    var writer = JSONWriter(isPretty: false)
    writer.object {
      $0.member("$schema", schema)
      $0.member(
        "description", "Fits as measured and as fitted, with the residuals below, by scrollfit.")
      $0.object("config") {
        $0.object("concat") { $0.member("spacing", 12) }
        $0.object("title") { $0.member("anchor", "start") }
      }
      $0.array("vconcat") { _ in }
    }
    // The array stays open for further views.
    return String(writer.text.dropLast(2)) + "\n"
  }

  // MARK: - A fit

  private static let width = 632

  private static func view(
    _ writer: inout JSONWriter, _ result: TraceResult, fit index: Int, series: PlotSeries,
    number: Int
  ) {
    let fit = result.fits[index]
    let constants = FitText.constants(fit)
    writer.object("title") {
      $0.member("text", escapedForTerminal(SVGPlot.title(result, fit: index)))
      if !constants.isEmpty { $0.member("subtitle", constants) }
    }
    writer.member("description", FitChart.description(fit))
    let x = abscissa(fit)
    writer.object("data") {
      $0.array("values") { rows(&$0, series, x: x, number: number) }
    }
    writer.object("resolve") {
      $0.object("scale") { $0.member("x", "shared") }
    }
    let entries = series.isAside.contains(true) ? [sample, aside, fitted] : [sample, fitted]
    writer.array("vconcat") {
      $0.element()
      $0.object {
        $0.member("width", width)
        $0.member("height", 240)
        $0.object("encoding") { abscissa(&$0, x, title: nil) }
        $0.array("layer") {
          let label = fit.ordinate.label
          layer(&$0, { line(&$0) }, y: "fitted", title: label, color: Self.fitted, of: entries)
          points(&$0, y: "observed", title: label, entries: entries)
        }
      }
      $0.element()
      $0.object {
        $0.member("width", width)
        $0.member("height", 84)
        $0.array("layer") {
          if let bound = series.bound { band(&$0, bound, label: residual(fit)) }
          constant(&$0, ["zero": 0], title: residual(fit)) {
            $0.member("type", "rule")
            $0.member("color", Self.colors[Self.fitted])
          }
          points(&$0, y: "residual", title: residual(fit), entries: entries) {
            abscissa(&$0, x, title: fit.abscissa.label)
          }
        }
      }
    }
  }

  private static func residual(_ fit: Fit) -> String {
    SeriesQuantity("residual", fit.ordinate.unit).label
  }

  private static let fields = [
    "fit", "observed", "fitted", "residual", "weight", "recorded", "shown",
  ]

  /// The field of the abscissa: its name, changed if another field has that name.
  private static func abscissa(_ fit: Fit) -> String {
    let name = fit.abscissa.name
    return fields.contains(name) ? "abscissa \(name)" : name
  }

  private static func rows(
    _ writer: inout JSONWriter, _ series: PlotSeries, x: String, number: Int
  ) {
    for index in series.abscissae.indices {
      writer.element()
      writer.object {
        $0.member("fit", number)
        $0.member(x, series.abscissae[index])
        $0.member("observed", series.observed[index])
        $0.member("fitted", series.fitted[index])
        $0.member("residual", series.observed[index] - series.fitted[index])
        $0.member("weight", series.weights[index])
        if let stamps = series.stamps { $0.member("recorded", stamps[index]) }
      }
    }
  }

  // MARK: - Layers

  /// The legend entries; colours are those of the SVG picture.
  private static let fitted = "fit"
  private static let sample = "samples"
  private static let aside = "set aside"
  private static let colors = [fitted: "#bc4c00", sample: "#0550ae", aside: "#57606a"]

  /// A field name escaped for an encoding, where dots and brackets would select a nested field.
  static func escaped(field name: String) -> String {
    var result = ""
    for character in name {
      if ".[]\\".contains(character) { result.append("\\") }
      result.append(character)
    }
    return result
  }

  private static func field(
    _ writer: inout JSONWriter, _ channel: String, _ name: String, title: String?,
    isZero: Bool = false, hasLabels: Bool = true
  ) {
    writer.object(channel) {
      $0.member("field", escaped(field: name))
      $0.member("type", "quantitative")
      $0.member("title", title)
      $0.object("scale") { $0.member("zero", isZero) }
      if !hasLabels {
        $0.object("axis") {
          $0.member("labels", false)
          $0.member("ticks", false)
        }
      }
    }
  }

  /// The abscissa; without a title it has no labels, since they are below the residuals.
  private static func abscissa(_ writer: inout JSONWriter, _ name: String, title: String?) {
    field(&writer, "x", name, title: title, hasLabels: title != nil)
  }

  private static func line(_ writer: inout JSONWriter) {
    writer.member("type", "line")
    // Monotone interpolation does not overshoot.
    writer.member("interpolate", "monotone")
    writer.member("strokeWidth", 1.6)
  }

  private static func layer(
    _ layers: inout JSONWriter, _ mark: (inout JSONWriter) -> Void, y: String, title: String,
    color entry: String, of entries: [String], filter: String? = nil,
    encoding: (inout JSONWriter) -> Void = { _ in }
  ) {
    layers.element()
    layers.object {
      $0.array("transform") {
        if let filter {
          $0.element()
          $0.object { $0.member("filter", filter) }
        }
        // A `datum` in an encoding supports neither scale nor legend.
        $0.element()
        $0.object {
          $0.member("calculate", "'\(entry)'")
          $0.member("as", "shown")
        }
      }
      $0.object("mark", mark)
      $0.object("encoding") {
        encoding(&$0)
        field(&$0, "y", y, title: title)
        $0.object("color") {
          $0.member("field", "shown")
          $0.member("type", "nominal")
          $0.object("legend") {
            $0.member("title", nil as String?)
            $0.member("orient", "top")
          }
          $0.object("scale") {
            $0.member("domain", entries)
            $0.member("range", entries.map { colors[$0] })
          }
        }
      }
    }
  }

  /// Points of the samples; crosses for those that a robust loss rejected.
  private static func points(
    _ layers: inout JSONWriter, y: String, title: String, entries: [String],
    encoding: (inout JSONWriter) -> Void = { _ in }
  ) {
    func mark(_ writer: inout JSONWriter, _ shape: String) {
      writer.member("type", "point")
      writer.member("shape", shape)
      writer.member("filled", true)
      writer.member("size", shape == "circle" ? 18 : 60)
      writer.member("opacity", 1)
      writer.object("tooltip") { $0.member("content", "data") }
    }
    let hasAside = entries.contains(aside)
    let limit = "\(PlotSeries.asideWeight)"
    layer(
      &layers, { mark(&$0, "circle") }, y: y, title: title, color: sample,
      of: entries,
      filter: hasAside ? "datum.weight >= \(limit)" : nil, encoding: encoding)
    guard hasAside else { return }
    layer(
      &layers, { mark(&$0, "cross") }, y: y, title: title, color: aside, of: entries,
      filter: "datum.weight < \(limit)", encoding: encoding)
  }

  private static func band(_ layers: inout JSONWriter, _ bound: Double, label: String) {
    let ends = ["lower": -bound, "upper": bound]
    constant(&layers, ends, title: label) {
      $0.member("type", "rect")
      $0.member("color", "#818b98")
      $0.member("opacity", 0.2)
    }
    for end in ["lower", "upper"] {
      constant(&layers, [end: ends[end] ?? bound], title: label) {
        $0.member("type", "rule")
        $0.member("color", "#59636e")
        $0.member("strokeDash", [2, 3])
      }
    }
  }

  /// A mark over the whole width with data of its own, at one value or between two.
  private static func constant(
    _ layers: inout JSONWriter, _ values: [String: Double], title: String,
    mark: (inout JSONWriter) -> Void
  ) {
    let names = values.keys.sorted()
    layers.element()
    layers.object {
      $0.object("data") {
        $0.objects("values", [values]) { row, json in
          for name in names { json.member(name, row[name]) }
        }
      }
      $0.object("mark", mark)
      $0.object("encoding") {
        field(&$0, "y", names[0], title: title)
        if names.count > 1 {
          $0.object("y2") { $0.member("field", names[1]) }
        }
      }
    }
  }
}
