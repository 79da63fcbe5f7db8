/// The laws that a motion against viscous drag is quoted as: one curve, two sets of names.
enum ViscousLaw: Sendable {
  /// A scroll view that glides until it is stopped.
  case deceleration
  /// A free item that nothing but the drag slows down.
  case resistance

  var description: LawDescription {
    switch self {
    case .deceleration: DecelerationLaw.description
    case .resistance: ResistanceLaw.description
    }
  }

  /// What the rate is called.
  var rateKey: String { self == .deceleration ? "k" : "r" }

  /// How to hold it, in advice.
  var example: String { self == .deceleration ? "--fix d=0.998" : "--fix r=2" }
}
