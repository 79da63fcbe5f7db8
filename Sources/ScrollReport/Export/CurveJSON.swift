internal import ScrollFitting
internal import ScrollFormats

/// A curve as JSON: description, constants, and a table of points.
enum CurveJSON {
  static func text(
    of curve: ExportedCurve, _ table: CurveTable, name: CodeName, _ provenance: ExportProvenance
  ) -> String {
    JSONWriter.file(tool: provenance.version) { json in
      json.object("export") { body in
        body.member("name", name.text)
        body.member("law", curve.law)
        body.member("title", curve.title)
        body.member("formula", curve.formula)
        body.object("inputs") { list in
          for input in provenance.list {
            list.line(input.name, isSpaced: true) { $0.members(of: input, provenance.inputs) }
          }
        }
        body.objects("sources", provenance.fits) { source, json in
          json.member("law", source.fit.law)
          json.member("result", source.path)
          json.member("path", source.fit.source)
          json.member("trace", source.fit.trace)
          json.member("content_hash", source.fit.contentHash)
        }
        body.object("constants") { list in
          for constant in curve.constants {
            list.line(CodeName.snake(constant.name), isSpaced: true) {
              $0.member("value", constant.value)
              $0.unit(constant.unit)
              $0.member("meaning", constant.meaning)
            }
          }
        }
        body.line("domain", isSpaced: true) {
          $0.member("variable", curve.domain.name)
          $0.unit(curve.domain.unit)
          $0.member("start", curve.domain.start)
          $0.member("end", curve.domain.end)
          $0.member("end_meaning", curve.domain.endMeaning)
        }
        body.object("table") { write(table, of: curve, to: &$0) }
      }
    }
  }

  private static func write(
    _ table: CurveTable, of curve: ExportedCurve, to json: inout JSONWriter
  ) {
    json.object("columns") { list in
      list.member(curve.domain.name, JSONWriter.unit(curve.domain.unit))
      for quantity in curve.quantities {
        list.member(quantity.name, JSONWriter.unit(quantity.unit))
      }
    }
    json.member("maximum_error", CurveTable.roundedUp(table.maximumError))
    json.lines("rows", isSpaced: true, table.polyline.places.enumerated()) { row, json in
      json.member(curve.domain.name, row.element)
      for (quantity, values) in zip(curve.quantities, table.polyline.values) {
        json.member(quantity.name, values[row.offset])
      }
    }
  }
}
