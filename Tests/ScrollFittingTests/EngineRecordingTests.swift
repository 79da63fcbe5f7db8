import Foundation
import ScrollFitting
import ScrollTraces
import Testing

/// What `identify` says of recordings of real engines, against what independent least squares say they are.
@Suite struct EngineRecordingTests {
  private struct Truth: Decodable {
    struct Motion: Decodable {
      /// A recording of SampleTraces/engines.
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
    let url = URL(fileURLWithPath: "\(Repository.root)/SampleTraces/engines/truth.json")
    guard let data = try? Data(contentsOf: url) else { return [] }
    return (try? JSONDecoder().decode(Truth.self, from: data).motions) ?? []
  }()

  @Test func `every motion of a real engine is named with its law, its engine and its constant`()
    throws
  {
    try #require(Self.motions.count >= 9)
    for truth in Self.motions {
      let name = String(truth.file.dropLast(4))
      let found = Identification(try Repository.trace("engines/\(name)"))
      let (low, high) = (truth.window[0], truth.window[1])
      let right = found.motions.filter { motion in
        let overlap = min(high, motion.window.upperBound) - max(low, motion.window.lowerBound)
        let values = motion.laws.answer?.constants.map { $0.value.magnitude } ?? []
        let isNear =
          truth.constant.map { pair in values.contains { ($0 - pair[0]).magnitude <= pair[1] } }
          ?? true
        return overlap >= 0.8 * (high - low) && isNear
          && motion.laws.law.key.range(of: truth.accept, options: .regularExpression) != nil
      }
      #expect(right.count == 1, "\(name): \(found.motions.map { ($0.laws.law.key, $0.window) })")
      let engine = right.first?.engines.first?.engine ?? "none"
      #expect(
        engine.range(of: truth.engine, options: .regularExpression) != nil, "\(name): \(engine)")
    }
  }
}
