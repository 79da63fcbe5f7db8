import RealModule
import ScrollPhysics
import TestSupport
import Testing

struct EnginesTests {
  /// The constants that each engine ships: k in 1/s, constant deceleration in pt/s^2, distance in pt of a release
  /// with 1000 pt/s, delta in 1/s, damping ratio, k / m in 1/s^2, slope of the drag at the edge.
  struct Row: Sendable {
    var key: String
    var rate: Double?
    var constant: Double?
    var distance: Double?
    var delta: Double?
    var zeta: Double?
    var stiffness: Double?
    var drag: Double?
  }

  static let rows: [Row] = [
    Row(
      key: "uikit", rate: 2.0020027, distance: 499.49983, delta: 11, zeta: 1.0041580,
      stiffness: 120, drag: 0.55),
    Row(
      key: "uikit-fast", rate: 10.0503359, distance: 99.499162, delta: 11, zeta: 1.0041580,
      stiffness: 120, drag: 0.55),
    Row(
      key: "uikit-critical", rate: 2.0020027, distance: 499.49983, delta: 10.93, zeta: 1,
      stiffness: 119.4649, drag: 0.55),
    Row(
      key: "scrollmechanics", rate: 2.0020027, distance: 499.49983, delta: 10, zeta: 1,
      stiffness: 100, drag: 0.55),
    Row(key: "webkit-macos", delta: 12.5, zeta: 1, stiffness: 156.25, drag: 0.05),
    Row(
      key: "flutter-ios", rate: 2.0024805, distance: 499.38064, delta: 15.556349, zeta: 1.1,
      stiffness: 200, drag: 0.52),
    Row(
      key: "flutter-macos", rate: 2.0024805, constant: 1400, distance: 165.86867,
      delta: 20.554805, zeta: 1.3, stiffness: 250, drag: 0.26),
    Row(
      key: "compose-ios", rate: 2.0020027, distance: 499.49983, delta: 10.954451, zeta: 1,
      stiffness: 120, drag: 0.55),
    // The spline and the power law go the same way.
    Row(key: "android", distance: 194.31362),
    Row(key: "flutter-android", distance: 194.31362),
    Row(key: "compose-decay", rate: 4.2, distance: 238.09524),
    Row(key: "react-native", rate: 2, distance: 500),
    // The sum of 1000/60 e^(-0.2 n (n + 1) / 120).
    Row(key: "reanimated", distance: 345.28474),
    // k = -60 ln(1 - 2/60), and 50 k: Euler steps of v' = -2 v - 100.
    Row(key: "unreal", rate: 2.0340931, constant: 101.704655, distance: 416.78224),
    Row(
      key: "unity", rate: 2.0024805, distance: 499.38064, delta: 20, zeta: 1, stiffness: 400,
      drag: 0.55),
    Row(key: "gtk", rate: 4, distance: 250, delta: 10, zeta: 1, stiffness: 100),
    Row(key: "libadwaita", rate: 2.0020027, distance: 499),
    Row(key: "libadwaita-touchpad", rate: 3.0045090, distance: 332.33333),
    // At 60 frames a second: 1000/60 (1 - r/60) / (r/60), r = 0.05 / 0.017.
    Row(key: "kivy", rate: 2.9411765, distance: 323.33333, delta: 10, zeta: 1, stiffness: 100),
    Row(key: "kivy-2", rate: 2.9411765, distance: 323.33333),
    Row(key: "egui", constant: 1000, distance: 500),
    Row(key: "slint", constant: 2000, distance: 250),
    Row(key: "qt-flickable", constant: 1500, distance: 333.33333),
    Row(key: "qt-scroller", constant: 492.125, distance: 1016.00203),
    Row(key: "macos-trackpad", distance: 169.7856),
    Row(key: "avalonia", rate: 1.89712, distance: 527.11479),
    Row(key: "winui", rate: 2.9957323, distance: 333.8082),
    Row(key: "godot", constant: 1000, distance: 500),
    Row(key: "osu-framework", rate: 3.5, distance: 285.71429, drag: 0.5),
    Row(key: "osu-framework-wheel", rate: 10, distance: 100),
    Row(key: "lvgl", rate: 3.1927429, distance: 330),
    Row(key: "kitty", rate: 5.1027493, distance: 195.97279),
    Row(key: "chromium", distance: 188.98947),
    Row(key: "webkitgtk", rate: 4, distance: 250),
    Row(key: "servo", rate: 3.0775976, distance: 316.66667),
    Row(key: "flickity", rate: 4.6776925, distance: 222.22222),
    Row(key: "lenis", rate: 6, distance: 166.66667),
    Row(key: "embla", rate: 23.139749, distance: 35.416667),
    Row(key: "photoswipe", delta: 9.84, zeta: 0.82, stiffness: 144, drag: 0.35),
    Row(key: "chromium-fling", rate: 3.7, constant: 636.4, distance: 181.06398),
    Row(
      key: "chromium-android", delta: 18.181818, zeta: 1, stiffness: 330.57851, drag: 0.05),
    Row(
      key: "firefox", rate: 2.0020027, distance: 499.49983, delta: 15.556349, zeta: 1.1,
      stiffness: 200, drag: 0.0625),
    Row(key: "pastrykit", rate: 3.0775976, distance: 333.33333, drag: 0.5),
    Row(key: "impetus", rate: 5.0028965, distance: 191.66667, drag: 0.45),
    Row(
      key: "framer-motion", rate: 3.0769231, distance: 800, delta: 5, zeta: 0.2236068,
      stiffness: 500),
    Row(
      key: "popmotion", rate: 2.8571429, distance: 800, delta: 5, zeta: 0.2236068, stiffness: 500),
    Row(key: "iscroll", constant: 600, distance: 833.33333, drag: 0.33333333),
    Row(key: "better-scroll", constant: 750, distance: 666.66667, drag: 0.33333333),
  ]

