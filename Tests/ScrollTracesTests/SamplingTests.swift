import Foundation
import ScrollTraces
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite struct SamplingTests {
  private func trace(_ times: [Double], _ values: [Double]? = nil) -> Trace {
    Trace(times: times, channels: [Channel(.offset, values: values ?? times.map { $0 * 100 })])
  }

  /// Lines that are printed up to 0.36 of a frame late: the frames are still told, and counted.
  @Test(arguments: [60.0, 120]) func `stamps of printed lines lie on their frames`(rate: Double)
    throws
  {
    var random = Random(seed: UInt64(rate))
    let numbers = (0..<300).filter { $0 % 17 != 5 }
    let times = numbers.map {
      (Double($0) + Double.random(in: 0..<0.36, using: &random)) / rate
    }
    let grid = try #require(SamplingFacts(trace(times)).grid)
    #expect(grid.frameNumbers == numbers && abs(grid.rate / rate - 1) < 1e-3)
    // Fifty such stamps may be anything.
    #expect(SamplingFacts(trace(Array(times.prefix(50)))).grid == nil)
    // So may stamps at random.
    let any = (0..<300).map { _ in Double.random(in: 0..<300, using: &random) / rate }.sorted()
    #expect(SamplingFacts(trace(any)).grid == nil)
  }

  /// As printed by `%.2f`: 0.02, 0.03, 0.05. Stamps of another period, and those that follow none, keep theirs.
  @Test(arguments: [60.0, 90, 120], [0.01, 0.005])
  func `stamps of few decimals lie on their frames`(rate: Double, unit: Double) throws {
    var random = Random(seed: UInt64(rate))
    // Where a frame is hardly longer than a step of its stamps, none may be missing.
    let numbers = (0..<300).filter { unit * rate > 0.75 || $0 < 40 || $0 % 17 != 5 }
    let start = Double.random(in: 0..<1, using: &random)
    func printed(_ time: Double) -> Double { (time / unit).rounded() * unit }
    let times = numbers.map { number in
      printed(start + Double(number) / rate + Double.random(in: 0..<0.0005, using: &random))
    }
    let grid = try #require(SamplingFacts(trace(times)).grid)
    #expect(grid.frameNumbers == numbers && grid.rate == rate)
    #expect((try #require(grid.jitter) / unit - 0.29).magnitude < 0.04)
    if rate == 120, unit == 0.01 {
      // Which ones are missing is not known, and the unit of the stamps is no frame.
      let fewer = times.indices.filter { $0 % 17 != 5 }.map { times[$0] }
      #expect(SamplingFacts(trace(fewer)).grid == nil)
    }
    var known = trace(times)
    known.metadata["refresh_hz"] = "\(Int(rate))"
    #expect(SamplingFacts(known).grid?.frameNumbers == numbers)
    let timer = try #require(SamplingFacts(trace((0..<300).map { Double($0) / 100 })).grid)
    #expect(timer.rate == 100 && timer.frameNumbers == Array(0..<300))
    let any = (0..<300).map { _ in
      printed(Double.random(in: 0..<300, using: &random) / rate)
    }.sorted()
    let other = SamplingFacts(trace(any)).grid
    #expect(other == nil || other?.period == unit)
  }

  /// As printed by `%g` of C: the last decimal is that of the smallest value, the rounding that of the largest.
  @Test func `numbers of six digits are rounded as the largest of them`() throws {
    func lines(_ value: (Int) -> String) -> String {
      "offset\n" + (0..<40).map { value($0) + "\n" }.joined()
    }
    let pixels = ["0.333333", "1.66667", "12.3333", "533.333", "1234.67"]
    let onScreen = try #require(read(lines { pixels[$0 / 8] }).traces.first)
    #expect(SamplingFacts(onScreen).quantum?.pixelsPerPoint == 3)
    let fractions = ["0.271828", "3.14159", "14.1421", "577.215"]
    let free = try #require(read(lines { fractions[$0 / 10] }).traces.first)
    #expect(abs((SamplingFacts(free).quantum?.value ?? 0) - 0.001) < 1e-12)
    // All digits of doubles, and the six decimals of whole points.
    let all = try #require(read(lines { "\(Double($0) * 0.271828182845)" }).traces.first)
    #expect(SamplingFacts(all).quantum == nil)
    let whole = try #require(read(lines { "\($0).000000" }).traces.first)
    #expect(SamplingFacts(whole).quantum?.pixelsPerPoint == 1)
  }

  /// As printed by `%.7g`, or with a fixed number of decimals that are all 0 from some place on.
  @Test func `seven digits and zeros at the end of all values are told`() throws {
    func quantum(_ values: [Double], _ text: (Double) -> String) throws -> Double {
      let lines = values.map { text($0) + "\n" }.joined()
      let trace = try #require(read("offset\n" + lines).traces.first)
      return try #require(SamplingFacts(trace).quantum?.value)
    }
    let fall = (0..<60).map { 1500 / (1 + 0.271828182845 * Double($0 * $0)) }
    #expect(abs(try quantum(fall) { String(format: "%.7g", $0) } - 0.001) < 1e-12)
    let tenths = fall.map { ($0 * 10).rounded() / 10 }
    #expect(abs(try quantum(tenths) { String(format: "%.4f", $0) } - 0.1) < 1e-12)
    #expect(abs(try quantum(tenths) { String(format: "%.9f", $0) } - 0.1) < 1e-12)
    // Tenths in pixels of a point may have eight digits, as numbers in single precision have.
    let high = (0..<60).map { ((3500 + 6.27182 * Double($0)) * 10).rounded() / 10 }
    #expect(abs(try quantum(high) { String(format: "%.4f", $0) } - 0.1) < 1e-12)
    // Seven decimals are a step, all digits of doubles are none.
    let digits = (0..<60).map { 100.271828182845 * Double($0) }
    #expect(abs(try quantum(digits) { String(format: "%.7f", $0) } - 1e-7) < 1e-12)
    // Four decimals below 1000 have seven digits at most by chance.
    let fine = (0..<60).map { (1e4 * (900 - 0.271828 * Double($0))).rounded() / 1e4 }
    #expect(abs(try quantum(fine) { String(format: "%.4f", $0) } - 1e-4) < 1e-12)
  }

  /// Offsets stored as `float` in px, printed in full, with the fewest digits, or over the density of the screen.
  @Test func `offsets in single precision are rounded as the largest of them`() throws {
    func quantum(_ text: (Float) -> String) throws -> Double? {
      let lines = (0..<60).map { text(Float(1500 / (1 + 0.271828182845 * Double($0)))) + "\n" }
      let trace = try #require(read("offset\n" + lines.joined()).traces.first)
      return SamplingFacts(trace).quantum?.value
    }
    let spacing = Double(Float(1500).ulp)
    #expect(try quantum { "\(Double($0))" } == spacing)
    #expect(try quantum { "\($0)" } == spacing)
    let divided = try #require(try quantum { "\(Double($0) / 2.625)" })
    #expect(abs(divided * 2.625 / spacing - 1) < 1e-12)
    // One value of double precision among them.
    #expect(try quantum { $0 == 1500 ? "1500.0000000001" : "\(Double($0))" } == nil)
    // Decimals that are coarser than single precision.
    #expect(try quantum { "\((Double($0) * 100).rounded() / 100)" } == 0.01)
  }

  @Test(arguments: [24.0, 25, 30, 48, 50, 60, 72, 75, 80, 90, 100, 120, 144, 165, 240, 12.5, 10])
  func `a refresh rate is found through jitter and dropped frames`(rate: Double) throws {
    var random = Random(seed: UInt64(rate * 2))
    let sigma = 0.02 / rate
    var lost = 0
    var numbers: [Int] = []
    for frame in 0..<400 {
      if frame > 0, frame < 399, Double.random(in: 0..<1, using: &random) < 0.05 {
        lost += 1
      } else {
        numbers.append(frame)
      }
    }
    let times = numbers.map { 12_345 + Double($0) / rate + sigma * random.normal() }
    let facts = SamplingFacts(trace(times))
    let found = try #require(facts.refreshRate)
    // The period is known to sigma / sqrt(sum n^2), here 1e-5 of it.
    #expect(abs(found / rate - 1) < 1e-4)
    #expect(facts.grid?.frameNumbers == numbers)
    #expect(facts.droppedFrames == lost)
    #expect(facts.missingFrames == lost)
    // The standard error of a deviation of 380 samples is 3.6 %: four of them.
    let jitter = try #require(facts.jitter)
    #expect(abs(jitter / sigma - 1) < 0.15)
    #expect(!facts.isIrregular)
    let snapped = try #require(facts.grid?.frameTimes)
    for (index, number) in numbers.enumerated() {
      #expect(abs(snapped[index] - (12_345 + Double(number) / rate)) < 0.3 * sigma)
    }
  }

  @Test(arguments: [30.0, 60, 72, 120]) func `late stamps are no frames between the others`(
    rate: Double
  ) throws {
    var random = Random(seed: UInt64(rate))
    // One in twelve: within 0.08 frames in the root mean square they lie on frames of half the length alone.
    var times = (0..<240).map { Double($0) / rate }
    for frame in stride(from: 5, to: 240, by: 12) {
      times[frame] += Double.random(in: 0.35..<0.65, using: &random) / rate
    }
    let facts = SamplingFacts(trace(times))
    let grid = try #require(facts.grid)
    #expect(grid.frameNumbers == Array(0..<240) && facts.missingFrames == 0)
    #expect(abs(grid.rate / rate - 1) < 1e-3)
    // Frames that are really twice as short stay: of these one in five is between the others.
    let numbers = (0..<240).map { $0 % 5 == 2 ? 2 * $0 + 1 : 2 * $0 }
    let short = numbers.map { Double($0) / rate }
    #expect(abs((SamplingFacts(trace(short)).refreshRate ?? 0) / rate - 1) < 1e-3)
  }

  @Test(arguments: [59.94, 60, 119.88, 60.4])
  func `rates that differ by a thousandth are told apart when the stamps can`(rate: Double) {
    let facts = SamplingFacts(trace((0..<600).map { Double($0) / rate }))
    #expect(abs((facts.refreshRate ?? 0) / rate - 1) < 1e-9)
  }

  @Test func `stamps without a grid are irregular`() {
    var random = Random(seed: 7)
    var time = 0.0
    let times = (0..<300).map { _ in
      time += Double.random(in: 0.005...0.03, using: &random)
      return time
    }
    let facts = SamplingFacts(trace(times))
    #expect(facts.refreshRate == nil)
    #expect(facts.jitter == nil)
    #expect(facts.isIrregular)
  }

  @Test func `a pause does not spoil the grid, even when the clock shifts in it`() {
    let first = (0..<200).map { Double($0) / 120 }
    let second = (0..<200).map { 500.0037 + Double($0) / 120 }
    let facts = SamplingFacts(trace(first + second))
    #expect(facts.refreshRate == 120)
    #expect((facts.jitter ?? 1) < 1e-9)
    #expect(facts.gaps.map(\.index) == [199])
  }

  @Test func `metadata says the rate`() {
    var trace = trace((0..<100).map { Double($0) / 60 })
    trace.metadata["refresh_hz"] = "120"
    let facts = SamplingFacts(trace)
    #expect(facts.refreshRate == 120)
    #expect(facts.grid?.frameNumbers.last == 198)
    #expect(facts.droppedFrames == 0)
  }

  @Test func `a log of changes is recognised, and lost frames in motion are not one`() {
    let frames = (0..<120).map { (100 * exp(-Double($0) / 20) * 3).rounded() / 3 }
    let changes = frames.indices.filter { $0 == 0 || frames[$0] != frames[$0 - 1] }
    let log = SamplingFacts(trace(changes.map { Double($0) / 60 }, changes.map { frames[$0] }))
    #expect(log.isChangeOnlyLogSuspected)
    #expect(log.missingFrames > 5)
    #expect(log.droppedFrames == 0)
    let kept = frames.indices.filter { $0 != 4 && $0 != 9 && $0 < 60 }
    let lossy = SamplingFacts(trace(kept.map { Double($0) / 60 }, kept.map { frames[$0] }))
    #expect(!lossy.isChangeOnlyLogSuspected)
    #expect(lossy.droppedFrames == 2)
  }

  @Test func `facts of a second channel are the same with and without those of the first`() {
    var recording = trace((0..<300).map { Double($0) / 60 }, (0..<300).map { Double($0 % 50) / 3 })
    recording.channels.append(
      Channel(.offset, axis: .x, values: (0..<300).map { Double(min($0, 200)) / 2 }))
    let first = SamplingFacts(recording)
    let second = first.looking(at: recording.channels[1], of: recording)
    #expect(second == SamplingFacts(recording, channel: recording.channels[1]))
    #expect(second.quantum?.value == 0.5)
    #expect(second.settledTail?.sampleCount == 100)
  }

  @Test(arguments: [1, 2, 3, 4, 9, 10, 257, 1000])
  func `the median interval is that of the sorted intervals`(_ count: Int) {
    var time = 0.0
    var times = [time]
    var steps: [Double] = []
    for index in 0..<count {
      // Many alike, in no order.
      steps.append(Double((index * 7919) % 13 + 1) / 64)
      time += steps[index]
      times.append(time)
    }
    steps.sort()
    let median = (steps[(count - 1) / 2] + steps[count / 2]) / 2
    #expect(SamplingFacts(trace(times)).medianInterval == median)
  }

  @Test func `the settled tail starts at its first sample`() {
    let facts = SamplingFacts(trace([0, 1, 2, 3, 4], [5, 0, 1, 0, 0]))
    #expect(facts.settledTail?.sampleCount == 2)
    #expect(facts.settledTail?.start == 3)
    #expect(facts.valueRange == 0...5)
    #expect(facts.duration == 4)
  }

  @Test(
    arguments: [
      (1.0, 0), (1.5, 4), (2, 1), (2.625, 4), (2.75, 4), (3, 4), (3, 2), (3.5, 4), (4, 2),
      (3, nil), (2.625, nil),
    ] as [(Double, Int?)])
  func `the pixels of a screen are found in the values`(scale: Double, decimals: Int?) {
    var random = Random(seed: 3)
    let values = (0..<60).map { _ in
      let value = Double(Int.random(in: -2000...2000, using: &random)) / scale
      guard let decimals else { return value }
      let ten = pow(10, Double(decimals))
      return (value * ten).rounded() / ten
    }
    let channel = Channel(.offset, values: values, decimals: decimals)
    let facts = SamplingFacts(trace(values.indices.map { Double($0) }), channel: channel)
    #expect(facts.quantum?.value == 1 / scale)
    #expect(facts.quantum?.isDecimalsTruncated == false)
  }

  @Test func `digits are the quantum when no pixel is, and nothing when there are many`() {
    var random = Random(seed: 4)
    let values = (0..<60).map { _ in Double(Int.random(in: 0...100_000, using: &random)) / 1000 }
    let times = values.indices.map { Double($0) }
    let printed = SamplingFacts(
      trace(times), channel: Channel(.offset, values: values, decimals: 3))
    #expect(printed.quantum?.value == 0.001)
    #expect(printed.quantum?.pixelsPerPoint == nil)
    let exact = SamplingFacts(trace(times), channel: Channel(.offset, values: values))
    #expect(exact.quantum == nil)
  }

  @Test(arguments: [0, 1, 2, 3])
  func `recordings of few samples have facts too`(count: Int) {
    let facts = SamplingFacts(trace((0..<count).map { Double($0) }))
    #expect(facts.sampleCount == count)
    #expect((facts.medianInterval == nil) == (count < 2))
    #expect(facts.grid == nil)
  }
}
