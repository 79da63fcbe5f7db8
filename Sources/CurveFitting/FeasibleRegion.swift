internal import RealModule

/// All pairs of two parameters for which some linear coefficients keep every residual within a bound.
///
/// Rounding errors are bounded, so the true pair certainly lies in {p : M(p) <= 1}, where M is the smallest maximum
/// |residual| divided by the bound. For several recordings M is their maximum, and the region contains the pairs that
/// all of them allow. `border` contains the crossings of M = 1 with rays from the lowest point in evenly spaced
/// directions. It is the whole border if the curves are nearly linear in their parameters across the region. `bounds`
/// also follow the bends of a narrow region.
public struct FeasibleRegion: Sendable, Hashable {
  /// The minimum of M; the region is empty if it is above 1.
  public var smallestMisfit: Double
  /// The position of the minimum.
  public var lowest: SIMD2<Double>
  /// The points of the border at which M reaches 1, once around; empty if the region is.
  public var border: [SIMD2<Double>] = []
  /// Whether the region reaches the limit of the search in some direction.
  public var isOpen = false

  /// M at a pair, and its derivatives by both parameters.
  public struct Misfit: Sendable, Hashable {
    /// M.
    public var value: Double
    /// Its derivatives; where M has an edge, those of one side.
    public var slope: SIMD2<Double>

    /// M with its derivatives.
    public init(value: Double, slope: SIMD2<Double>) {
      self.value = value
      self.slope = slope
    }
  }

  /// Finds the region.
  ///
  /// - Parameters:
  ///   - start: a pair near the solution, such as the least-squares estimate.
  ///   - axes: two independent steps of about the region's size, such as the columns of a factor of the covariance.
  ///   - directions: the number of border points; 0 to test only whether the region is empty.
  ///   - enough: a value of M at which the minimisation stops; 1 is enough to test for emptiness.
  ///   - misfit: M at a pair; nil if the law does not exist there.
  /// - Returns: nil if M does not exist at the start.
  public init?(
    start: SIMD2<Double>, axes: (SIMD2<Double>, SIMD2<Double>), directions: Int = 64,
    enough: Double = 0, misfit: (SIMD2<Double>) -> Misfit?
  ) {
    var search = Search(center: start, axes: [axes.0, axes.1])
    guard search.misfit(.zero, misfit).value < .infinity else { return nil }
    let low = Self.minimum({ search.misfit($0, misfit) }, enough: enough)
    search.center = search.pair(low.point)
    smallestMisfit = low.value
    lowest = search.center
    guard low.value <= 1 else { return }
    for index in 0..<directions {
      let angle = 2 * Double.pi * Double(index) / Double(directions)
      let direction = SIMD2(Double.cos(angle), Double.sin(angle))
      // Most neighbours lie on one edge.
      let guess = search.tangents.last.map { $0.level / ($0.normal * direction).sum() }
      let end = Self.border(along: direction, inside: low.value, near: guess) {
        search.misfit($0, misfit)
      }
      border.append(search.pair(end.point))
      search.tangents.append(Tangent(at: end.point, end.misfit))
      if end.isFar { isOpen = true }
    }
    search.isConvex =
      !isOpen && search.tangents.allSatisfy { $0.isTouching && $0.holds(search.tangents) }
    self.search = search
  }

  /// The region in units of the axes about the lowest point, and what is known of its border.
  private struct Search: Sendable, Hashable {
    var center: SIMD2<Double>
    var axes: [SIMD2<Double>]
    /// One of each border point.
    var tangents: [Tangent] = []
    /// Whether all border points are on the inner side of all tangents.
    var isConvex = false

    func pair(_ point: SIMD2<Double>) -> SIMD2<Double> {
      center + point.x * axes[0] + point.y * axes[1]
    }

    /// M at a point, with its slope in units of the axes; infinite where the law does not exist.
    func misfit(
      _ point: SIMD2<Double>, _ misfit: (SIMD2<Double>) -> Misfit?
    ) -> Misfit {
      guard let found = misfit(pair(point)), !found.value.isNaN else {
        return Misfit(value: .infinity, slope: .zero)
      }
      return Misfit(
        value: found.value,
        slope: SIMD2((found.slope * axes[0]).sum(), (found.slope * axes[1]).sum()))
    }
  }
  private var search: Search?

  /// The line on which M is just below 1, as seen from a point near the border.
  private struct Tangent: Sendable, Hashable {
    var origin: SIMD2<Double>
    /// Of length 1, outward.
    var normal: SIMD2<Double>
    /// The line: normal . point = level.
    var level: Double
    /// Whether M at the origin is nearly 1.
    var isTouching: Bool

