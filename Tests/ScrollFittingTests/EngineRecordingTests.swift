import Foundation
import ScrollFitting
import ScrollTraces
import Testing

/// What `identify` says of recordings of real engines, against what independent least squares say they are.
@Suite struct EngineRecordingTests {
  private struct Truth: Decodable {
    struct Motion: Decodable {
      /// A recording, by its path from Tests/Engines/Recordings.
      let file: String
      /// The first and the last time of the motion, in s of the recording's clock.
      let window: [Double]
      /// A pattern of the keys of the right laws, and of the engine's.
      let accept: String
      let engine: String
      /// A constant and its tolerance.
      let constant: [Double]?
    }
    let motions: [Motion]
  }

  private static let motions: [Truth.Motion] = {
    let url = URL(fileURLWithPath: "\(Repository.root)/Tests/Engines/Recordings/truth.json")
    guard let data = try? Data(contentsOf: url) else { return [] }
    return (try? JSONDecoder().decode(Truth.self, from: data).motions) ?? []
  }()

  /// Motions that are not named yet: few samples with late frames among them, or with larger errors of their times.
  private static let unnamed: Set<String> = ["chromium-key-pagedown", "qscroller-edge-1875-load"]

  /// Motions whose law is named, but not their engine first: several have the same curve, or all have another.
  private static let withoutEngine: Set<String> = [
    "firefox-edge-30", "firefox-edge-30-load", "firefox-fling-12", "firefox-fling-30",
    "firefox-fling-60", "firefox-fling-frames",
    "qscroller-edge-900", "flutter-android-animate-2",
    "qt-number-outcirc", "qt-scrollbar-outquint", "web-scriptaculous-a", "web-d3-default",
    "kivy-friction1-900", "webkitgtk-fling-6", "slint9-fling-30", "firefox-key-slow",
  ]

  private static func identification(_ file: String) throws -> Identification {
    let path = "\(Repository.root)/Tests/Engines/Recordings/\(file)"
    return Identification(try #require(try TraceReader().traces(path: path).first))
  }

  /// What is identified in each of their recordings, once for all studies.
  private static let identified = Dictionary(
    Set(motions.map(\.file)).compactMap { file in
      (try? identification(file)).map { (file, $0) }
    }, uniquingKeysWith: { $1 })

  @Test func `samples of a finger with unsure times are no part of a fling`() throws {
    let found = try #require(Self.identified["qt-session-changes.csv"])
    // The finger moved by whole points up to 19.662 s.
    let fling = try #require(found.motions.last)
    #expect(fling.laws.law.key == "constant-deceleration")
    #expect(fling.window.lowerBound > 19.66 && fling.window.upperBound < 20.12)
    let deceleration = try #require(fling.laws.answer?["deceleration"])
    #expect((deceleration - 1501.3).magnitude < 3)
  }

  @Test func `motions of real engines are named with their laws, engines and constants`() throws {
    try #require(Self.motions.count >= 70)
    for truth in Self.motions {
      let name = String(truth.file.split(separator: "/").last?.dropLast(4) ?? "")
      guard !Self.unnamed.contains(name) else { continue }
      let found = try #require(Self.identified[truth.file])
      let (low, high) = (truth.window[0], truth.window[1])
      let right = found.motions.filter { motion in
        let overlap = min(high, motion.window.upperBound) - max(low, motion.window.lowerBound)
        let values = motion.laws.answer?.constants.map(\.value.magnitude) ?? []
        let isNear =
          truth.constant.map { pair in values.contains { ($0 - pair[0]).magnitude <= pair[1] } }
          ?? true
        return overlap >= 0.8 * (high - low) && isNear
          && motion.laws.law.key.range(of: truth.accept, options: .regularExpression) != nil
      }
      #expect(right.count == 1, "\(name): \(found.motions.map { ($0.laws.law.key, $0.window) })")
      if truth.engine == "none" {
        #expect(right.first?.engines.contains { $0.follows } == false, "\(name)")
      }
      guard !Self.withoutEngine.contains(name) else { continue }
      let engine = right.first?.engines.first?.engine ?? "none"
      #expect(
        engine.range(of: truth.engine, options: .regularExpression) != nil, "\(name): \(engine)")
    }
  }

  /// Beside other work, with times off by up to 5 ms, rebounds of a fall fit a pull, its pause and the return.
  @Test func `a pull beyond an edge and the return are not one motion`() throws {
    let found = try Self.identification("qscroller-pull-held.csv")
    #expect(found.motions.count == 2)
    for motion in found.motions { #expect(motion.laws.law.key == "constant-deceleration") }
  }

  @Test func `no motion of a real engine is surely another law`() throws {
    for truth in Self.motions {
      Self.expectNothingFalse(try #require(Self.identified[truth.file]), truth)
    }
  }

  /// The same as a console log has it: whole milliseconds and points, no edge, scale or device.
  @Test func `no motion of a real engine in a coarse log is surely another law`() throws {
    for (file, truths) in Dictionary(grouping: Self.motions, by: \.file) {
      let path = "\(Repository.root)/Tests/Engines/Recordings/\(file)"
      let trace = try #require(try TraceReader().traces(path: path).first)
      let offsets = try #require(trace.channels.first { $0.role == .offset })
      let rows = zip(trace.times, offsets.values).filter { $0.1.isFinite }
      let log = Trace(
        times: rows.map { ($0.0 * 1000).rounded(.down) / 1000 },
        channels: [
          Channel(.offset, axis: offsets.axis, values: rows.map { $0.1.rounded() }, decimals: 0)
        ])
      let found = Identification(log)
      for truth in truths { Self.expectNothingFalse(found, truth) }
    }
  }

  private static func expectNothingFalse(_ found: Identification, _ truth: Truth.Motion) {
    for motion in found.motions where motion.laws.confidence == .sure {
      let overlap =
        min(truth.window[1], motion.window.upperBound)
        - max(truth.window[0], motion.window.lowerBound)
      guard overlap > 0.1 * (truth.window[1] - truth.window[0]) else { continue }
      #expect(
        motion.laws.law.key.range(of: truth.accept, options: .regularExpression) != nil,
        "\(truth.file): \(motion.laws.law.key)")
    }
  }
}
