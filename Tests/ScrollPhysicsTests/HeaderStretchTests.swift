import ScrollPhysics
import Testing

struct HeaderStretchTests {
  @Test func `a header stretches below its breakpoint only, a footer above it`() {
    let header = HeaderStretch(gain: 1.25, intercept: 200, breakpoint: -64)
    #expect(header.height(offset: -164) == 325)
    #expect(header.height(offset: -64) == 200)
    #expect(header.height(offset: 500) == 200)
    let footer = HeaderStretch(gain: 1.25, intercept: 200, breakpoint: 900, isFooter: true)
    #expect(footer.height(offset: 1000) == 325)
    #expect(footer.height(offset: 800) == 200)
  }

  @Test func `the offset of a height is found where there is one`() {
    for isFooter in [false, true] {
      let view = HeaderStretch(gain: 1.25, intercept: 200, breakpoint: 8, isFooter: isFooter)
      #expect(view.offset(height: 300) == (isFooter ? 88 : -72))
      #expect(view.offset(height: 200) == nil)
      #expect(view.offset(height: 100) == nil)
    }
    #expect(HeaderStretch(gain: 0, intercept: 200).offset(height: 300) == nil)
    #expect(HeaderStretch(gain: -0.5, intercept: 200).offset(height: 150) == -100)
  }
}

struct HandoverTests {
  @Test func `what is left at the edge goes on, by the ratio of the masses`() throws {
    let glide = Deceleration(position: 700, velocity: -2400, rate: 2)
    let handover = Handover(glide, distance: 700, massRatio: 1.5, start: 30)
    #expect(handover.edge == 0)
    // |v0| - k D.
    #expect(abs(try #require(handover.restVelocity) + 1000) < 1e-9)
    let received = try #require(handover.received)
    #expect(abs(received.velocity + 1500) < 1e-9)
    let time = try #require(handover.time)
    #expect(abs(glide.position(at: time)) < 1e-9)
    #expect(handover.firstPosition(at: time + 1) == 0)
    #expect(handover.secondPosition(at: time / 2) == 30)
    #expect(handover.secondPosition(at: time + 0.5) == received.position(at: 0.5))
    let rest = try #require(handover.secondPosition(at: 100, stopSpeed: 10))
    // (v - v_stop) / k further.
    #expect(abs(rest - (30 - 1490 / 2)) < 1e-9)
  }

  @Test func `a view that rests before its edge hands on nothing`() {
    let handover = Handover(Deceleration(velocity: 500, rate: 2), distance: 400)
    #expect(handover.time == nil)
    #expect(handover.restVelocity == nil)
    #expect(handover.secondPosition(at: 1) == nil)
    #expect(handover.firstPosition(at: 100) < 251)
  }

  @Test func `at its edge already it hands on everything at once, at a rate of its own`() {
    let handover = Handover(Deceleration(velocity: 500, rate: 2), distance: 0, rate: 5)
    #expect(handover.time == 0)
    #expect(handover.restVelocity == 500)
    #expect(handover.received?.rate == 5)
  }
}
