import ScrollFitting
import ScrollFormats
import ScrollReport
import Testing

/// Reference files, written and read.
@Suite struct ReferenceFileTests {
  private func read(_ text: String) throws(ResultFileError) -> Reference {
    try ReferenceFile.read(bytes: Array(text.utf8), path: "r.json")
  }

  private static let whole = #"""
    {
      "format_version": "1.0",
      "note": "after the redesign \u003c 3",
      "tolerances": {
        "bounce.delta": {"relative": 0.01},
        "decelerate.k": {"absolute": 0.02, "relative": 0.005}
      },
      "pooled": {
        "bounce.delta": {"value": 10.93, "unit": "1/s", "standard_error": 0.0012, "degrees_of_freedom": 41.5, "traces": 12, "tolerance": {"absolute": 0.02}, "note": "seen"},
        "rubber-band.c": {"value": 0.55, "unit": "1"}
      },
      "traces": [
        {
          "path": "flings/a.csv",
          "constants": {
            "bounce.C": {"value": 901, "unit": "pt/s"},
            "bounce.delta": {"value": 10.94, "unit": "1/s", "standard_error": 0.004, "degrees_of_freedom": 45}
          }
        },
        {
          "path": "many.csv",
          "trace": "first",
          "constants": {
            "decelerate.k": {"value": 2.002, "unit": "1/s", "standard_error": 0.001}
          }
        },
        {
          "path": "many.csv",
          "trace": "second #2",
          "constants": {}
        }
      ]
    }

    """#

  private static let grouped = #"""
    {
      "format_version": "1.0",
      "group_by": [
        "device",
        "os"
      ],
      "groups": [
        {
          "values": {"device": "phone", "os": null},
          "pooled": {
            "bounce.delta": {"value": 10.93, "unit": "1/s"}
          }
        }
      ],
      "traces": []
    }

    """#

  /// Objects on one line have no spaces; the texts here would be hard to read without.
  @Test(arguments: [whole, grouped])
  func `a file is written as it was read`(_ text: String) throws {
    #expect(ReferenceFile.text(try read(text)) == text)
  }

  @Test func `everything in a file is read`() throws {
    let reference = try read(Self.whole)
    #expect(reference.kind == .file && reference.name == "r.json")
    #expect(reference.note == "after the redesign < 3")
    #expect(
      reference.tolerances == [
        "bounce.delta": Tolerance(relative: 0.01),
        "decelerate.k": Tolerance(absolute: 0.02, relative: 0.005),
      ])
    #expect(
      reference.pooled.first?.constants.first
        == ReferenceConstant(
          law: "bounce", key: "delta", unit: "1/s", value: 10.93, standardError: 0.0012,
          degrees: 41.5, tolerance: Tolerance(absolute: 0.02), count: 12, note: "seen"))
    #expect(reference.pooled.first?.constants.last?.unit == "")
    #expect(reference.traces.count == 3)
    #expect(reference.traces[TraceName(path: "many.csv", trace: "first")]?.first?.value == 2.002)
    let groups = try read(Self.grouped)
    #expect(groups.groupKeys == ["device", "os"])
    #expect(groups.pooled.first?.values == ["phone", nil])
  }

  @Test func `little is needed in a file written by hand`() throws {
    let reference = try read(
      #"{"format_version": "1.0", "traces": [{"path": "./t/../a.csv", "constants": {"bounce.delta": {"value": 10}}}]}"#
    )
    #expect(
      reference.traces == [
        TraceName(path: "a.csv"): [
          ReferenceConstant(law: "bounce", key: "delta", unit: "1/s", value: 10)
        ]
      ])
    #expect(try read(#"{"format_version": "1.0"}"#).traces.isEmpty)
  }

  @Test func `an update keeps notes and tolerances and is otherwise what a new file would be`()
    throws
  {
    let old = try read(Self.whole)
    var builder = ReferenceBuilder(name: "r.json", keeping: old)
    var record = BatchRecord(
      source: BatchSource(path: "flings/a.csv", trace: nil, line: 1), contentHash: nil)
    var delta = Estimate(key: "delta", value: 10.95123, unit: "1/s")
    delta.standardError = 0.00412
    delta.classicalError = 0.00412
    delta.intervalDegrees = 44.37
    record.constants = [TraceConstant(law: "bounce", estimate: delta, gestures: 1)]
    builder.add(record)
    var summary = BatchSummary()
    summary.add(record)
    let text = ReferenceFile.text(builder.finish(summary.grouped()))
    #expect(
      text == #"""
        {
          "format_version": "1.0",
          "note": "after the redesign \u003c 3",
          "tolerances": {
            "bounce.delta": {"relative": 0.01},
            "decelerate.k": {"absolute": 0.02, "relative": 0.005}
          },
          "pooled": {
            "bounce.delta": {"value": 10.95123, "unit": "1/s", "standard_error": 0.00412, "degrees_of_freedom": 44.4, "traces": 1, "tolerance": {"absolute": 0.02}, "note": "seen"}
          },
          "traces": [
            {
              "path": "flings/a.csv",
              "constants": {
                "bounce.C": {"value": 901, "unit": "pt/s"},
                "bounce.delta": {"value": 10.95123, "unit": "1/s", "standard_error": 0.00412, "degrees_of_freedom": 44.4}
              }
            }
          ]
        }

