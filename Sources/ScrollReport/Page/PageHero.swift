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
  ///   - outside: the law whose constant is outside the tolerance of the reference of a recording; nil for one that is
  ///     not outside its reference.
  init?(_ page: ReportPage, order: [Int], outside: (Int) -> String?) {
    let shown = order.filter { Self.isDrawable(page.entries[$0].detail?.result) }
    // A motion with a fitted law is preferred to a recording without one.
    func first(_ indices: [Int]) -> Int? {
      indices.first { Self.drawn(page.entries[$0].detail?.result, [], of: nil) != nil }
        ?? indices.first
    }
    // The worst recording outside its reference is shown alone; without one all are shown together.
    let alone = first(shown.filter { outside($0) != nil })
    if alone == nil, let together = MotionsChart(shown.map { page.entries[$0] }) {
      what = .motions
      html = Self.figure(together.figure(id: "hero", mainHeight: 300), together.caption)
      return
    }
    guard let index = alone ?? first(shown), let result = page.entries[index].detail?.result
    else { return nil }
    let source = page.entries[index].record.source
    let reference = page.expected(source, page.entries[index].record.metadata)
    let place = XMLText.escaped(PooledText.place(source))
    var caption = "<a href=\"#\(RecordingSection.id(source))\">\(place)</a>"
    if page.entries.count > 1 {
      caption = (alone == nil ? "Look at this first: " : "Outside its reference: ") + caption
      if let ratio = page.entries[index].ratio {
        caption += ", residuals \(NumberText.significant(ratio, digits: 2)) times rounding"
      }
    }
    let number = Self.drawn(result, reference, of: outside(index))
    let held = number.flatMap { FitArticle.held(result.fits[$0], reference) }
    // The whole recording, but for a fit that shows how far the reference is off.
    if alone == nil || held == nil, let chart = RecordingChart.all(result).first {
      what = .recording
      if !result.phases.isEmpty {
        caption += "; phases: " + XMLText.escaped(PhaseTable.legend(result.phases))
      }
      html = Self.figure(chart.figure(id: "hero", mainHeight: 260), caption)
    } else if let number {
      var chart = FitChart(fluid: result.fits[number], reference: held)
      chart.mainHeight = 300
      what = .fit(number)
      let figure = chart.figure(
        id: "hero", title: SVGPlot.title(result, fit: number),
        table: FitArticle.tableID(RecordingSection.id(source), number))
      html = Self.figure(figure, caption + RecordingSection.legend(chart.legend))
    } else {
      return nil
    }
  }

  private static func isDrawable(_ result: TraceResult?) -> Bool {
    result.map { !RecordingChart.all($0).isEmpty || drawn($0, [], of: nil) != nil } ?? false
  }

  private static func figure(_ chart: String, _ caption: String) -> String {
    "<figure class=\"wide hero\">\n\(chart)<figcaption>\(caption)</figcaption></figure>\n"
  }

  /// The fit of a result to draw: preferably one of a law, then one with a reference, and among those the one that fits
  /// worst.
  private static func drawn(
    _ result: TraceResult?, _ reference: [ReferenceConstant], of law: String?
  ) -> Int? {
    guard let result, result.identification == nil else { return nil }
    let known = Set(reference.map(\.law))
    func rank(_ index: Int) -> (Int, Double) {
      let fit = result.fits[index]
      let place = !known.contains(fit.law) ? 0 : fit.law != law ? 1 : 2
      return (place, RecordingSection.severity(fit))
    }
    return result.fits.indices.filter { !result.fits[$0].series.fitTimes.isEmpty }
      .max { rank($0) < rank($1) }
  }
}
