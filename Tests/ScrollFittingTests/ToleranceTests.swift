import ScrollFitting
import Testing

/// Tolerances, patterns and paths.
@Suite struct ToleranceTests {
  @Test(
    arguments: [
      ("0.5%", nil, 0.005), ("0.02", 0.02, nil), ("0", 0, nil), ("1e-3", 0.001, nil),
      ("100%", nil, 1),
    ] as [(String, Double?, Double?)])
  func `a text is a distance or a part`(_ text: String, _ absolute: Double?, _ relative: Double?) {
    #expect(Tolerance(text) == Tolerance(absolute: absolute, relative: relative))
  }

  @Test(arguments: ["", "%", "x", "-1", "-0.5%", "nan", "inf", "inf%", "1 %", "0.5%%"])
  func `what is no tolerance is refused`(_ text: String) {
    #expect(Tolerance(text) == nil)
    #expect(ToleranceRule("bounce.delta=" + text) == nil)
  }

  @Test func `the band is the larger of both`() {
    #expect(Tolerance(absolute: 0.02, relative: 0.01).band(around: -10) == 0.1)
    #expect(Tolerance(absolute: 0.2, relative: 0.01).band(around: -10) == 0.2)
    #expect(Tolerance(relative: 0.01).band(around: 0) == 0)
    #expect(Tolerance().band(around: 10) == 0)
  }

  @Test func `the last rule wins over the constant's own, the file's and the law's tolerance`() {
    var reference = Reference(kind: .file, name: "r")
    var delta = ReferenceConstant(law: "bounce", key: "delta", unit: "1/s", value: 10)
    let stop = ReferenceConstant(law: "decelerate", key: "stop_velocity", unit: "pt/s", value: 10)
    let amplitude = ReferenceConstant(law: "bounce", key: "C", unit: "pt/s", value: 900)
    #expect(reference.tolerance(of: delta) == Tolerance(relative: 0.005))
    #expect(reference.tolerance(of: stop) == Tolerance(relative: 0.1))
    #expect(reference.tolerance(of: amplitude) == Tolerance(relative: 0.005))
    reference.tolerances["bounce.delta"] = Tolerance(absolute: 1)
    #expect(reference.tolerance(of: delta) == Tolerance(absolute: 1))
    delta.tolerance = Tolerance(absolute: 2)
    #expect(reference.tolerance(of: delta) == Tolerance(absolute: 2))
    let rules = ["3", "bounce.*=4", "k=5", "b?unce.delta=6%"].compactMap(ToleranceRule.init)
    #expect(rules.count == 4)
    #expect(reference.tolerance(of: delta, rules: rules) == Tolerance(relative: 0.06))
    #expect(reference.tolerance(of: amplitude, rules: rules) == Tolerance(absolute: 4))
    #expect(reference.tolerance(of: stop, rules: rules) == Tolerance(absolute: 3))
    #expect(ToleranceRule("=1") == nil)
  }

  @Test(arguments: [
    ("bounce.delta", "bounce.delta", true), ("bounce.*", "bounce.delta", true), ("*", "", true),
    ("", "", true), ("", "a", false), ("?", "", false), ("*.delta", "bounce.delta", true),
    ("a*b*c", "a/x/b/y/c", true), ("a*b*c", "a/x/b/y/", false), ("*ab", "aab", true),
    ("a?c", "a\u{E9}c", true), ("Bounce.*", "bounce.delta", false), ("a.c", "abc", false),
    ("**a**", "bab", true), ("delta", "bounce.delta", false),
  ])
  func `stars and question marks match as in a shell`(
    _ pattern: String, _ name: String, _ matches: Bool
  ) {
    #expect(GlobPattern(pattern).matches(name) == matches)
  }

  @Test(arguments: [
    ("a.csv", "a.csv"), ("./x//y/../a.csv", "x/a.csv"), ("../a.csv", "../a.csv"),
    ("/home/me/refs/t/a.csv", "t/a.csv"), ("/home/you/a.csv", "../../you/a.csv"), ("-", "-"),
    (".", ""), ("..", ".."), ("../..", "../.."),
  ])
  func `paths are told from the folder of the reference`(_ path: String, _ expected: String) {
    let base = PathBase(folder: ".", workingFolder: "/home/me/refs")
    #expect(base.relative(path) == expected)
    let inside = PathBase(folder: "refs/", workingFolder: "/home/me")
    let outside = path == "-" || path.hasPrefix("/") ? path : "refs/" + path
    #expect(inside.relative(outside) == expected)
  }

  @Test(arguments: [
    ("a.csv", "../a.csv"), ("ci/rec/a.csv", "rec/a.csv"), ("../b.csv", "../../b.csv"),
    ("/home/you/a.csv", "/home/you/a.csv"), ("-", "-"),
  ])
  func `paths of the reference are told from the working folder`(_ path: String, _ expected: String)
  {
    #expect(PathBase(folder: "..", workingFolder: "/home/me/ci").path(of: path) == expected)
    #expect(PathBase(folder: "refs", workingFolder: "/home/me").path(of: "a.csv") == "refs/a.csv")
    #expect(PathBase(folder: "/r", workingFolder: "/home/me").path(of: "a.csv") == "/r/a.csv")
  }

  @Test(arguments: [
    ("", "a.csv", true), ("", "../a.csv", false), ("t", "t/a.csv", true), ("t", "t2/a.csv", false),
    ("t/a.csv", "t/a.csv", true), ("..", "a.csv", true), ("..", "../a.csv", true),
    ("..", "../../a.csv", false), ("../x", "../x/a.csv", true), ("../x", "a.csv", false),
    ("../..", "../a.csv", true), ("-", "-", true), ("", "-", false), ("-", "a.csv", false),
    ("/t", "/t/a.csv", true), ("", "/t/a.csv", false),
  ])
  func `a folder holds what lies under it`(_ scope: String, _ path: String, _ isInside: Bool) {
    #expect(PathBase.contains([scope], path) == isInside)
    #expect(PathBase.contains(["elsewhere", scope], path) == isInside)
    #expect(!PathBase.contains([], path))
  }
}