    init(at origin: SIMD2<Double>, _ misfit: Misfit) {
      let steepness = length(misfit.slope)
      self.origin = origin
      normal = misfit.slope / steepness
      level = (normal * origin).sum() + (1 - leastGap / 2 - misfit.value) / steepness
      isTouching = steepness > 0 && (misfit.value - 1).magnitude <= 1e-6
    }

    /// The angle of the normal from a direction.
    func turn(from direction: SIMD2<Double>) -> Double {
      Double.atan2(
        y: direction.x * normal.y - direction.y * normal.x, x: (direction * normal).sum())
    }

    /// Where the line meets another one whose normal is further to the right; nil if both are parallel.
    func crossing(_ other: Tangent) -> SIMD2<Double>? {
      let sine = other.normal.x * normal.y - other.normal.y * normal.x
      guard sine > 1e-9 else { return nil }
      return SIMD2(
        other.level * normal.y - level * other.normal.y,
        level * other.normal.x - other.level * normal.x) / sine
    }

    /// Whether the origins of others are on the inner side, to a tenth of their distance from the centre.
    func holds(_ others: [Tangent]) -> Bool {
      others.allSatisfy { (normal * $0.origin).sum() <= level * 1.1 }
    }
  }

  /// The smallest and the largest value of a quantity over the region, to about 1e-6 of the region's size, or 1e-3
  /// beyond a bend.
  ///
  /// - Parameters:
  ///   - quantity: a function of the two parameters.
  ///   - misfit: the M of the region.
  /// - Returns: nil if the region is empty.
  public func bounds(
    of quantity: (SIMD2<Double>) -> Double, misfit: (SIMD2<Double>) -> Misfit?
  ) -> ClosedRange<Double>? {
    guard let search, !border.isEmpty else { return nil }
    func value(_ point: SIMD2<Double>) -> Misfit { search.misfit(point, misfit) }
    let seen = border.map(quantity)
    // Smaller gains are ignored.
    let tolerance = 1e-6 * ((seen.max() ?? 0) - (seen.min() ?? 0))

    func extreme(_ sign: Double) -> Double {
      let place = seen.indices.max { sign * seen[$0] < sign * seen[$1] } ?? 0
      let known = sign * seen[place]
      func height(_ point: SIMD2<Double>) -> Double { sign * quantity(search.pair(point)) }
      if search.isConvex,
        let corner = Self.corner(
          of: search.tangents, near: search.tangents[place].origin, value, height),
        corner >= known - tolerance
      {
        return sign * corner
      }
      return sign
        * Self.summit(from: search.tangents[place].origin, tolerance: tolerance, value, height)
    }
    let (least, most) = (extreme(-1), extreme(1))
    return min(least, most)...max(least, most)
  }

  /// The largest height near a border point: where the two tangents cross whose normals lie on both sides of the
  /// direction in which the height rises. What M is there improves one of them, as in Newton's search.
  ///
  /// - Returns: nil if there are no such tangents, or if the search does not end.
  private static func corner(
    of tangents: [Tangent], near best: SIMD2<Double>, _ value: (SIMD2<Double>) -> Misfit,
    _ height: (SIMD2<Double>) -> Double
  ) -> Double? {
    // For differences of the height: small beside the region.
    let small = 1e-4 * length(best)
    func rise(_ point: SIMD2<Double>) -> SIMD2<Double> {
      SIMD2(
        height(point + SIMD2(small, 0)) - height(point - SIMD2(small, 0)),
        height(point + SIMD2(0, small)) - height(point - SIMD2(0, small)))
    }
    let upward = rise(best)
    let turned = tangents.map { (tangent: $0, turn: $0.turn(from: upward)) }
    guard
      var left = turned.filter({ $0.turn >= 0 }).min(by: { $0.turn < $1.turn })?.tangent,
      var right = turned.filter({ $0.turn < 0 }).max(by: { $0.turn < $1.turn })?.tangent
    else { return nil }
    for _ in 0..<20 {
      guard let place = left.crossing(right) else { return nil }
      let found = value(place)
      guard found.value < .infinity else { return nil }
      let upward = rise(place)
      guard found.value <= 1, found.value >= 1 - leastGap else {
        let tangent = Tangent(at: place, found)
        if tangent.turn(from: upward) >= 0 { left = tangent } else { right = tangent }
        continue
      }
      // A tangent from afar may miss a bend of its edge. Very near the corner, M may be that of the other edge.
      func refreshed(_ tangent: Tangent, _ isOwn: (Double) -> Bool) -> Tangent? {
        let way = tangent.origin - place
        guard (way * way).sum() > 1e-5 * (place * place).sum() else { return nil }
        for share in [0.01, 0.1, 0.4] {
          let nearer = Tangent(at: place + share * way, value(place + share * way))
          if isOwn(nearer.turn(from: upward)) { return nearer }
        }
        return nil
      }
      let (newLeft, newRight) = (refreshed(left) { $0 >= 0 }, refreshed(right) { $0 < 0 })
      guard newLeft != nil || newRight != nil else {
        return left.turn(from: upward) >= 0 && right.turn(from: upward) <= 0 ? height(place) : nil
      }
      (left, right) = (newLeft ?? left, newRight ?? right)
    }
    return nil
  }