  /// The table has eight digits.
  static func agrees(_ value: Double?, _ expected: Double?) -> Bool {
    guard let value, let expected else { return value == nil && expected == nil }
    return (value - expected).magnitude <= 3e-8 * expected.magnitude
  }

  @Test func `every engine has its numbers`() throws {
    #expect(Set(Engines.all.map(\.key)) == Set(Self.rows.map(\.key)))
    for row in Self.rows {
      let engine = try #require(Engines.engine(row.key))
      let glide = engine.glide
      let spring = engine.edge?.spring
      #expect(Self.agrees(glide?.rate?.perSecond, row.rate), "\(row.key) rate")
      #expect(Self.agrees(glide?.constantDeceleration, row.constant), "\(row.key) constant")
      #expect(Self.agrees(glide?.distance(speed: 1000), row.distance), "\(row.key) distance")
      #expect(Self.agrees(spring?.decayRate, row.delta), "\(row.key) delta")
      #expect(Self.agrees(spring?.dampingRatio, row.zeta), "\(row.key) zeta")
      #expect(Self.agrees(spring?.stiffnessPerMass, row.stiffness), "\(row.key) stiffness")
      #expect(Self.agrees(engine.drag?.coefficient, row.drag), "\(row.key) drag")
    }
  }

  @Test func `keys are unique words, and everything has a source`() {
    #expect(Set(Engines.all.map(\.key)).count == Engines.all.count)
    #expect(Set(Engines.all.map(\.name)).count == Engines.all.count)
    for engine in Engines.all {
      #expect(engine.key.allSatisfy { $0.isLowercase || $0.isNumber || $0 == "-" })
      #expect(!engine.source.isEmpty)
      #expect(engine.glide != nil || engine.edge != nil || engine.drag != nil)
      let lines = [engine.glide?.formula, engine.edge?.formula, engine.drag?.formula, engine.notes]
      for line in lines.compactMap({ $0 }) {
        #expect(!line.isEmpty && !line.contains("\n") && !line.contains("nan"))
      }
    }
    #expect(Engines.engine("uikit")?.name == "UIScrollView, normal rate")
    #expect(Engines.engine("UIKit") == nil)
    #expect(Engines.engine("") == nil)
  }

