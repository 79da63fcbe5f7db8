package import ScrollPhysics

extension ExportedCurve.Parts {
  package init(_ fall: FreeFall, height: Double) throws(ExportError) {
    guard let end = fall.time(falling: height), end > 0 else {
      throw ExportError("It never falls \(NumberText.short(height)) pt: check height, v0 and g.")
    }
    let meaning = "Time until it has fallen \(NumberText.short(height)) pt"
    name = "ScrollFall"
    title = "A free item that falls"
    constants = [
      .init("initialVelocity", fall.velocity, "pt/s", "Velocity at the start"),
      .init("gravity", fall.gravity, "pt/s^2", "Gravity, with its direction"),
      .init("duration", end, "s", meaning),
    ]
    functions = Self.functions(
      before: [], position: (Self.fallen, 0.0), velocity: (Self.falling, 0.0))
    domain = ExportedCurve.Domain(
      end: end, endMeaning: meaning, curvature: { _ in fall.gravity.magnitude })
    quantities = Self.motion({ fall.position(at: $0) }, { fall.velocity(at: $0) })
    guard height != 0 else { return }
    easings = [
      ExportedCurve.Easing(
        zero: (fall.position, "the start"),
        one: (fall.position + fall.direction * height, "the floor"),
        value: { fall.position(at: $0) })
    ]
  }

  private static var fallen: [CurveStatement] {
    [.result(("initialVelocity" + "gravity" / 2.0 * "time") * "time")]
  }

  private static var falling: [CurveStatement] {
    [.result("initialVelocity" + "gravity" * "time")]
  }

  /// Maximum number of contacts that are distinguished.
  private static var mostContacts: Int { 2000 }

  /// A fall onto a floor, with its rebounds.
  package init(_ collision: Collision, rebounds: Int) throws(ExportError) {
    let flight = collision.flightTime(afterContact: 1)
    let rests = collision.restTime.isFinite
    guard let end = rests ? collision.restTime : collision.contactTime(rebounds + 1) else {
      throw ExportError("It never moves: check v0, v1 and height.")
    }
    let meaning =
      rests
      ? "Time at which it rests"
      : "Time of \(rebounds) rebounds: with an elasticity of 1 it never rests"
    name = "ScrollCollision"
    title = "A free item that falls on a floor and rebounds"
    constants = [
      .init("initialVelocity", collision.fall.velocity, "pt/s", "Velocity at the start"),
      .init("gravity", collision.fall.gravity, "pt/s^2", "Gravity, with its direction"),
      .init("floorPosition", collision.floor, "pt", "Where the floor is, from the start"),
      .init("elasticity", collision.elasticity, "", "Speed after a contact over that before"),
      .init("firstContact", collision.firstContact, "s", "When it first meets the floor"),
      .init("contactSpeed", collision.contactSpeed, "pt/s", "Speed with which it does"),
      .init("firstFlight", flight, "s", "How long it flies from there to the second contact"),
      .init("duration", end, "s", meaning),
    ]
    functions = Self.functions(of: collision, rests: rests, flies: flight > 0)
    if flight > 0 { functions += Self.flights(isElastic: collision.elasticity == 1) }
    domain = ExportedCurve.Domain(
      end: end, endMeaning: meaning, curvature: { _ in collision.fall.gravity.magnitude })
    let contacts = Self.contacts(of: collision, before: end)
    domain.breaks += contacts.filter { $0 > 0 }
    domain.unlistedSlope =
      rests && flight > 0 ? collision.speed(afterContact: contacts.count) : 0
    quantities = Self.motion({ collision.position(at: $0) }, { collision.velocity(at: $0) })
    let top = collision.floor - collision.fall.direction * collision.reboundHeight(afterContact: 1)
    let dropped = collision.firstContact > 0
    guard dropped || top != collision.floor else { return }
    let start = collision.fall.position
    easings = [
      ExportedCurve.Easing(
        zero: (start, dropped ? "the start" : "the floor"),
        one: dropped && start != collision.floor
          ? (collision.floor, "the floor") : (top, "the top of the first rebound"),
        value: { collision.position(at: $0) })
    ]
  }

