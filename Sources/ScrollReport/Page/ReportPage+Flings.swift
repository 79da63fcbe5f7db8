internal import ScrollFitting
internal import ScrollFormats

/// How distance and duration of all flings grow with their speed, as charts and a table.
extension ReportPage {
  /// Maximum number of flings in the table.
  private static let flingRows = 200

  func flings() -> String {
    let all = entries.flatMap { entry in
      entry.record.fits.enumerated().compactMap {
        MeasuredFling($0.element, source: entry.record.source, position: $0.offset)
      }
    }
    guard let scaling = FlingScaling(all), let power = scaling.distancePower else { return "" }
    var text = "<p>\(XMLText.escaped(FlingText.sentence(scaling, power)))</p>\n"
    var figures = figure(scaling, showsDuration: false)
    if scaling.durationPower != nil { figures += figure(scaling, showsDuration: true) }
    text += "<div class=\"grid-2\">\n\(figures)</div>\n"
    var table = Table(
      "Flings",
      ["recording", .number("v0 (pt/s)"), .number("distance (pt)"), .number("duration (s)")])
    for fling in scaling.flings.prefix(Self.flingRows) {
      table.add([
        PooledText.place(fling.source), NumberText.significant(fling.speed, digits: 4),
        NumberText.significant(fling.distance, digits: 4),
        fling.duration.map { NumberText.significant($0, digits: 3) } ?? "",
      ])
    }
    let count = scaling.flings.count
    let title =
      count > Self.flingRows ? "the \(Self.flingRows) slowest of \(count) flings" : "all flings"
    return PageText.section(
      "flings", "Distance and duration of flings", text + PageText.details(title, table.html))
  }

  private func figure(_ scaling: FlingScaling, showsDuration: Bool) -> String {
    let chart = FlingChart(scaling: scaling, showsDuration: showsDuration)
    let name = showsDuration ? "duration" : "distance"
    return "<figure>\n\(chart.figure(id: "flings-\(name)", width: RecordingSection.width))"
      + "<figcaption>\(showsDuration ? "Duration" : "Distance") of each fling over its speed, on "
      + "logarithmic axes.</figcaption></figure>\n"
  }
}