        """#)
  }

  @Test func `names are written so that they are read back`() throws {
    let name = TraceName(path: "a \"b\"\u{2028}\n#.csv", trace: "\u{1F9ED} <x>\\")
    var reference = Reference(kind: .file, name: "r.json")
    reference.traces[name] = [
      ReferenceConstant(law: "bounce", key: "delta", unit: "1/s", value: 0.1 + 0.2)
    ]
    #expect(try read(ReferenceFile.text(reference)) == reference)
  }

  // MARK: - Faults

  /// A file of version 1.0 with these members.
  private static func file(_ members: String) -> String {
    "{\"format_version\": \"1.0\",\n" + members + "}"
  }

  /// A file with a pooled delta of these members, at 2:28.
  private static func delta(_ members: String) -> String {
    file("\"pooled\": {\"bounce.delta\": {" + members + "}}")
  }

  @Test(arguments: [
    ("", 1, 1, "the text ends"),
    ("[1]", 1, 1, "\"format_version\" should be a string"),
    (#"{"format_version": 1}"#, 1, 20, "\"format_version\" should be a string"),
    (#"{"format_version": "x"}"#, 1, 20, "\"x\" is no version"),
    (#"{"format_version": "2.0"}"#, 1, 20, "format version 2.0, newer than 1.0"),
    (#"{"format_version": "1.1"}"#, 1, 20, "format version 1.1, newer than 1.0"),
    (#"{"format_version": "0.9"}"#, 1, 20, "format version 0.9, and 1.0 is known"),
    (file(#""pool": {}"#), 2, 9, "the reference has no \"pool\""),
    (file(#""note": 1"#), 2, 9, "\"note\" should be a string"),
    (file(#""pooled": []"#), 2, 11, "\"pooled\" should be an object, not a list"),
    (file(#""pooled": {"delta": {}}"#), 2, 21, "\"delta\" is no constant of a law"),
    (file(#""pooled": {"x.delta": {}}"#), 2, 23, "there is no law \"x\""),
    (file(#""pooled": {"bounce.x": {}}"#), 2, 24, "the law bounce has no \"x\""),
    (delta(""), 2, 28, "\"bounce.delta\" needs \"value\""),
    (delta(#""value": "1""#), 2, 38, "\"value\" should be a number"),
    (delta(#""value": 1, "unit": "pt""#), 2, 49, "the unit of \"bounce.delta\" should be \"1/s\""),
    (delta(#""value": 1, "standard_error": -1"#), 2, 59, "should be 0 or more"),
    (delta(#""value": 1, "degrees_of_freedom": 0"#), 2, 63, "should be above 0"),
    (delta(#""value": 1, "traces": 1.5"#), 2, 51, "should be a whole number"),
    (delta(#""value": 1, "tolerance": {}"#), 2, 54, "a tolerance needs"),
    (delta(#""value": 1, "tolerance": {"relative": -1}"#), 2, 67, "should be 0 or more"),
    (delta(#""value": 1, "tolerance": {"percent": 1}"#), 2, 66, "has no \"percent\""),
    (delta(#""value": 1, "error": 1"#), 2, 50, "has no \"error\""),
    (delta(#""value": 1e999"#), 2, 38, "beyond the range"),
    (file(#""tolerances": {"bounce.x": {"relative": 1}}"#), 2, 28, "the law bounce has no \"x\""),
    (file(#""traces": {}"#), 2, 11, "\"traces\" should be a list, not an object"),
    (file(#""traces": [{"constants": {}}]"#), 2, 12, "a recording needs \"path\""),
    (file(#""traces": [{"path": "a"}]"#), 2, 12, "a recording needs \"constants\""),
    (
      file(#""traces": [{"path": "a", "constants": {}}, {"path": "./a", "constants": {}}]"#), 2, 44,
      "the recording a comes twice"
    ),
    (file(#""group_by": []"#), 2, 13, "\"group_by\" is empty"),
    (file(#""group_by": ["a", "a"]"#), 2, 19, "each once"),
    (file(#""group_by": ["a"], "pooled": {}"#), 2, 30, "stand in \"groups\""),
    (file(#""groups": []"#), 2, 11, "\"groups\" needs \"group_by\""),
    (
      file(#""group_by": ["a"], "groups": [{"values": {"b": "1"}, "pooled": {}}]"#), 2, 48,
      "\"values\" has no \"b\""
    ),
    (
      file(
        #""group_by": ["a"], "groups": [{"values": {}, "pooled": {}}, {"values": {}, "pooled": {}}]"#
      ), 2, 61, "comes twice"
    ),
  ])
  func `a fault is told with its place`(
    _ text: String, _ line: Int, _ column: Int, _ message: String
  ) {
    let error = #expect(throws: ResultFileError.self) { try read(text) }
    #expect(error?.kind == .invalidReference && error?.path == "r.json")
    #expect(error?.line == line && error?.column == column, "\(error?.location ?? "")")
    #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
    #expect(error?.help.isEmpty == false)
  }

  @Test func `what stands in a file that is refused is named in the help`() {
    let error = #expect(throws: ResultFileError.self) { try read(Self.file(#""pool": {}"#)) }
    #expect(
      error?.help
        == "it may have format_version, note, tolerances, group_by, pooled, groups, traces")
  }

  @Test func `a file that is not there is missing`() {
    let error = #expect(throws: ResultFileError.self) {
      try ReferenceFile.read(path: "/nonexistent/r.json")
    }
    #expect(error?.kind == .missingInput)
  }

  @Test(arguments: [
    (#"{"format_version": "1.0", "results": []}"#, true),
    (#"{"format_version": "1.0", "source": {}, "fits": []}"#, true),
    (whole, false), (grouped, false), (#"{"format_version": "1.0"}"#, false), ("[]", false),
  ])
  func `results are told from a reference`(_ text: String, _ isResults: Bool) throws {
    #expect(ReferenceFile.isResults(try JSONNode(Array(text.utf8))) == isResults)
  }
}
