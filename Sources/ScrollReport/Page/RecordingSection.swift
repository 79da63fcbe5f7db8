internal import ScrollFitting
internal import ScrollFormats
internal import ScrollTraces

/// The section of one recording in a report page: plots, constants with intervals, warnings, and provenance.
struct RecordingSection {
  let html: String

  /// The width in px of plots that do not scale with the page; readable on a phone.
  static let width = 440.0
  /// Maximum size of a section in bytes, including JSON; 60 kB less than a page. Further fits are listed without plots.
  static let budget = 240_000
  /// Maximum size in bytes of the JSON that a section includes.
  static let mostJSON = 150_000

  /// Creates a section.
  ///
  /// - Parameters:
  ///   - line: the result as one line of JSON; the page contains it too.
  ///   - reference: the expected constants; empty without a reference.
  ///   - short: the short texts about a fit.
  ///   - shownAbove: the content of the chart at the top of the page, if it shows this recording.
  init(
    _ result: TraceResult, line: String, reference: [ReferenceConstant], short: ShortText,
    shownAbove: PageHero.Content?
  ) {
    let id = Self.id(BatchSource(path: result.path, trace: result.name, line: result.line))
    html =
      Section(
        id: id, result: result, size: line.utf8.count, shownAbove: shownAbove,
        article: {
          FitArticle(
            result: result, index: $0, section: id, reference: reference, short: short,
            isShownAbove: shownAbove == .fit($0)
          ).html
        }
      ).html
  }

  /// The anchor of a recording on its page; equal for equal recordings.
  static func id(_ source: BatchSource) -> String {
    var hash = ContentHash()
    hash.combine(source.path)
    hash.combine(source.trace ?? "")
    hash.combine(UInt64(source.line))
    return "r" + HashText.hex(hash.value)
  }

  /// A measure of how badly the law fits.
  static func severity(_ fit: Fit) -> Double {
    let ratio = fit.residual.floor.map { $0 > 0 ? fit.residual.rms / $0 : 0 } ?? 0
    return (fit.search.converged ? 0 : 1e6) + min(ratio, 1e6)
  }

  /// A legend that does not rely on colour: symbols and text.
  static func legend(_ entries: [(mark: FitChart.Mark, words: String)]) -> String {
    var text = "<ul class=\"legend\">"
    for (mark, words) in entries {
      text +=
        "<li><svg viewBox=\"0 0 24 12\" aria-hidden=\"true\">\(mark.element(1, 6))</svg>"
        + "\(XMLText.escaped(words))</li>"
    }
    return text + "</ul>\n"
  }

  /// The warnings as a list; empty without warnings.
  static func warnings(_ warnings: [Warning]) -> String {
    guard !warnings.isEmpty else { return "" }
    var text = "<ul class=\"warnings\">\n"
    for warning in warnings {
      text +=
        "<li>\(PageText.codes([warning.code.rawValue])) "
        + "\(XMLText.escaped("\(warning.message); \(warning.remedy)"))</li>\n"
    }
    return text + "</ul>\n"
  }

  /// Labels and texts as a list; empty without notes.
  static func notes(_ notes: [(label: String, text: String)]) -> String {
    guard !notes.isEmpty else { return "" }
    var text = "<dl class=\"notes\">\n"
    for (label, words) in notes {
      text += "<dt>\(XMLText.escaped(label))</dt><dd>\(XMLText.escaped(words))</dd>\n"
    }
    return text + "</dl>\n"
  }
}

private struct Section {
  let id: String
  let result: TraceResult
  /// Size of its JSON in bytes.
  let size: Int
  let shownAbove: PageHero.Content?
  let article: (Int) -> String

