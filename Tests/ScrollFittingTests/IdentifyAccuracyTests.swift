import ScrollFitting
import Testing

/// Simulated recordings of every law are taken for that law.
@Suite(.serialized) struct IdentifyAccuracyTests {
  private static let count = 16

  @Test func `every law is told from all others, and never with false certainty`() {
    var right = 0
    var traces = 0
    var falselySure = 0
    for source in IdentifyStudy.Source.allCases {
      let study = IdentifyStudy(source, count: Self.count, seed: 5)
      print("identify \(source.rawValue): \(study.summary)")
      right += study.right
      traces += study.traces
      falselySure += study.falselySure
      // At a true share of 95 % three and more wrong of sixteen come in 4 of 100 laws.
      #expect(study.right >= Self.count - 3, "\(source.rawValue): \(study.summary)")
    }
    // Of 336 recordings 319 would be 95 %.
    #expect(Double(right) >= 0.95 * Double(traces))
    // A special case is given up by chance in one of a hundred.
    #expect(Double(falselySure) <= 0.01 * Double(traces))
  }
}
