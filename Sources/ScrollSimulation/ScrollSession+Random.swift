internal import ScrollPhysics
internal import ScrollRecordings

extension ScrollSession {
  /// The kinds of gestures in a random session.
  private enum Gesture: CaseIterable {
    /// The finger stops between the edges and lifts.
    case drag
    /// A release whose deceleration stops between the edges.
    case flick
    /// A release whose deceleration reaches an edge.
    case fling
    /// The finger drags beyond an edge, holds still, and lifts.
    case pull
    /// The finger lifts beyond an edge while it moves outward.
    case toss
    /// An animation of the engine moves the content from rest to rest.
    case animation

    /// The gestures that show a law of the scroll view.
    static func all(of view: ScrollAxis) -> [Gesture] {
      allCases.filter { gesture in
        switch gesture {
        case .drag: true
        case .flick: view.glides
        case .fling: view.glides && view.bouncesOffEdges
        case .pull, .toss: view.isElastic
        case .animation: view.engine.map { !$0.animations.isEmpty } ?? false
        }
      }
    }
  }

  /// A session of random gestures with rests between them.
  ///
  /// Each set of five gestures contains every kind once, in random order, so five gestures show every phase. With an
  /// engine, kinds for which it has no law are omitted, and its animations are one more kind. A pull or toss needs an
  /// edge within 0.6 bounds of the content's position; without one, a fling comes first and the pull or toss next.
  ///
  /// For each gesture the random numbers are drawn in this order: the rest before it; the kind; the axis, if there are
  /// two; the direction; then the numbers of the gesture, in the order of the table in Docs/Guide/Simulate.md. Catches
  /// and jumps are drawn before these; with probability 0 they draw no number.
  ///
  /// - Parameters:
  ///   - axes: one or two axes of the scroll view.
  ///   - gestures: the number of gestures.
  ///   - catches: the probability that the finger of the next gesture stops a deceleration, at 15 to
  ///     85 % of its duration. The finger then holds still for 0.02 to 0.12 s, which replaces the rest.
  ///   - jumps: the probability that a program sets the offset halfway through the rest before a
  ///     gesture, to any position between the edges.
  ///   - random: the source of all random numbers.
  public static func random(
    axes: [ScrollAxis], gestures: Int, catches: Double = 0, jumps: Double = 0,
    random: inout RandomSource
  ) -> ScrollSession {
    var session = ScrollSession(axes: axes)
    var bag: [Gesture] = []
    var lastGesture = 0
    for gesture in 0..<gestures {
      var wait = 0.0
      if gesture > 0, session.catchGlide(from: lastGesture, probability: catches, random: &random) {
        wait = random.uniform(0.02, 0.12)
      } else {
        session.pause(for: random.uniform(0.25, 0.6), jumps: jumps, random: &random)
      }
      lastGesture = session.segments.count
      if bag.isEmpty { bag = axes.first.map(Gesture.all) ?? [] }
      let place = min(Int(random.uniform() * Double(bag.count)), bag.count - 1)
      let view = axes.count > 1 && random.uniform() >= 0.5 ? axes[1] : axes[0]
      let direction = random.uniform() < 0.5 ? -1.0 : 1.0
      if session.perform(bag[place], view, direction: direction, wait: wait, random: &random) {
        bag.remove(at: place)
      }
    }
    session.rest(for: 0.5)
    return session
  }

  /// Draws whether a touch stops the deceleration in the segments from an index on; returns whether it does.
  private mutating func catchGlide(
    from index: Int, probability: Double, random: inout RandomSource
  ) -> Bool {
    guard probability > 0,
      let glide = segments[index...].last(where: { $0.phase == .deceleration }),
      random.uniform() < probability
    else { return false }
    interrupt(at: glide.start + random.uniform(0.15, 0.85) * (glide.end - glide.start))
    return true
  }

  /// A rest; the offset may jump in the middle of it.
  private mutating func pause(for duration: Double, jumps: Double, random: inout RandomSource) {
    guard jumps > 0, random.uniform() < jumps else { return rest(for: duration) }
    rest(for: duration / 2)
    let view = axes.count > 1 && random.uniform() >= 0.5 ? axes[1] : axes[0]
    jump(along: view.axis, to: random.uniform(view.lowEdge, view.highEdge))
    rest(for: duration / 2)
  }