  var html: String {
    let place = PooledText.place(
      BatchSource(path: result.path, trace: result.name, line: result.line))
    var text =
      "<section class=\"recording\" id=\"\(id)\" aria-labelledby=\"\(id)-h\">\n"
      + "<h2 id=\"\(id)-h\">\(PageText.broken(place))</h2>\n"
    if let failure = result.failure {
      text += "<p class=\"failed\">\(XMLText.escaped("\(failure.message); \(failure.help)"))</p>\n"
    }
    for (index, chart) in RecordingChart.all(result).enumerated()
    where index > 0 || shownAbove != .recording {
      text += "<figure class=\"wide\">\n\(chart.figure(id: "\(id)-a\(index)"))"
      text +=
        "<figcaption>\(XMLText.escaped(PhaseTable.legend(result.phases)))</figcaption></figure>\n"
    }
    text += RecordingSection.warnings(result.warnings)
    text += shared
    let hasJSON = size <= RecordingSection.mostJSON
    // Reserve room for the list of omitted fits.
    var left = RecordingSection.budget - (hasJSON ? size : 0) - text.utf8.count - 30_000
    // The worst fits get plots first within the budget; the fits stay in order of time on the page.
    var drawn: [Int: String] = [:]
    for index in result.fits.indices.sorted(by: {
      RecordingSection.severity(result.fits[$0]) > RecordingSection.severity(result.fits[$1])
    }) {
      let whole = article(index)
      guard left >= whole.utf8.count else { continue }
      left -= whole.utf8.count
      drawn[index] = whole
    }
    let articles = result.fits.indices.map { drawn[$0] ?? "" }.joined()
    if let found = result.identification {
      text += RecordingSection.notes(IdentifyReport(style: TextStyle(), .brief).words(found))
      if !articles.isEmpty {
        text += PageText.details("Fitted all the same, with laws that do not hold", articles)
      }
    } else {
      text += articles
    }
    text += rest(result.fits.indices.filter { drawn[$0] == nil })
    text += PageText.details(
      "Where it comes from", RecordingSection.notes(provenance), prints: true)
    if !hasJSON {
      text +=
        "<p>Its result as JSON, \(size / 1000) kB, is not in this page: 'scrollfit batch --format ndjson' "
        + "writes it.</p>\n"
    }
    return text + "</section>\n"
  }

  // MARK: - Words

  private var provenance: [(label: String, text: String)] {
    var notes: [(String, String)] = []
    var seen: Set<String> = []
    for entry in result.metadata.entries.prefix(60) where seen.insert(entry.key).inserted {
      notes.append((String(entry.key.prefix(60)), String(entry.value.prefix(400))))
    }
    if let facts = result.sampling {
      var text = "\(facts.sampleCount)"
      if let rate = facts.refreshRate { text += " at \(NumberText.short(rate, digits: 4)) Hz" }
      if let quantum = facts.quantum {
        text +=
          quantum.pixelsPerPoint.map {
            ", on the grid of a \(NumberText.short($0, digits: 3))x screen"
          }
          ?? ", in steps of \(NumberText.short(quantum.value, digits: 3)) pt"
      }
      notes.append(("samples", text))
    }
    notes.append(("content hash", HashText.hex(result.contentHash)))
    return notes
  }

  /// The constants shared by the gestures of a recording.
  private var shared: String {
    let constants = result.constants().filter { $0.estimate.value != nil }
    guard !result.phases.isEmpty, constants.contains(where: { $0.gestures > 1 }) else { return "" }
    var table = Table(
      "Constants that its gestures share",
      ["constant", .number("value"), .number("95 % interval"), .number("gestures")])
    for constant in constants {
      table.add([
        PooledText.name(constant.law, constant.key), PooledText.value(constant.estimate),
        PooledText.interval(constant.estimate), "\(constant.gestures)",
      ])
    }
    return table.html
  }

  /// A list of the fits whose plots would make the page too large.
  private func rest(_ fits: [Int]) -> String {
    guard !fits.isEmpty else { return "" }
    var table = Table(
      "\(PooledText.count(fits.count, "more fit")), nearer to the law, without plots to keep the page small",
      ["fit", "constants", .number("rms (pt)")])
    for index in fits.prefix(200) {
      let fit = result.fits[index]
      table.add([
        FitText.heading(result, fit, number: index + 1), FitText.constants(fit),
        NumberText.significant(fit.residual.rms, digits: 3),
      ])
    }
    return table.html + (fits.count > 200 ? "<p>and \(fits.count - 200) more</p>\n" : "")
  }
}
