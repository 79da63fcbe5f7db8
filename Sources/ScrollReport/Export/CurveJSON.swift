internal import ScrollFitting

/// A curve as JSON: description, constants, and a table of points.
enum CurveJSON {
  static func text(
    of curve: ExportedCurve, _ table: CurveTable, name: CodeName, _ provenance: ExportProvenance
  ) -> String {
    var writer = JSONWriter(isPretty: true)
    writer.object { json in
      json.member("format_version", "1.0")
      json.key("tool")
      json.object {
        $0.member("name", "scrollfit")
        $0.member("version", provenance.version)
      }
      json.key("export")
      json.object { body in
        body.member("name", name.text)
        body.member("law", curve.law)
        body.member("title", curve.title)
        body.member("formula", curve.formula)
        body.key("inputs")
        body.object { list in
          for input in provenance.list {
            let constant = provenance.inputs.constants[input.name]
            list.key(input.name)
            list.line(isSpaced: true) {
              if let word = provenance.inputs.words[input.name] {
                $0.member("value", word)
              } else {
                $0.member("value", constant?.value)
              }
              $0.unit(input.unit)
              $0.member("standard_error", constant?.standardError)
              $0.member("source", input.source)
            }
          }
        }
        body.key("sources")
        body.array { list in
          for (fit, path) in provenance.fits {
            list.element()
            list.object {
              $0.member("law", fit.law)
              $0.member("result", path)
              $0.member("path", fit.source)
              $0.member("trace", fit.trace)
              $0.member("content_hash", fit.contentHash)
            }
          }
        }
        body.key("constants")
        body.object { list in
          for constant in curve.constants {
            list.key(CodeName.snake(constant.name))
            list.line(isSpaced: true) {
              $0.member("value", constant.value)
              $0.unit(constant.unit)
              $0.member("meaning", constant.meaning)
            }
          }
        }
        body.key("domain")
        body.line(isSpaced: true) {
          $0.member("variable", curve.domain.name)
          $0.unit(curve.domain.unit)
          $0.member("start", curve.domain.start)
          $0.member("end", curve.domain.end)
          $0.member("end_meaning", curve.domain.endMeaning)
        }
        body.key("table")
        body.object { write(table, of: curve, to: &$0) }
      }
    }
    return writer.text + "\n"
  }

  private static func write(
    _ table: CurveTable, of curve: ExportedCurve, to json: inout JSONWriter
  ) {
    json.key("columns")
    json.object { list in
      list.member(curve.domain.name, JSONWriter.unit(curve.domain.unit))
      for quantity in curve.quantities {
        list.member(quantity.name, JSONWriter.unit(quantity.unit))
      }
    }
    json.member("maximum_error", CurveTable.roundedUp(table.maximumError))
    json.key("rows")
    json.array { rows in
      for (row, place) in table.polyline.places.enumerated() {
        rows.element()
        rows.line(isSpaced: true) { one in
          one.member(curve.domain.name, place)
          for (quantity, values) in zip(curve.quantities, table.polyline.values) {
            one.member(quantity.name, values[row])
          }
        }
      }
    }
  }
}
