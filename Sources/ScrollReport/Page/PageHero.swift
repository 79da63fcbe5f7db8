internal import ScrollFitting
internal import ScrollFormats
internal import ScrollTraces

/// The large chart at the top of a page: of the only recording, or of the most important one.
struct PageHero {
  /// The content of the chart.
  enum Content: Equatable {
    case recording
    case fit(Int)
    /// The motions of several recordings.
    case motions
  }

  let what: Content
  let html: String

  /// Creates the chart; nil if no recording can be drawn.
  ///
  /// - Parameters:
  ///   - order: the recordings of the page, the worst first.
  ///   - isOutside: whether a recording is outside the tolerance of its reference.
  init?(_ page: ReportPage, order: [Int], isOutside: (Int) -> Bool) {
    let shown = order.filter { page.entries[$0].detail?.result != nil }
    // A recording outside its reference is shown alone; otherwise all are shown together.
    if let first = shown.first, !isOutside(first),
      let together = MotionsChart(shown.map { page.entries[$0] })
    {
      what = .motions
      html =
        "<figure class=\"wide hero\">\n\(together.figure(id: "hero", mainHeight: 300))"
        + "<figcaption>\(together.caption)</figcaption></figure>\n"
      return
    }
    // A motion with a fitted law is preferred to a recording without one.
    let fitted = shown.first { Self.drawn(page.entries[$0].detail?.result, []) != nil }
    guard let index = fitted ?? shown.first, let result = page.entries[index].detail?.result
    else { return nil }
    let source = page.entries[index].record.source
    let reference = page.expected(source, page.entries[index].record.metadata)
    let place = XMLText.escaped(PooledText.place(source))
    var caption = "<a href=\"#\(RecordingSection.id(source))\">\(place)</a>"
    if page.entries.count > 1 {
      caption = (isOutside(index) ? "Outside its reference: " : "Look at this first: ") + caption
      if let ratio = page.entries[index].ratio {
        caption += ", residuals \(NumberText.significant(ratio, digits: 2)) times rounding"
      }
    }
    let charts = RecordingChart.all(result)
    let figure: String
    if let chart = charts.first {
      what = .recording
      figure = chart.figure(id: "hero", mainHeight: 260)
      if !result.phases.isEmpty {
        caption += "; phases: " + XMLText.escaped(PhaseTable.legend(result.phases))
      }
    } else if let number = Self.drawn(result, reference) {
      let fit = result.fits[number]
      var chart = FitChart(fluid: fit, reference: FitArticle.held(fit, reference))
      chart.mainHeight = 300
      what = .fit(number)
      figure = chart.figure(
        id: "hero", title: SVGPlot.title(result, fit: number),
        table: FitArticle.tableID(RecordingSection.id(source), number))
      caption += RecordingSection.legend(chart.legend)
    } else {
      return nil
    }
    html =
      "<figure class=\"wide hero\">\n\(figure)<figcaption>\(caption)</figcaption></figure>\n"
  }

  /// The fit of a result to draw: preferably one with a reference, and among those the one that fits worst.
  private static func drawn(_ result: TraceResult?, _ reference: [ReferenceConstant]) -> Int? {
    guard let result, result.identification == nil else { return nil }
    func rank(_ index: Int) -> (Int, Double) {
      let fit = result.fits[index]
      return (
        reference.contains { $0.law == fit.law } ? 1 : 0, RecordingSection.severity(fit)
      )
    }
    return result.fits.indices.filter { !result.fits[$0].series.fitTimes.isEmpty }
      .max { rank($0) < rank($1) }
  }
}
