/// The two laws that describe motion against viscous drag: one curve, two sets of names.
enum ViscousLaw: Sendable {
  /// A scroll view that glides until it stops.
  case deceleration
  /// A free item that only the drag slows down.
  case resistance

  var description: LawDescription {
    switch self {
    case .deceleration: DecelerationLaw.description
    case .resistance: ResistanceLaw.description
    }
  }

  var rateKey: String { self == .deceleration ? "k" : "r" }

  /// An example of how to fix the rate, for remedies.
  var example: String { self == .deceleration ? "--fix d=0.998" : "--fix r=2" }
}
