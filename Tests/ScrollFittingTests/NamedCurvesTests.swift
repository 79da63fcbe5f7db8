import RealModule
import ScrollFitting
import ScrollPhysics
import ScrollTraces
import TestSupport
import Testing

/// The Bezier curves of style sheets, toolkits and design systems, from rest to rest.
@Suite struct NamedCurvesTests {
  typealias Curve = (x1: Double, y1: Double, x2: Double, y2: Double)

  /// A Bezier curve by bisection of x(s) = u.
  private func value(_ curve: Curve, at u: Double) -> Double {
    func coordinate(_ first: Double, _ second: Double, _ s: Double) -> Double {
      3 * (1 - s) * (1 - s) * s * first + 3 * (1 - s) * s * s * second + s * s * s
    }
    var (low, high) = (0.0, 1.0)
    for _ in 0..<60 {
      let middle = (low + high) / 2
      if coordinate(curve.x1, curve.x2, middle) < u { low = middle } else { high = middle }
    }
    return coordinate(curve.y1, curve.y2, (low + high) / 2)
  }

  /// What is said of a motion along a curve, from rest to rest, in thirds of a point.
  private func motions(
    _ way: Double, _ duration: Double, start: Double = 0.3021, _ curve: (Double) -> Double
  ) -> [IdentifiedMotion] {
    let times = (0..<Int((start + duration + 0.5) * 60)).map { Double($0) / 60 }
    let values = times.map { time in
      (3 * way * curve(min(1, max(0, (time - start) / duration)))).rounded() / 3
    }
    let offsets = Channel(.offset, values: values, decimals: 4)
    return Identification(Trace(times: times, channels: [offsets])).motions
  }

  @Test(
    arguments: [
      ("tween-easings-out-quart", (0.25, 1, 0.5, 1)), ("tween-easings-out-expo", (0.16, 1, 0.3, 1)),
      ("tween-easings-out-back", (0.34, 1.56, 0.64, 1)),
      ("tween-easings-in-back", (0.36, 0, 0.66, -0.56)),
      ("tween-easings-in-out-cubic", (0.65, 0, 0.35, 1)),
      ("tween-flutter-out-cubic", (0.215, 0.61, 0.355, 1)),
      ("tween-flutter-in-out-back", (0.68, -0.55, 0.265, 1.55)),
      ("tween-flutter-fast-linear", (0.18, 1, 0.04, 1)),
      ("tween-material-decelerate", (0, 0, 0.2, 1)), ("tween-material-accelerate", (0.4, 0, 1, 1)),
      ("tween-material-3-standard", (0.2, 0, 0, 1)),
    ] as [(String, Curve)])
  func `a curve with a name is named`(key: String, curve: Curve) {
    for (way, duration) in [(900.0, 0.6), (-1500, 0.9)] {
      let found = motions(way, duration) { value(curve, at: $0) }
      #expect(found.map(\.laws.law.key) == [key])
      let answer = found.first?.laws.answer
      #expect(
        answer?.follows == true && found.first?.laws.confidence != LawComparison.Confidence.none)
      #expect(((answer?["T"] ?? 0) / duration - 1).magnitude < 0.005)
      #expect(((answer?["t0"] ?? 0) - 0.3021).magnitude < 0.002)
    }
  }

  @Test func `polynomials of scripts and of Android are Bezier curves`() {
    let known: [(String, (Double) -> Double)] = [
      ("tween-cubic-in", { $0 * $0 * $0 }),
      ("tween-back-in", { $0 * $0 * (2.70158 * $0 - 1.70158) }),
      ("tween-android-anticipate", { $0 * $0 * (3 * $0 - 2) }),
      ("tween-android-overshoot", { ($0 - 1) * ($0 - 1) * (3 * ($0 - 1) + 2) + 1 }),
    ]
    for (key, curve) in known {
      #expect(motions(900, 0.6, curve).map(\.laws.law.key) == [key])
    }
  }

  @Test func `a curve beside one with a name is not that one`() {
    // Off by 3 to 30 pt.
    let beside: [Curve] = [
      (0.3, 1, 0.5, 1), (0.16, 0.95, 0.34, 1), (0.34, 1.5, 0.6, 1), (0.7, 0, 0.35, 1),
      (0.25, 0.6, 0.4, 1), (0.2, 0.05, 0, 1), (0.45, 0, 1, 0.95),
    ]
    for curve in beside {
      let found = motions(900, 0.6) { value(curve, at: $0) }
      #expect(
        found.allSatisfy {
          $0.laws.law.key == "tween-bezier" || $0.laws.confidence == .open
            || $0.laws.confidence == LawComparison.Confidence.none
        })
    }
  }

  @Test func `a spring from rest stays a spring or open beside a curve`() {
    for zeta in [0.85, 1.0, 1.2] {
      let omega = 9.0
      let found = motions(900, 1.5) { u in
        let t = 1.5 * u
        guard zeta != 1 else { return 1 - (1 + omega * t) * .exp(-omega * t) }
        let root = omega * (zeta * zeta - 1).magnitude.squareRoot()
        let decay = Double.exp(-zeta * omega * t)
        return zeta < 1
          ? 1 - decay * (.cos(root * t) + zeta * omega / root * .sin(root * t))
          : 1 - decay * (.cosh(root * t) + zeta * omega / root * .sinh(root * t))
      }
      #expect(!found.isEmpty)
      #expect(
        found.allSatisfy {
          ["spring", "critical-from-rest", "critical"].contains($0.laws.law.key)
            || $0.laws.confidence == .open || $0.laws.confidence == .none
        })
    }
  }

  @Test func `no curve has two names, and all are cases of any Bezier curve`() {
    var seen: [[Double]: String] = [:]
    for law in CandidateLaw.all where law.key.hasPrefix("tween-") {
      let constants = IdentifiedConstants.all(of: law.key).first?.fixed ?? [:]
      guard let x1 = constants["x1"], let y1 = constants["y1"], let x2 = constants["x2"],
        let y2 = constants["y2"]
      else { continue }
      #expect(seen.updateValue(law.key, forKey: [x1, y1, x2, y2]) == nil, "\(law.key)")
      #expect(law.generalisations.map(\.key) == ["tween-bezier"])
    }
    #expect(seen.count > 60)
  }
}
