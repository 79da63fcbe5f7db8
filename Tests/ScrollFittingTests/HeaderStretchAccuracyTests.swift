import RealModule
import ScrollFitting
import ScrollPhysics
import ScrollSimulation
import ScrollTraces
import Testing

/// Simulated headers with known constants: gain uniform from 0.8 to 1.5, base height from 100 to 300 pt, breakpoint
/// from -100 to 0 pt, pulled 60 to 200 pt beyond it and back in 1 to 3 s.
struct HeaderStretchAccuracyTests {
  struct Cell: CustomTestStringConvertible {
    var name: String
    var seed: UInt64
    var offsetScale = 2.0
    var heightScale = 2.0
    var noise = 0.0
    var isBreakpointHeld = false
    var lead = 20.0...80.0
    var testDescription: String { name }

    static let all: [Cell] = [
      Cell(name: "1/2 pt", seed: 501),
      Cell(name: "offset to 1/2 pt, height to 1/3 pt", seed: 502, heightScale: 3),
      Cell(name: "1/2 pt, 0.3 pt of noise", seed: 503, noise: 0.3),
      Cell(name: "1/2 pt, breakpoint held", seed: 504, isBreakpointHeld: true),
      Cell(name: "1/2 pt, never beyond", seed: 505, lead: -20.0 ... -10.0),
    ]
  }

  @Test(arguments: Cell.all)
  func `a stretch is recovered without bias, 95 % intervals hold`(_ cell: Cell) throws {
    var random = RandomSource(seed: cell.seed)
    var recovery = Recovery()
    let count = 1500
    let isBent = cell.lead.upperBound > 0
    for _ in 0..<count {
      let header = HeaderStretch(
        gain: random.uniform(0.8, 1.5), intercept: random.uniform(100, 300),
        breakpoint: isBent ? random.uniform(-100, 0) : 0)
      let pull = random.uniform(60, 200)
      let lead = random.uniform(cell.lead.lowerBound, cell.lead.upperBound)
      let duration = random.uniform(1, 3)
      let late = random.uniform() / 60
      let way = RecordedQuantity.stretch(of: header, pull: pull, lead: lead, over: duration)
      var columns: [[Double]] = [[], []]
      let frames = Int(duration * 60)
      for frame in 0..<frames {
        for (column, scale) in [cell.offsetScale, cell.heightScale].enumerated() {
          let value =
            way[column].value(late + Double(frame) / 60) + cell.noise * random.normal()
          columns[column].append((value * scale).rounded() / scale)
        }
      }
      let trace = Trace(
        times: (0..<frames).map { Double($0) / 60 },
        channels: [
          Channel(.offset, values: columns[0]), Channel(.height, values: columns[1]),
        ])
      var options = FitOptions()
      if cell.isBreakpointHeld { options.fixed["breakpoint"] = header.breakpoint }
      guard let fits = try? StretchLaw.fit(trace, axis: .y, options: options), fits.count == 1,
        fits[0].search.converged
      else {
        recovery.unfitted += 1
        continue
      }
      var truths = ["gain": header.gain, "intercept": header.intercept]
      if isBent, !cell.isBreakpointHeld { truths["breakpoint"] = header.breakpoint }
      recovery.add(fits[0], truths: truths)
    }
    print("stretch, \(cell.name), seed \(cell.seed): \(recovery.summary)")
    #expect(recovery.unfitted == 0)
    for key in ["gain", "intercept"] + (isBent && !cell.isBreakpointHeld ? ["breakpoint"] : []) {
      #expect(recovery[key].count == count, "\(key)")
      #expect((0.93...0.97).contains(recovery[key].coverage), "\(key)")
      #expect(recovery[key].bias.magnitude < 0.12, "\(key)")
    }
  }

  @Test func `the rounding of offsets biases a plain regression, and not the fit`() throws {
    // 400 offsets within 4 pt, rounded to 1/2 pt: the share of 0.5^2 / 12 in their variance is 1.5 %.
    var random = RandomSource(seed: 511)
    var plain = 0.0
    var fitted = 0.0
    var squares = 0.0
    let count = 1000
    for _ in 0..<count {
      let gain = random.uniform(0.8, 1.5)
      let base = random.uniform(100, 200)
      let low = random.uniform(-50, -40)
      var offsets: [Double] = []
      var heights: [Double] = []
      for _ in 0..<400 {
        let offset = low + 4 * random.uniform()
        offsets.append((2 * offset).rounded() / 2)
        heights.append((2 * (base - gain * offset)).rounded() / 2)
      }
      let means = (offsets.reduce(0, +) / 400, heights.reduce(0, +) / 400)
      var products = 0.0
      var own = 0.0
      for (x, h) in zip(offsets, heights) {
        products += (x - means.0) * (h - means.1)
        own += (x - means.0) * (x - means.0)
      }
      plain += -products / own / gain - 1
      let trace = Trace(
        times: offsets.indices.map { Double($0) / 60 },
        channels: [Channel(.offset, values: offsets), Channel(.height, values: heights)])
      let fit = try #require(try StretchLaw.fit(trace, axis: .y, options: FitOptions()).first)
      let error = try #require(fit["gain"]?.value) / gain - 1
      fitted += error
      squares += error * error
    }
    let n = Double(count)
    print("stretch, errors in offsets: plain \(plain / n), fitted \(fitted / n)")
    let deviation = (squares / n).squareRoot() / n.squareRoot()
    #expect(abs(plain / n + 0.0154) < 4 * deviation)
    #expect(abs(fitted / n) < 4 * deviation)
    #expect(abs(plain / n) > 20 * deviation)
  }
}