  /// Returns whether the requested gesture was made; otherwise a fling was made.
  private mutating func perform(
    _ gesture: Gesture, _ view: ScrollAxis, direction: Double, wait: Double,
    random: inout RandomSource
  ) -> Bool {
    let offset = offset(along: view.axis)
    func room(_ sign: Double) -> Double {
      max(sign < 0 ? offset - view.lowEdge : view.highEdge - offset, 0)
    }
    // With less than a fifth of the length left in this direction, reverse the direction.
    let inward = room(direction) < view.length / 5 ? -direction : direction
    let bounds = view.rubberBand.dimension
    switch gesture {
    case .drag:
      let distance = min(random.uniform(0.1, 0.9) * room(inward), 0.6 * bounds)
      drag(
        along: view.axis, by: inward * distance, over: random.uniform(0.25, 0.8),
        hold: random.uniform(0, 0.2), wait: wait)
      return true
    case .animation:
      let distance = random.uniform(0.1, 0.9) * room(inward)
      guard let animations = view.engine?.animations, !animations.isEmpty else { return true }
      let place = min(Int(random.uniform() * Double(animations.count)), animations.count - 1)
      rest(for: wait)
      animate(
        along: view.axis, by: inward * distance, animations[place], part: random.uniform())
      return true
    case .flick:
      let reach = random.uniform(0.3, 0.9) * room(inward)
      let duration = random.uniform(0.06, 0.2)
      let speed =
        view.engineParts.contains(.glide)
        ? Self.root(of: reach) { $0 * duration / 2 + view.reach(speed: $0) }
        // speed (duration / 2 + 1 / k) - stop / k = reach
        : (reach + view.stopSpeed / view.rate) / (duration / 2 + 1 / view.rate)
      drag(along: view.axis, by: inward * speed * duration / 2, over: duration, wait: wait)
      return true
    case .fling:
      fling(view, direction: inward, room: room(inward), wait: wait, random: &random)
      return true
    case .pull, .toss:
      let near = room(-1) < room(1) ? -1.0 : 1.0
      let outward = room(direction) <= 0.6 * bounds ? direction : near
      guard room(outward) <= 0.6 * bounds else {
        fling(view, direction: inward, room: room(inward), wait: wait, random: &random)
        return false
      }
      let distance = room(outward) + random.uniform(0.1, 0.6) * bounds
      let duration = random.uniform(0.35, 0.9)
      drag(
        along: view.axis, by: outward * distance, over: duration,
        hold: gesture == .pull ? random.uniform(0.05, 0.35) : nil, wait: wait)
      return true
    }
  }

  private mutating func fling(
    _ view: ScrollAxis, direction: Double, room: Double, wait: Double, random: inout RandomSource
  ) {
    let left = random.uniform(300, 3000)
    var duration = random.uniform(0.06, 0.2)
    var speed = view.releaseSpeed(leaving: left, after: room, drag: duration)
    if speed * duration / 2 > 0.6 * room {
      speed = view.releaseSpeed(leaving: left, after: 0.4 * room, drag: 0)
      duration = 1.2 * room / speed
    }
    drag(along: view.axis, by: direction * speed * duration / 2, over: duration, wait: wait)
  }

  /// The x from 0 to 1e6 at which a function that increases from 0 has the value `goal`, by bisection.
  fileprivate static func root(of goal: Double, _ function: (Double) -> Double) -> Double {
    var low = 0.0
    var high = 1e6
    while true {
      let middle = (low + high) / 2
      guard middle > low, middle < high else { return high }
      if function(middle) < goal { low = middle } else { high = middle }
    }
  }
}

extension ScrollAxis {
  /// The speed in pt/s at which a finger must lift so that the content passes `room` pt with a given remaining speed.
  ///
  /// The remaining speed is `left` pt/s, or `left` plus the stopping speed without an engine's law. The finger drags
  /// the content for the first `drag` s.
  fileprivate func releaseSpeed(leaving left: Double, after room: Double, drag: Double) -> Double {
    guard engineParts.contains(.glide) else {
      // speed - k (room - speed drag / 2) = left
      return (stopSpeed + left + rate * room) / (1 + rate * drag / 2)
    }
    return ScrollSession.root(of: left) { speed in
      let glide = engineGlide(from: MotionState(position: speed * drag / 2, velocity: speed))
      guard speed * drag / 2 < room, let glide else { return speed }
      let time = glide.curve.time(passing: room)
      return time < glide.end ? glide.curve.velocity(at: time) : 0
    }
  }
}