  @Test func `where they end and settle`() throws {
    func ending(_ key: String) -> Engine.Ending? { Engines.engine(key)?.glide?.ending }
    func settles(_ key: String) -> Engine.Threshold? { Engines.engine(key)?.edge?.settles }
    #expect(ending("uikit") == .speed(.points(10)))
    #expect(ending("scrollmechanics") == .distance(.points(0.5)))
    #expect(ending("flutter-ios") == .speed(.pixels(20)))
    #expect(ending("firefox") == .speed(.points(10)))
    #expect(ending("unity") == .speed(.points(1)))
    #expect(ending("egui") == .speed(.points(20)))
    #expect(ending("react-native") == .frame(.points(0.1)))
    #expect(ending("gtk") == .frame(.points(1)))
    #expect(ending("reanimated") == .speed(.points(1)))
    #expect(ending("android") == nil)
    #expect(ending("chromium-fling") == nil)
    #expect(settles("uikit") == .points(0.5))
    #expect(settles("scrollmechanics") == .pixels(0.5))
    #expect(settles("gtk") == .points(0.1))
    #expect(settles("webkit-macos") == .points(0.5))
    #expect(settles("iscroll") == nil)
    #expect(Engine.Threshold.pixels(20).points(scale: 2) == 10)
    #expect(Engine.Threshold.points(20).points(scale: 2) == 20)
  }

