import RealModule
import ScrollPhysics
import ScrollSimulation
import ScrollTraces

/// Simulated wheel events of a browser on a Mac: whole px, and stamps of delivery.
///
/// A finger's deltas come every 8 ms and scatter by a fifth; the momentum's come every 1/60 s. Events are delivered
/// up to 25 ms late and in order, so that several have nearly one stamp; now and then two frames are one event, and
/// frames of less than half a px have none.
struct TrackpadRecording {
  /// Maximum delay of an event, in s.
  var delay = 0.025
  /// The part of events whose movement is added to that of the next.
  var merged = 0.02
  var speed = (low: 800.0, high: 7500.0)
  /// Whether the next finger ends a momentum after a fifth to two thirds of a second.
  var isInterrupted = false

  struct Gesture {
    /// The first event of the momentum, and the one after the last.
    var momentum: Int
    var end: Int
    /// The time of release, in s.
    var release: Double
    var motion: TrackpadMomentum
  }

  func record(gestures count: Int = 1, random: inout RandomSource) -> (
    trace: Trace, gestures: [Gesture]
  ) {
    var times: [Double] = []
    var deltas: [Double] = []
    var gestures: [Gesture] = []
    var now = 1.0
    var waiting = 0.0
    func add(_ time: Double, _ delta: Double, _ random: inout RandomSource) {
      waiting += delta.rounded()
      guard waiting != 0, random.uniform() >= merged else { return }
      let late = random.uniform() < 0.4 ? random.uniform(0, delay) : random.uniform(0, 0.002)
      // Whole milliseconds, as of Firefox.
      let stamp = ((time + late) * 1000).rounded() / 1000
      times.append(max(stamp, times.last ?? stamp))
      deltas.append(waiting)
      waiting = 0
    }
    for index in 0..<count {
      let sign = random.uniform() < 0.5 ? -1.0 : 1.0
      let speed =
        self.speed.low * Double.exp(random.uniform() * Double.log(self.speed.high / self.speed.low))
      let steps = Int(random.uniform(12, 40))
      for step in 1...steps {
        now += 0.008
        let part = Double(step) / Double(steps)
        let scatter = random.uniform(0.8, 1.2)
        add(now, sign * max(1, speed * 0.008 * part * part * scatter), &random)
      }
      let release = now
      let motion = TrackpadMomentum(velocity: sign * speed)
      let begin = times.count
      let last = isInterrupted && index + 1 < count ? Int(random.uniform(12, 40)) : 400
      var frame = 1
      while frame <= last {
        let (from, to) = (Double(frame - 1) / 60, Double(frame) / 60)
        let delta = motion.position(at: to) - motion.position(at: from)
        guard delta.magnitude > 0.2 else { break }
        add(release + to, delta, &random)
        frame += 1
      }
      now = release + Double(frame) / 60
      gestures.append(
        Gesture(momentum: begin, end: times.count, release: release, motion: motion))
      waiting = 0
      now += isInterrupted ? random.uniform(0.03, 0.08) : random.uniform(0.3, 1)
    }
    let trace = Trace(times: times, channels: [Channel(.delta, values: deltas, decimals: 0)])
    return (trace, gestures)
  }
}