  /// The times of the contacts before an end, up to rebounds that are too low to be visible.
  private static func contacts(of collision: Collision, before end: Double) -> [Double] {
    var times: [Double] = []
    var contact = 1
    while let time = collision.contactTime(contact), time < end, contact < mostContacts,
      contact == 1
        || collision.reboundHeight(afterContact: contact - 1)
          > 1e-9 * collision.reboundHeight(afterContact: 1)
    {
      times.append(time)
      contact += 1
    }
    return times
  }

  /// Position and velocity.
  private static func functions(
    of collision: Collision, rests: Bool, flies: Bool
  ) -> [CurveFunction] {
    let isFalling = CurveCondition("time", .less, "firstContact")
    guard flies else {
      return [
        CurveFunction(
          ofTime: "position", positionMeaning, [.when(isFalling, fallen), .result("floorPosition")]),
        CurveFunction(
          ofTime: "velocity", velocityMeaning, [.when(isFalling, falling), .result(0.0)]),
      ]
    }
    func over(_ value: CurveExpression) -> [CurveStatement] {
      rests
        ? [.when(CurveCondition("time", .greaterOrEqual, "duration"), [.result(value)])] : []
    }
    let isUp = collision.fall.direction < 0
    let flights: [CurveStatement] = [
      .define("elapsed", "time" - "firstContact"),
      .define("flights", .own("flightsBefore", "elapsed")),
      .define("since", "elapsed" - .own("flightStart", "flights")),
      .define("pull", .abs("gravity")),
      .define(
        "speed", "contactSpeed" * .exp(("flights" + 1.0) * .log1p("elasticity" - 1.0))),
    ]
    let height = CurveExpression.max(
      0.0, "since" * ("speed" - "pull" / 2.0 * "since"))
    let speed: CurveExpression = "speed" - "pull" * "since"
    return [
      CurveFunction(
        ofTime: "position", positionMeaning,
        [.when(isFalling, fallen)] + over("floorPosition") + flights
          + [.result(isUp ? "floorPosition" + height : "floorPosition" - height)]),
      CurveFunction(
        ofTime: "velocity", velocityMeaning,
        [.when(isFalling, falling)] + over(0.0) + flights + [.result(isUp ? speed : -speed)]),
    ]
  }

  private static var positionMeaning: String { "Position in pt." }
  private static var velocityMeaning: String {
    "Velocity in pt/s; at a contact the one after it."
  }

  /// The functions that count and time rebounds, from the first contact.
  private static func flights(isElastic: Bool) -> [CurveFunction] {
    let share: CurveExpression = "elapsed" / "firstFlight"
    let loss: CurveExpression = 1.0 - "elasticity"
    let logarithm: CurveExpression = .log1p("elasticity" - 1.0)
    return [
      CurveFunction(
        helper: "flightStart", of: "flights", "how many flights",
        "Time in s from the first contact until so many flights are over.",
        [
          .result(
            isElastic
              ? "firstFlight" * "flights"
              : -("firstFlight" * .expm1("flights" * logarithm) / loss))
        ]),
      CurveFunction(
        helper: "flightsBefore", of: "elapsed", "time since the first contact in s",
        "How many flights are over by then.",
        [
          .define(
            "guess", .floor(isElastic ? share : .log1p(-(share * loss)) / logarithm)),
          // The logarithm has rounding errors; the formula of the contact time decides.
          .when(
            CurveCondition(.own("flightStart", "guess" + 1.0), .lessOrEqual, "elapsed"),
            [.result("guess" + 1.0)]),
          .when(
            CurveCondition(.own("flightStart", "guess"), .greater, "elapsed"),
            [.result("guess" - 1.0)]),
          .result("guess"),
        ]),
    ]
  }
}