  @Test func `formulas say the constants, to five digits`() throws {
    func engine(_ key: String) throws -> Engine { try #require(Engines.engine(key)) }
    let glides = [
      "uikit": "v = v0 e^(-k t), k = 2.002 /s; ends below 10 pt/s",
      "flutter-macos":
        "v = v0 e^(-k t) - 1400 t, k = 2.0025 /s; ends below 20 px of the screen/s",
      "android":
        "x = x0 + D S(t / T), S Android's spline, T = (v0 / 2223.9)^(1/(p-1)) s, D = 778.35 T^p, p = 2.3582",
      "chromium":
        "x = x0 + D B(t / T), D = v0^2 / 5291.3, T = v0 / 2300 but at most 2 s, "
        + "B = cubic-bezier(0.2, 0.2 v0 T / D, 0.55, 1)",
      "flutter-android":
        "v = v0 (1 - t/T)^(p-1), p = 2.3582, T = p i (v0 / 2223.9)^(1/(p-1)) s, i = 0.35",
      "chromium-fling":
        "x = a e^(-g t) - b t - a from the speed of the release on, a = -5707.6, b = 172, g = 3.7 /s",
      "pastrykit":
        "way of a frame times 0.95 each 1/60 s, after it moves; ends where a frame moves less than "
        + "0.01 pt",
      "reanimated":
        "each frame: v = v e^(-c t), then x = x + v dt, c = 0.2 /s; ends below 1 pt/s",
      "libadwaita": "v = v0 d^n each ms, added up, d = 0.998",
      "framer-motion": "x = x0 + 0.8 v0 (1 - e^(-t / 0.325 s)); ends within 0.5 pt of its limit",
      "slint": "v = v0 - 2000 t",
      "better-scroll":
        "x = x0 + D ease(t / T), D = v0^2 / 1500, T = v0 / 750 but at most 2.5 s, ease "
        + "cubic-bezier(0.23, 1, 0.32, 1)",
    ]
    for (key, formula) in glides { #expect(try engine(key).glide?.formula == formula) }
    let edges = [
      "uikit":
        "y'' + 2 delta y' + omega^2 y = 0, delta = 11 /s, omega^2 = 120 /s^2, zeta = 1.0042; "
        + "at rest below 0.5 pt",
      "webkit-macos": "y = (s0 + 0.31 v0 t) e^(-12.5 t); at rest below 0.5 pt",
      "unity": "nearly y'' + 2 delta y' + delta^2 y = 0 per frame, delta = 2 / 0.1 s",
      "pastrykit": "each 1/60 s: out w = 0.95 w - 0.03 y, back w = -0.08 y",
      "impetus": "each 1/60 s: out w = 0.92 w - 0.04 y, back w = -0.11 (y + 2.5)",
      "iscroll": "y = s0 (1 - ease(t / 0.6 s)), ease cubic-bezier(0.1, 0.57, 0.1, 1)",
      "egui": "y = 0",
    ]
    for (key, formula) in edges { #expect(try engine(key).edge?.formula == formula) }
    let drags = [
      "uikit": "s = d c x / (c x + d), c = 0.55", "iscroll": "s = c x, c = 0.33333",
      "firefox": "ds/dx = c (1 - s/d), c = 0.0625",
      "impetus": "ds/dx = 0.45 - 0.0001 s - 5e-06 s^2",
    ]
    for (key, formula) in drags { #expect(try engine(key).drag?.formula == formula) }
  }

  @Test(arguments: Engines.all)
  func `a glide starts at the release, never goes back and ends at its distance`(engine: Engine)
    throws
  {
    guard let glide = engine.glide else { return }
    let whole = glide.distance(speed: 1000)
    #expect(glide.distance(speed: 1000, at: 0) == 0)
    #expect((glide.distance(speed: 1000, at: 60) - whole).magnitude < 1e-6 * whole)
    var last = 0.0
    for frame in 1...600 {
      let place = glide.distance(speed: 1000, at: Double(frame) / 60)
      // Near its end the movement per frame is below the rounding.
      #expect(place >= last - 4e-16 * whole && place <= whole * (1 + 1e-15))
      last = place
    }
    #expect(glide.distance(speed: 0, at: 1) == 0)
  }

  @Test func `glides of frames move as their loops do`() {
    let glides = [
      ("pastrykit", 0.95, false), ("impetus", 0.92, true), ("servo", 0.95, true),
      ("flickity", 0.925, false),
    ]
    for (key, factor, first) in glides {
      var way = 1000.0 / 60
      var place = 0.0
      for frame in 0..<100 {
        let distance = Engines.engine(key)?.glide?.distance(speed: 1000, at: Double(frame) / 60)
        #expect(((distance ?? .nan) - place).magnitude < 1e-11)
        if first { way *= factor }
        place += way
        if !first { way *= factor }
      }
    }
  }

  @Test(arguments: Engines.all)
  func `an edge keeps its start and brings content back`(engine: Engine) {
    guard let edge = engine.edge else { return }
    let held = MotionState(position: 50, velocity: 0)
    guard edge != .clamped else {
      #expect(edge.position(from: held, at: 0) == 0)
      return
    }
    #expect(edge.position(from: held, at: 0) == 50)
    #expect(edge.position(from: held, at: 0.05) < 50)
    // impetus comes to rest up to 0.3 pt inside the edge; Kivy 2 glides on from its dead zone.
    #expect(edge.position(from: held, at: 5).magnitude < (engine.key == "kivy-2" ? 1.1 : 0.3))
  }

  @Test func `drags follow their equations`() {
    var step = 0
    for engine in Engines.all {
      guard let drag = engine.drag else { continue }
      step += 1
      #expect(drag.overscroll(travel: 0, dimension: 800) == 0)
      for travel in [1.0, 50, 300] {
        let s = drag.overscroll(travel: travel, dimension: 800)
        let h = 1e-4
        let slope =
          (drag.overscroll(travel: travel + h, dimension: 800)
            - drag.overscroll(travel: travel - h, dimension: 800)) / (2 * h)
        let expected: Double =
          switch drag {
          case .hyperbolic(let c): c * (1 - s / 800) * (1 - s / 800)
          case .proportional(let c): c
          case .tapered(let c): c * (1 - s / 800)
          case .quadratic(let c, let p, let q): c - p * s - q * s * s
          }
        // Differences of positions of about 100 pt over 2e-4 pt.
        #expect((slope - expected).magnitude < 1e-9, "\(engine.key) at \(travel)")
      }
    }
    #expect(step == 17)
  }

  @Test func `the quadratic drag matches the table`() {
    for (x, reference) in PowerLawFlingTests.oracle.values(of: "quadratic_drag") {
      let drag = Engine.Drag.quadratic(coefficient: x[0], linear: x[1], quadratic: x[2])
      #expect(
        (drag.overscroll(travel: x[3], dimension: 1) - reference).magnitude < 1e-13 * reference)
    }
    #expect(
      Engine.Drag.quadratic(coefficient: 0.3, linear: 0, quadratic: 0)
        .overscroll(travel: 10, dimension: 1) == 3)
  }
}
