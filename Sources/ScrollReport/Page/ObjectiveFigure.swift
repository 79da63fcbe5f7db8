internal import ScrollFitting
internal import ScrollFormats

/// The objective of a fit with the path of a search, as a chart and as tables.
struct ObjectiveFigure {
  let map: ObjectiveMap
  /// The anchor of the fit.
  let id: String

  var html: String {
    let chart = ObjectiveChart(map)
    let words =
      "Lines of equal rms over \(map.first.key) and \(map.second.key), "
      + "\(map.eliminated.joined(separator: " and ")) at its best. The thick line is the path of "
      + "the article's search (six directions, fixed steps), \(map.search): down into the valley, "
      + "then along it. \(chart.ending) "
      + "A small ring is its start, the ring with a cross the fit."
    return "<div class=\"grid-2\">\n<figure>\n"
      + chart.figure(id: "\(id)-o", width: RecordingSection.width)
      + "<figcaption>\(XMLText.escaped(words))</figcaption></figure>\n"
      + "<div class=\"data\">\(grid.html)\(way.html)</div>\n</div>\n"
  }

  private func name(_ axis: ObjectiveMap.Axis) -> String {
    axis.unit.isEmpty ? axis.key : "\(axis.key) (\(axis.unit))"
  }

  /// A subset of the columns and rows of the map.
  private var grid: Table {
    let columns = Array(stride(from: 0, to: map.first.values.count, by: 16))
    var table = Table(
      "rms in pt over \(map.first.key) to the right and \(map.second.key) downwards",
      [.number("\(name(map.second)) \\ \(name(map.first))")]
        + columns.map { .number(NumberText.short(map.first.values[$0], digits: 3)) })
    for row in stride(from: 0, to: map.second.values.count, by: 8) {
      table.add(
        [NumberText.short(map.second.values[row], digits: 3)]
          + columns.map {
            NumberText.short(map.rms[row * map.first.values.count + $0], digits: 3)
          })
    }
    return table
  }

  /// At most 21 points of the search path.
  private var way: Table {
    var way = Table(
      "The way of the search",
      [.number("move"), .number(name(map.first)), .number(name(map.second))])
    let last = map.path.count - 1
    for index in 0...20 {
      let move = last * index / 20
      guard index == 0 || move > last * (index - 1) / 20 else { continue }
      way.add([
        "\(move)", NumberText.short(map.path[move].first, digits: 6),
        NumberText.short(map.path[move].second, digits: 6),
      ])
    }
    return way
  }
}
