import Foundation
import RealModule
import ScrollFitting
import ScrollTraces
import TestSupport
import Testing

/// Glides of fine offsets behind a finger that trembles.
@Suite struct TremblingFingerTests {
  @Test(arguments: [0.3, 1, 4])
  func `a glide does not have the noise of the finger before it`(noise: Double) throws {
    var sure = 0
    for seed in UInt64(0)..<20 {
      var random = SplitMix64(seed: seed)
      var rows = ["t_s,offset_y_pt\n"]
      func add(_ value: Double) {
        rows.append(String(format: "%.6f,%.3f\n", Double(rows.count) / 60, value))
      }
      var offset = 500.0
      for _ in 0..<20 { add(offset) }
      let speed = random.uniform(300...1500)
      for frame in 0..<Int(random.uniform(25...60)) {
        offset += speed / 60 * min(1, Double(frame) / 8)
        // The sum of three uniform errors is near a normal distribution of standard deviation 1.
        let error = (0..<3).reduce(0.0) { sum, _ in sum + random.uniform(-1...1) }
        add(offset + noise * error)
      }
      let rate = seed % 2 == 0 ? 2.0 : 4.0
      let release = speed * random.uniform(0.9...1.1)
      var frame = 1.0
      while release * .exp(-rate * frame / 60) > 10 {
        add(offset + release / rate * (1 - .exp(-rate * frame / 60)))
        frame += 1
      }
      let last = offset + release / rate * (1 - .exp(-rate * (frame - 1) / 60))
      for _ in 0..<30 { add(last) }
      let path = NSTemporaryDirectory() + "trembling-\(UUID().uuidString).csv"
      try rows.joined().write(toFile: path, atomically: true, encoding: .utf8)
      defer { try? FileManager.default.removeItem(atPath: path) }
      let trace = try #require(try TraceReader().traces(path: path).first)
      let glide = Identification(trace).motions.last { $0.laws.law.key == "exponential" }
      guard let glide, glide.laws.confidence == .sure else { continue }
      sure += 1
      let answer = try #require(glide.laws.answer)
      #expect(answer.max < 1e-3)
      #expect((try #require(answer.constants.first).value - rate).magnitude < 2e-3 * rate)
    }
    #expect(sure >= 18)
  }
}
