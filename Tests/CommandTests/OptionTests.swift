import Testing

/// What options and the writing of a file change, and what they leave as it is.
@Suite struct OptionTests {
  /// One bounce written in a way of its own; the fit is that of the usual recording.
  struct Writing: Sendable, CustomTestStringConvertible {
    var name: String
    var text: String
    var arguments: [String] = []
    /// Where the edge comes from.
    var source = "metadata"
    /// Codes of the warnings beyond those of the usual recording.
    var warnings: [String] = []
    /// The side of the edge; nil where the file holds the overscroll itself.
    var side: String? = "top"

    var testDescription: String { name }
  }

  private static func value(_ frame: Int) -> Double {
    Recordings.rounded(Recordings.bounce(Double(frame) / 60))
  }

  private static func rows(_ row: (String, String, Int) -> String) -> [String] {
    (0..<60).map {
      row(Recordings.stamp($0), Recordings.printed(-value($0)), $0)
    }
  }

  static let writings: [Writing] = [
    Writing(name: "CRLF", text: Recordings.plain().replacing("\n", with: "\r\n")),
    Writing(name: "byte order mark", text: "\u{FEFF}" + Recordings.plain()),
    Writing(name: "semicolons", text: Recordings.plain().replacing(",", with: ";")),
    Writing(name: "tabs", text: Recordings.plain().replacing(",", with: "\t")),
    Writing(
      name: "bars", text: Recordings.plain().replacing(",", with: "|"),
      arguments: ["--delimiter", "pipe"]),
    Writing(
      name: "delimiter named", text: Recordings.plain().replacing(",", with: ";"),
      arguments: ["--delimiter", "semicolon"]),
    Writing(
      name: "quoted header",
      text: Recordings.plain().replacing("t_s,offset_y_pt", with: "\"t_s\",\"offset_y_pt\"")),
    Writing(
      name: "capitals, other names",
      text: Recordings.plain().replacing("t_s,offset_y_pt", with: "TimeStamp,contentOffset.Y")),
    Writing(
      name: "names by option",
      text: Recordings.plain().replacing("t_s,offset_y_pt", with: "when,where"),
      arguments: ["--time", "when", "--offset", "where"]),
    Writing(
      name: "one offset of two",
      text: Recordings.file(
        "# edge_top: 0", "t,y,offset", rows { "\($0),\($1),\($2)" }),
      arguments: ["--offset", "y"]),
    Writing(
      name: "unknown column",
      text: Recordings.file("# edge_top: 0", "t,y,battery", rows { "\($0),\($1),\($2)" }),
      warnings: ["W107"]),
    Writing(
      name: "milliseconds by suffix",
      text: Recordings.file(
        "# edge_top: 0", "t_ms,y",
        rows { _, value, frame in
          "\(Recordings.printed(Double(frame) / 0.06, decimals: 3)),\(value)"
        })),
    Writing(
      name: "microseconds by option",
      text: Recordings.file(
        "# edge_top: 0", "t,y",
        rows { _, value, frame in "\((frame * 1_000_000 + 30) / 60),\(value)" }),
      arguments: ["--time-unit", "us"]),
    Writing(
      name: "pixels by option",
      text: Recordings.file(
        "# edge_top: 0", "t,y_px",
        rows { stamp, _, frame in "\(stamp),\(Int(-3 * value(frame)))" }),
      arguments: ["--scale", "3"]),
    Writing(
      name: "pixels by metadata",
      text: Recordings.file(
        "# edge_top: 0\n# scale: 3", "t,y_px",
        rows { stamp, _, frame in "\(stamp),\(Int(-3 * value(frame)))" })),
    Writing(
      name: "edge by option",
      text: Recordings.file("t,y", Recordings.rows(edge: -64)), arguments: ["--edge", "-64"],
      source: "option"),
    Writing(
      name: "edge by option, with an equals sign",
      text: Recordings.file("t,y", Recordings.rows(edge: -64)), arguments: ["--edge=-64"],
      source: "option"),
    Writing(
      name: "edge inferred", text: Recordings.file("t,y", Recordings.rows(edge: -64)),
      source: "inferred", warnings: ["W108"]),
    Writing(
      name: "bottom edge",
      text: Recordings.file("# edge_bottom: 500", "t,y", Recordings.rows(edge: 500, sign: 1)),
      side: "bottom"),
    Writing(
      name: "bottom edge inferred",
      text: Recordings.file("t,y", Recordings.rows(edge: 500, sign: 1)), source: "inferred",
      warnings: ["W108"], side: "bottom"),
    Writing(
      name: "overscroll", text: Recordings.file("t,overscroll_y", Recordings.rows(sign: 1)),
      source: "column", side: nil),
    Writing(
      name: "overscroll with the other sign",
      text: Recordings.file("t,overscroll_y", Recordings.rows()), source: "column",
      warnings: ["W204"], side: nil),
    Writing(
      name: "list without a header",
      text: Recordings.file("# edge_top: 0", rows { _, value, _ in value }), warnings: ["W101"]),
    Writing(
      name: "list with an interval",
      text: Recordings.file("# edge_top: 0", "offset_y_pt", rows { _, value, _ in value }),
      arguments: ["--interval", "0.016666666666666666"], warnings: ["W101"]),
    Writing(
      name: "a row twice",
      text: Recordings.file(
        "# edge_top: 0", "t,y",
        rows { stamp, value, frame in
          "\(stamp),\(value)" + (frame == 5 ? "\n\(stamp),\(value)" : "")
        }), warnings: ["W103"]),
    Writing(
      name: "comments and blank lines between rows",
      text: Recordings.file(
        "# edge_top: 0", "t,y", rows { "\($0),\($1)" + ($2 % 7 == 0 ? "\n# here\n" : "") })),
    Writing(
      name: "more than the span, cut by --from and --to",
      text: Recordings.file(
        "# edge_top: 0", "t,y",
        ["-2,-80", "-1.5,-5", "-1,-30"] + Recordings.rows() + ["2,-30", "3,-80", "4,-1"]),
      arguments: ["--from", "0", "--to", "1"]),
    Writing(
      name: "negative --from",
      text: Recordings.file(
        "# edge_top: 0", "t,y", ["-2,-80", "-1.5,-5", "-1,-30"] + Recordings.rows()),
      arguments: ["--from", "-0.5"]),
  ]

  @Test(arguments: writings)
  func `the same bounce gives the same constants however it is written`(
    writing: Writing
  ) async throws {
    let usual = try await report(Recordings.plain())
    let result = try await report(writing.text, writing.arguments)
    let fit = result["fits"][0]
    for name in ["C", "delta", "phi"] {
      let expected = try #require(usual["fits"][0]["parameters"][name]["value"].double)
      let value = try #require(fit["parameters"][name]["value"].double)
      // Stamps of 1 us against 1/60 s move samples by 5e-7 s, and constants by 1e-5.
      #expect(abs(value - expected) <= 5e-5 * expected, "\(name)")
    }
    #expect(result["fits"].elements.count == 1)
    #expect(fit["samples"]["used"] == usual["fits"][0]["samples"]["used"])
    #expect(fit["edge"]["source"].string == writing.source)
    #expect(fit["edge"]["side"].string == writing.side)
    #expect(codes(result).sorted() == (codes(usual) + writing.warnings).sorted())
  }
}
