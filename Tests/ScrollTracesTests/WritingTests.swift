import ScrollTraces
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite struct WritingTests {
  @Test func `a recording is written in the project's format`() {
    let trace = Trace(
      name: "#1 \"a\"", metadata: Metadata([.init("scale", "3")], comments: ["hi\nthere"]),
      times: [0, 0.5], channels: [Channel(.offset, values: [-60, 1 / 3.0])],
      phases: [PhaseSpan(label: "drag, slow", range: 0..<2)])
    let expected = #"""
      # scale: 3
      # hi there
      trace,t_s,offset_y_pt,phase
      "#1 ""a""",0,-60,"drag, slow"
      "#1 ""a""",0.5,0.3333333333333333,"drag, slow"

      """#
    #expect(String(decoding: TraceWriter().bytes(of: trace), as: UTF8.self) == expected)
    let fixed = TraceWriter(timeStyle: .fixed(decimals: 1), valueStyle: .fixed(decimals: 4))
    var plain = trace
    plain.name = nil
    plain.phases = nil
    plain.metadata = Metadata()
    #expect(
      String(decoding: fixed.bytes(of: plain), as: UTF8.self)
        == "t_s,offset_y_pt\n0.0,-60.0000\n0.5,0.3333\n")
  }

  @Test func `what is written reads back the same`() {
    var random = Random(seed: 11)
    for _ in 0..<300 {
      let traces = randomTraces(&random)
      let reading = read(
        TraceWriter().bytes(of: traces), pieces: Int.random(in: 1...100, using: &random),
        ReadingOptions())
      #expect(reading.error == nil)
      #expect(reading.traces.count == traces.count)
      for (back, trace) in zip(reading.traces, traces) {
        #expect(back.name == trace.name)
        #expect(back.times == trace.times)
        #expect(back.channels.map(\.values) == trace.channels.map(\.values))
        #expect(back.channels.map(\.role) == trace.channels.map(\.role))
        #expect(back.phases == trace.phases)
        #expect(back.metadata == trace.metadata)
        #expect(back.contentHash == trace.contentHash)
      }
    }
  }

  private func randomTraces(_ random: inout Random) -> [Trace] {
    let roles: [Role] = [.offset, .overscroll, .finger].filter { _ in Bool.random(using: &random) }
    let hasStamps = Bool.random(using: &random)
    let hasPhases = Bool.random(using: &random)
    let labels = ["", "#a", "a,b", "\"", " a ", "é", "a;b\tc", "a\nb\r"]
    let metadata = Metadata([.init("what", "x: y, #"), .init("scale", "2")], comments: ["as is"])
    return (0..<Int.random(in: 1...3, using: &random)).map { index in
      let count = Int.random(in: 1...20, using: &random)
      var time = Double.random(in: -10...10, using: &random)
      let times = (0..<count).map { index in
        time += Double.random(in: 1e-6...1, using: &random)
        return hasStamps ? time : Double(index) * (1 / 60)
      }
      let half = count / 2
      let spans =
        [PhaseSpan(label: labels[index], range: 0..<half)].filter { !$0.range.isEmpty }
        + [PhaseSpan(label: labels[index + 2], range: half..<count)]
      return Trace(
        name: "\(index)\(labels.randomElement(using: &random) ?? "")", metadata: metadata,
        times: times,
        timing: hasStamps ? .stamps(column: "t_s") : .assumed(interval: 1 / 60, source: .standard),
        channels: ([.inner] + roles).map { role in
          Channel(
            role, axis: .x,
            values: (0..<count).map { _ in
              let bits = Double(bitPattern: random.next())
              return bits.isFinite ? bits : 0
            })
        }, phases: hasPhases ? spans : nil)
    }
  }

  @Test(arguments: [
    (2.5, 0, "2"), (-0.04, 1, "-0.0"), (1e22, 2, "10000000000000000000000.00"),
    (0.285, 2, "0.28"), (1.0 / 3, 30, "0.333333333333333314829616256247"),
  ])
  func `fixed digits are correctly rounded`(value: Double, decimals: Int, expected: String) {
    let trace = Trace(
      times: [0], timing: .assumed(interval: 1, source: .option),
      channels: [Channel(.offset, values: [value])])
    let text = TraceWriter(valueStyle: .fixed(decimals: decimals)).bytes(of: trace)
    #expect(String(decoding: text, as: UTF8.self) == "offset_y_pt\n\(expected)\n")
  }

  @Test(arguments: [
    // A control character, which is no blank, stands before what would else be an entry.
    "# \u{1F}license: x\noffset_y_pt\n1\n", "# note:\u{1}x\noffset_y_pt\n1\n",
    // Lines end with the carriage return.
    "#\r# a:\nb\roffset_y_pt\r1\r", "#\r#\nlicense: x\roffset_y_pt\r1\r",
    // Lines end with the line feed.
    "#\n# a:\rb\noffset_y_pt\n1\n", "# a: b\tc\u{1B}\noffset_y_pt\n1\n",
  ])
  func `comments and entries of a copy are those of the file`(text: String) throws {
    let trace = try #require(read(text).traces.first)
    let copy = try #require(read(TraceWriter().bytes(of: trace)).traces.first)
    #expect(copy.metadata == trace.metadata)
  }
}
