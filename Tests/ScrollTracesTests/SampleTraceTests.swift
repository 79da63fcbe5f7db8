import ScrollTraces
import Testing

@Suite struct SampleTraceTests {
  private func trace(_ name: String) throws -> Trace {
    let path = samplePath(name)
    let traces = try TraceReader().traces(path: path)
    #expect(traces.count == 1)
    var piecewise = read(contents(path)).traces
    #expect(piecewise.count == 1)
    piecewise[0].path = path
    #expect(piecewise == traces)
    return try #require(traces.first)
  }

  @Test func `the bounce at 3x comes in thirds of a point`() throws {
    let trace = try trace("uiscrollview-bounce-3x.csv")
    #expect(trace.line == 10)
    #expect(trace.count == 49)
    #expect(trace.timing == .assumed(interval: 1 / 60, source: .metadata))
    #expect(trace.metadata.scale == 3)
    #expect(trace.metadata.edgeTop == -88)
    #expect(trace.metadata.refreshRate == 60)
    #expect(trace.metadata.license == "MIT")
    #expect(trace.metadata.entries.map(\.key).prefix(3) == ["what", "source", "license"])
    let channel = try #require(trace.channel(.offset))
    #expect(channel.values[0] == -123.6666)
    #expect(channel.decimals == 4)
    // Without metadata the digits alone must show it.
    for scale in [nil, 3.0] {
      var bare = trace
      bare.metadata = Metadata()
      let facts = SamplingFacts(bare, scale: scale)
      #expect(facts.quantum?.value == 1.0 / 3)
      #expect(facts.quantum?.pixelsPerPoint == 3)
      #expect(facts.quantum?.isDecimalsTruncated == true)
    }
    let facts = SamplingFacts(trace)
    #expect(facts.refreshRate == 60)
    #expect(facts.jitter == nil)
    #expect(facts.valueRange == -233 ... -88.6667)
    #expect(facts.gaps == [])
  }

  @Test func `the bounce at 2x comes in halves of a point`() throws {
    let trace = try trace("uiscrollview-bounce-2x.csv")
    #expect(trace.channels.map(\.role) == [.offset])
    for scale in [nil, 2.0] {
      var bare = trace
      bare.metadata = Metadata()
      #expect(SamplingFacts(bare, scale: scale).quantum?.value == 0.5)
      #expect(SamplingFacts(bare, scale: scale).quantum?.isDecimalsTruncated == false)
    }
  }

  @Test func `the deceleration is thinned, and its stamps fit 60 Hz within a millisecond`() throws {
    let trace = try trace("uiscrollview-deceleration-3x.csv")
    #expect(trace.count == 20)
    #expect(trace.timing == .stamps(column: "t_ms"))
    #expect(trace.times[1] == 100.213 / 1000)
    let facts = SamplingFacts(trace)
    #expect(facts.refreshRate == 60)
    let jitter = try #require(facts.jitter)
    #expect(jitter < 0.001)
    #expect(facts.grid?.frameNumbers.last == 115)
    #expect(facts.grid?.frameNumbers.prefix(4) == [0, 6, 12, 18])
    #expect(facts.quantum?.value == 1.0 / 3)
    #expect(facts.droppedFrames == 0)
    #expect(!facts.isIrregular)
  }

  @Test func `the rubber band pairs finger and overscroll`() throws {
    let trace = try trace("uiscrollview-rubber-band-3x.csv")
    #expect(trace.channels.map(\.role) == [.finger, .overscroll])
    #expect(trace.metadata.boundsHeight == 681.667)
    #expect(SamplingFacts(trace, channel: trace.channel(.finger)).quantum?.value == 1)
    #expect(SamplingFacts(trace, channel: trace.channel(.overscroll)).quantum?.value == 1.0 / 3)
  }

  @Test func `tables are read in points and seconds`() throws {
    let bounce = try trace("article-bounce-table.csv")
    #expect(bounce.isTable)
    #expect(bounce.channels.map(\.role) == [.edgeVelocity, .maxOverscroll, .duration])
    #expect(bounce.channels.map { $0.values[0] } == [986.497, -32.5, 0.6668])
    let fling = try trace("article-deceleration-table.csv")
    #expect(fling.channels.map(\.role) == [.velocity, .distance])
    #expect(fling.channels[0].values[0] == 5.0270956 * 1000)
    #expect(fling.channels[0].decimals == 7)
    #expect(fling.channels[0].resolution == 1000 / 1e7)
  }
}