  /// The largest height over a region of any form.
  ///
  /// If the curves are far from linear across a narrow region, it is bent, and its end is hidden behind the bend. So the
  /// eye that looks at the border moves near the highest point, as long as the height increases.
  ///
  /// - Parameters:
  ///   - first: the highest known border point.
  ///   - tolerance: smaller gains are ignored.
  ///   - value: M, in units of the axes about the centre.
  ///   - height: the height of a point.
  private static func summit(
    from first: SIMD2<Double>, tolerance: Double,
    _ value: (SIMD2<Double>) -> Misfit, _ height: (SIMD2<Double>) -> Double
  ) -> Double {
    var (summit, best) = (first, height(first))
    var eye = SIMD2<Double>.zero
    for _ in 0..<200 {
      var next = summit + 0.1 * (eye - summit)
      var inside = value(next).value
      if inside > 1 {
        next = summit + 0.01 * (eye - summit)
        inside = value(next).value
      }
      guard inside <= 1 else { break }
      eye = next
      let way = summit - eye
      let ahead = Double.atan2(y: way.y, x: way.x)
      var seen: [Tangent] = []
      for turn in [0, 0.03, -0.03, 0.1, -0.1, 0.3, -0.3, 0.8, -0.8, 1.5, -1.5] {
        let direction = SIMD2(Double.cos(ahead + turn), Double.sin(ahead + turn))
        let end = border(along: direction, inside: inside, near: length(way)) { value(eye + $0) }
        seen.append(Tangent(at: eye + end.point, end.misfit))
      }
      let before = best
      for tangent in seen where height(tangent.origin) > best {
        (summit, best) = (tangent.origin, height(tangent.origin))
      }
      guard best <= before + tolerance else { continue }
      // The edges beside a corner lead closer to it than directions do.
      return max(best, corner(of: seen, near: summit, value, height) ?? best)
    }
    return best
  }

  /// The limit of the search, in units of the axes.
  private static var reach: Double { 1000 }

  /// M at a border point is at most this much below 1. Where edges are nearly parallel, their corner misses far more.
  private static var leastGap: Double { 1e-9 }

  /// The point in a direction from inside at which M reaches 1, on the inner side.
  ///
  /// - Parameters:
  ///   - inside: M at the point from which the direction starts.
  ///   - guess: the distance of the border in a similar direction.
  private static func border(
    along direction: SIMD2<Double>, inside: Double, near guess: Double? = nil,
    _ value: (SIMD2<Double>) -> Misfit
  ) -> (point: SIMD2<Double>, misfit: Misfit, isFar: Bool) {
    var near = (distance: 0.0, misfit: Misfit(value: inside, slope: .zero))
    var far: Double?
    var next = guess.flatMap { $0 > 0 && $0 < reach ? $0 : nil } ?? 1
    for round in 1...100 {
      let found = value(next * direction)
      let rise = (found.slope * direction).sum()
      // Newton's step, to just below 1.
      let newton = next + (1 - leastGap / 2 - found.value) / rise
      if found.value <= 1 {
        near = (next, found)
        if found.value >= 1 - leastGap { break }
      } else {
        far = next
      }
      guard let far else {
        guard near.distance < reach else { return (near.distance * direction, near.misfit, true) }
        next = newton > near.distance ? min(newton, 2 * near.distance) : 2 * near.distance
        continue
      }
      // M jumps where the law ends.
      guard far - near.distance > 1e-7 * far else { break }
      next =
        round % 3 != 0 && newton > near.distance && newton < far
        ? newton : (near.distance + far) / 2
    }
    return (near.distance * direction, near.misfit, false)
  }
}

private func length(_ way: SIMD2<Double>) -> Double { (way * way).sum().squareRoot() }
