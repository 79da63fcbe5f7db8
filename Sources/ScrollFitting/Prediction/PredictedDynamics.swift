internal import ScrollPhysics

/// A force and a push on an item of UIKit Dynamics: numbers, not curves.
extension PredictedLaw {
  static let force = PredictedLaw(
    "force", formula: "a = 100 F / mass, mass = density width height / 10^4",
    constants: itemConstants, fittedLaws: [], curve: nil
  ) { values throws(PredictionError) in try drive(values, isPush: false) }

  static let push = PredictedLaw(
    "push", formula: "v = 100 F / mass, mass = density width height / 10^4",
    constants: itemConstants, fittedLaws: [], curve: nil
  ) { values throws(PredictionError) in try drive(values, isPush: true) }

  private static let itemConstants = [
    ConstantDescription("F", "", "magnitude, as UIPushBehavior has it"),
    ConstantDescription("width", "pt", "width of the item", .positive),
    ConstantDescription("height", "pt", "height of the item", .positive),
    ConstantDescription("density", "", "density of the item", .positive, standard: "1"),
    ConstantDescription("time", "s", "when to say how far it got", .notNegative),
  ]

  private static func drive(
    _ values: ConstantValues, isPush: Bool
  ) throws(PredictionError) -> PredictedMotion {
    var motion = PredictedMotion()
    guard let force = values["F"] else {
      throw PredictionError(
        isPush ? "Give F, the magnitude of the push." : "Give F, the magnitude of the force.",
        missing: ["F=1"])
    }
    guard let width = values["width"], let height = values["height"] else {
      throw PredictionError(
        "Give the size of the item: width and height.",
        missing: ["width", "height"].filter { values[$0] == nil }.map { "\($0)=100" })
    }
    let item = DynamicsItem(width: width, height: height, density: values["density"] ?? 1)
    motion.constants = [
      PredictedValue("F", "", isPush ? "push" : "force", force),
      PredictedValue("mass", "", "mass", item.mass),
    ]
    if isPush {
      let speed = item.velocity(push: force)
      motion.predicted = [PredictedValue("velocity", "pt/s", "velocity", speed)]
      if let time = values["time"] {
        motion.predicted.append(PredictedValue("distance", "pt", "distance at time", speed * time))
      }
      return motion
    }
    // Uniform acceleration, as by gravity.
    let fall = FreeFall(gravity: item.acceleration(force: force))
    motion.predicted = [PredictedValue("acceleration", "pt/s^2", "acceleration", fall.gravity)]
    motion.predicted += PredictedMotion.state(
      values, velocity: fall.velocity, "distance", position: fall.position)
    return motion
  }
}
