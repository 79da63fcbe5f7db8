import ScrollFitting
import ScrollFormats
import ScrollReport
import Testing

/// Results read back.
@Suite struct ResultFileTests {
  static let bounce = #"""
    {"format_version": "1.4", "new": 1, "results": [{
      "source": {"path": "a.csv"},
      "fits": [{"law": "bounce", "parameters": {
          "C": {"value": 2000, "unit": "pt/s", "standard_error": 4, "fixed": false},
          "delta": {"value": 10.9, "unit": "1/s", "standard_error": 0.01},
          "phi": {"value": null, "unit": "s", "standard_error": null}},
        "residual": {"interval_factor": 1.98},
        "correlation": {"C,delta": 0.9, "C,phi": -0.4}},
        {"law": "later", "parameters": 7}]}]}
    """#

  private func fits(_ text: String) throws(ResultFileError) -> [SavedFit] {
    try ResultFile.fits(bytes: Array(text.utf8), path: "r.json")
  }

  @Test
  func `constants, errors and correlations are read, and what a later version adds is skipped`()
    throws
  {
    let fits = try fits(Self.bounce)
    #expect(fits.map(\.law) == ["bounce", "later"])
    #expect(fits[0].source == "a.csv")
    let constants = fits[0].constants
    #expect(constants.constants["C"] == .init(2000, standardError: 4))
    #expect(constants.constants["delta"] == .init(10.9, standardError: 0.01))
    #expect(constants.constants.count == 2)
    #expect(constants.correlations == ["C,delta": 0.9])
    #expect(constants.intervalFactor == 1.98)
  }

  @Test func `a fixed constant is exact, one without an error is not`() throws {
    let text = Self.bounce.replacing(
      #""standard_error": 4, "fixed": false"#, with: #""standard_error": null, "fixed": true"#
    ).replacing(#""standard_error": 0.01"#, with: #""standard_error": null"#)
    let constants = try fits(text)[0].constants.constants
    #expect(constants["C"]?.standardError == 0)
    #expect(constants["delta"] == .init(10.9, standardError: nil))
  }

  @Test func `the stopping speed of a deceleration is a derived constant`() throws {
    let fits = try fits(
      #"""
      {"format_version": "1.0", "results": [{"fits": [{"law": "decelerate",
        "parameters": {"k": {"value": 2, "unit": "1/s", "standard_error": 0.001},
          "v0": {"value": -900, "unit": "pt/s", "standard_error": 1},
          "x0": {"value": 7, "unit": "pt", "standard_error": 0.1}},
        "derived": {"stop_velocity": {"value": 10, "unit": "pt/s", "standard_error": 0.4}}}]}]}
      """#)
    #expect(
      fits[0].constants.constants == [
        "k": .init(2, standardError: 0.001), "v0": .init(-900, standardError: 1),
        "x0": .init(7, standardError: 0.1), "stop": .init(10, standardError: 0.4),
      ])
  }

  /// What is replaced in a good result by what, and where and why it is refused.
  static let faults: [(old: String, new: String, line: Int?, message: String)] = [
    ("\"1.4\"", "\"2.0\"", 1, "the result has format version 2.0, newer than 1.x"),
    ("\"1.4\"", "\"99\"", 1, "the result has format version 99, newer than 1.x"),
    ("\"1.4\"", "\"one\"", 1, "\"one\" is no version"),
    ("\"1.4\"", "1.4", 1, "\"format_version\" should be a string: no result of scrollfit"),
    (
      "\"format_version\"", "\"version\"", 1,
      "\"format_version\" should be a string: no result of scrollfit"
    ),
    ("\"results\"", "\"result\"", 1, "\"results\" should be a list"),
    ("\"fits\"", "\"fit\"", 1, "\"fits\" should be a list"),
    ("\"law\": \"bounce\"", "\"law\": 3", 3, "\"law\" should be a string"),
    ("10.9,", "\"10.9\",", 5, "the value of \"delta\" should be a number, not a string"),
    ("10.9,", "-10.9,", 5, "\"delta\" should be above 0"),
    ("10.9,", "NaN,", 5, "this is no JSON value"),
    ("10.9,", "1e999,", 5, "a number beyond the range of doubles"),
    ("\"1/s\"", "\"1/ms\"", 5, "the unit of \"delta\" should be \"1/s\""),
    ("\"value\": 10.9, ", "", 5, "\"delta\" has no value"),
    ("0.01", "-0.01", 5, "the standard error of \"delta\" should be 0 or more"),
    ("0.01", "\"?\"", 5, "the standard error of \"delta\" should be 0 or more"),
    (": 0.9,", ": 1.1,", 8, "the correlation of \"C,delta\" should be from -1 to 1"),
    ("1.98", "0", 7, "\"interval_factor\" should be above 0"),
  ]

  @Test(arguments: faults)
  func `a result that is wrong is refused where it is wrong`(
    old: String, new: String, line: Int?, message: String
  ) throws {
    let text = Self.bounce.replacing(old, with: new, maxReplacements: 1)
    #expect(text != Self.bounce)
    let error = try #require(throws: ResultFileError.self) { try fits(text) }
    #expect(error.message == message)
    #expect(error.line == line)
    #expect(error.kind == .invalidData)
    #expect(error.location.hasPrefix("r.json:"))
    #expect(!error.help.isEmpty)
  }
}
