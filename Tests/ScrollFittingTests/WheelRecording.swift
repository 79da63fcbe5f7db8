import RealModule
import ScrollPhysics
import ScrollSimulation
import ScrollTraces

/// Simulated events of a trackpad: gestures of a finger's part and a momentum, with pauses between them.
///
/// The finger's deltas come every 8 to 16 ms and rise and fall as a hand moves; some events share their
/// stamp. The momentum's come with display frames and follow a deceleration from the release on.
struct WheelRecording {
  enum Rounding: String, CaseIterable {
    /// Every delta for itself.
    case each
    /// The remainder is carried over: the sum is rounded.
    case carried
  }

  var rounding = Rounding.each
  var quantum = 1.0
  var rate = 60.0
  var coulomb: ClosedRange<Double> = 0...0
  var decay = 1.5...8.0
  var speed = (low: 500.0, high: 5000.0)
  /// The share of the movement that goes along x; the rest goes along y.
  var slant = 0.3
  /// Whether stamps are whole milliseconds.
  var hasWholeMilliseconds = false
  /// Whether events that ask for nothing are left out.
  var leavesOutNothing = false

  /// What was recorded in one gesture.
  struct Gesture {
    /// The first row, that of the first momentum event, and the one after the last.
    var first: Int
    var momentum: Int
    var end: Int
    /// When the finger left, in s, and the motion along y and x from then on.
    var release: Double
    var motion: Deceleration
    var across: Deceleration
  }

  func record(gestures count: Int = 1, random: inout RandomSource) -> (
    trace: Trace, gestures: [Gesture]
  ) {
    var times: [Double] = []
    var deltas: (y: [Double], x: [Double]) = ([], [])
    var gestures: [Gesture] = []
    var now = random.uniform(0, 1)
    for _ in 0..<count {
      let first = times.count
      let sign = random.uniform() < 0.5 ? -1.0 : 1.0
      let speed =
        self.speed.low * Double.exp(random.uniform() * Double.log(self.speed.high / self.speed.low))
      let k =
        decay.lowerBound
        * Double.exp(random.uniform() * Double.log(decay.upperBound / decay.lowerBound))
      let c = random.uniform(coulomb.lowerBound, coulomb.upperBound)
      // One motion along a slanted line: the friction is shared as the speed is.
      func along(_ share: Double) -> Deceleration {
        Deceleration(velocity: sign * share * speed, rate: k, coulomb: share.magnitude * c)
      }
      let (motion, across) = (along(1), along(-slant))
      // The place along y, in pt, from which everything is measured, at the last event.
      var last = 0.0
      var sums = (y: 0.0, x: 0.0)
      func round(_ value: Double) -> Double { (value / quantum).rounded() * quantum }
      func add(_ time: Double, _ place: Double) {
        let stamp = hasWholeMilliseconds ? (time * 1000).rounded() / 1000 : time
        func delta(_ share: Double, _ sum: inout Double) -> Double {
          defer { sum = round(share * place) }
          return rounding == .each ? round(share * (place - last)) : round(share * place) - sum
        }
        let (dy, dx) = (delta(1, &sums.y), delta(-slant, &sums.x))
        last = place
        if leavesOutNothing, dy == 0, dx == 0 { return }
        times.append(stamp)
        // Differences of multiples of 0.1 are printed with one digit.
        deltas.y.append((dy * 1000).rounded() / 1000)
        deltas.x.append((dx * 1000).rounded() / 1000)
      }
      let duration = random.uniform(0.12, 0.45)
      var elapsed = 0.0
      func place(_ time: Double) -> Double {
        // The integral of v0 (1.2 sin(pi u) + u^3), u = t / duration.
        let u = time / duration
        return sign * speed * duration
          * (1.2 * (1 - Double.cos(.pi * u)) / .pi + u * u * u * u / 4)
      }
      while true {
        let step = random.uniform(0.008, 0.016)
        guard elapsed + step < duration else { break }
        if random.uniform() < 0.1 { add(now + elapsed + step, place(elapsed + step / 2)) }
        elapsed += step
        add(now + elapsed, place(elapsed))
      }
      let release = now + duration
      let start = place(duration)
      let begin = times.count
      // Frames of the display have a phase of their own.
      var frame = release + random.uniform(0, 1) / rate
      let stop = random.uniform(0.2, 1) * quantum * rate
      while motion.velocity(at: frame - release).magnitude > stop {
        add(frame, start + motion.position(at: frame - release))
        frame += 1 / rate
      }
      if random.uniform() < 0.5 { add(frame, last) }
      gestures.append(
        Gesture(
          first: first, momentum: begin, end: times.count, release: release, motion: motion,
          across: across))
      now = frame + random.uniform(0.2, 3)
    }
    func channel(_ axis: Axis, _ values: [Double]) -> Channel {
      Channel(.delta, axis: axis, values: values, decimals: quantum < 1 ? 1 : 0)
    }
    let trace = Trace(times: times, channels: [channel(.y, deltas.y), channel(.x, deltas.x)])
    return (trace, gestures)
  }
}
