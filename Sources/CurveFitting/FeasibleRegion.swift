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
    enough: Double = 0, misfit: (SIMD2<Double>) -> Double?
  ) {
    /// M at a point in units of the axes, relative to `center`.
    var center = start
    func value(_ u: SIMD2<Double>) -> Double {
      let found = misfit(center + u.x * axes.0 + u.y * axes.1) ?? .infinity
      return found.isNaN ? .infinity : found
    }
    guard value(.zero) < .infinity else { return nil }
    let low = Self.minimum(value, enough: enough)
    center += low.point.x * axes.0 + low.point.y * axes.1
    smallestMisfit = low.value
    lowest = center
    guard low.value <= 1 else { return }
    for index in 0..<directions {
      let angle = 2 * Double.pi * Double(index) / Double(directions)
      let (point, isFar) = Self.border(
        along: SIMD2(Double.cos(angle), Double.sin(angle)), inside: low.value, value)
      border.append(center + point.x * axes.0 + point.y * axes.1)
      if isFar { isOpen = true }
    }
    search = Search(center: center, axes: [axes.0, axes.1], inside: low.value)
  }

  private struct Search: Sendable, Hashable {
    var center: SIMD2<Double>
    var axes: [SIMD2<Double>]
    var inside: Double
  }
  private var search: Search?

  /// The smallest and the largest value of a quantity over the region. They are taken at border points and refined
  /// between the neighbours of the extreme point, to about 1e-6 of the region's size, or 1e-3 beyond a bend.
  ///
  /// - Parameters:
  ///   - quantity: a function of the two parameters.
  ///   - misfit: the M of the region.
  /// - Returns: nil if the region is empty.
  public func bounds(
    of quantity: (SIMD2<Double>) -> Double, misfit: (SIMD2<Double>) -> Double?
  ) -> ClosedRange<Double>? {
    guard let search, !border.isEmpty else { return nil }
    func value(_ u: SIMD2<Double>) -> Double {
      misfit(search.center + u.x * search.axes[0] + u.y * search.axes[1]) ?? .infinity
    }
    let seen = border.map(quantity)
    // Smaller gains are ignored.
    let tolerance = 1e-6 * ((seen.max() ?? 0) - (seen.min() ?? 0))
    let step = 2 * Double.pi / Double(border.count)

    func extreme(_ sign: Double) -> Double {
      let place = seen.indices.max { sign * seen[$0] < sign * seen[$1] } ?? 0
      return sign
        * Self.summit(
          search, from: (place, height: sign * seen[place]), step: step,
          tolerance: tolerance, value
        ) { sign * quantity($0) }
    }
    let (least, most) = (extreme(-1), extreme(1))
    return min(least, most)...max(least, most)
  }

  /// The largest height over the region. Its border has corners, and the highest point usually is one: the search
  /// converges to it only as fast as the directions do.
  ///
  /// - Parameters:
  ///   - search: the position of the region.
  ///   - first: the highest known border point, and its height.
  ///   - step: the angle between known border points.
  ///   - tolerance: smaller gains are ignored.
  ///   - value: M, in units of the axes about the centre.
  ///   - height: the height of a point.
  private static func summit(
    _ search: Search, from first: (place: Int, height: Double), step: Double,
    tolerance: Double, _ value: (SIMD2<Double>) -> Double, _ height: (SIMD2<Double>) -> Double
  ) -> Double {
    var best = first.height
    var summit = SIMD2<Double>.zero
    var (eye, inside) = (SIMD2<Double>.zero, search.inside)

    /// The border point in a direction from the eye, and its height.
    func look(_ angle: Double, near guess: Double?) -> (point: SIMD2<Double>, height: Double) {
      let direction = SIMD2(Double.cos(angle), Double.sin(angle))
      let (reached, _) = border(along: direction, inside: inside, near: guess) {
        value(eye + $0)
      }
      let point = eye + reached
      return (
        point, height(search.center + point.x * search.axes[0] + point.y * search.axes[1])
      )
    }

    func climb(from low: Double, to high: Double, near guess: Double?) {
      var radius = guess
      _ = GoldenSection.minimum(from: low, to: high, steps: 100, width: 3e-7) { angle in
        let (point, height) = look(angle, near: radius)
        radius = ((point - eye) * (point - eye)).sum().squareRoot()
        if height > best || summit == .zero { (best, summit) = (max(best, height), point) }
        return -height
      }
    }

    climb(
      from: (Double(first.place) - 1) * step, to: (Double(first.place) + 1) * step, near: nil)
    // If the curves are far from linear across a narrow region, it is bent, and its end is hidden behind the bend. Move
    // the eye near the outermost point and continue as long as the height increases.
    for _ in 0..<50 {
      var next = summit + 0.1 * (eye - summit)
      var misfit = value(next)
      if misfit > 1 {
        next = summit + 0.01 * (eye - summit)
        misfit = value(next)
      }
      guard misfit <= 1 else { break }
      let way = summit - next
      let ahead = Double.atan2(y: way.y, x: way.x)
      let length = (way * way).sum().squareRoot()
      (eye, inside) = (next, misfit)
      var found: (angle: Double, length: Double, height: Double)?
      for turn in [0, 0.03, -0.03, 0.1, -0.1, 0.3, -0.3, 0.8, -0.8, 1.5, -1.5] {
        let (point, height) = look(ahead + turn, near: length)
        guard height > (found?.height ?? best + tolerance) else { continue }
        found = (ahead + turn, ((point - eye) * (point - eye)).sum().squareRoot(), height)
      }
      guard let found else { break }
      climb(from: found.angle - 0.3, to: found.angle + 0.3, near: found.length)
      if found.height > best {
        climb(from: found.angle - 0.01, to: found.angle + 0.01, near: nil)
      }
    }
    return best
  }

  /// The limit of the search, in units of the axes.
  private static var reach: Double { 1000 }

  /// The point in a direction from inside at which M reaches 1, on the inner side.
  ///
  /// - Parameter guess: the distance of that point in a similar direction.
  private static func border(
    along direction: SIMD2<Double>, inside: Double, near guess: Double? = nil,
    _ value: (SIMD2<Double>) -> Double
  ) -> (point: SIMD2<Double>, isFar: Bool) {
    var near = 0.0
    var far = guess.map { 1.01 * $0 } ?? 1
    var atNear = inside
    var atFar = value(far * direction)
    if let guess, atFar > 1 {
      let found = value(0.99 * guess * direction)
      if found <= 1 {
        (near, atNear) = (0.99 * guess, found)
      } else {
        (far, atFar) = (0.99 * guess, found)
      }
    }
    while atFar <= 1 {
      (near, atNear) = (far, atFar)
      far *= 2
      guard far <= reach else { return (near * direction, true) }
      atFar = value(far * direction)
    }
    for round in 0..<60 where far - near > 1e-7 * far {
      // False position if M is finite; every third step is a bisection, so that both ends move.
      var next = (near + far) / 2
      if atFar < .infinity, round % 3 != 2 {
        let crossing = near + (1 - atNear) / (atFar - atNear) * (far - near)
        let margin = 0.01 * (far - near)
        next = min(max(crossing, near + margin), far - margin)
      }
      let found = value(next * direction)
      if found <= 1 { (near, atNear) = (next, found) } else { (far, atFar) = (next, found) }
    }
    return (near * direction, false)
  }

  /// The minimum of M by the simplex search of Nelder & Mead (1965), restarted until it no longer improves.
  private static func minimum(
    _ value: (SIMD2<Double>) -> Double, enough: Double
  ) -> (point: SIMD2<Double>, value: Double) {
    var best = (point: SIMD2<Double>.zero, value: value(.zero))
    var size = 1.0
    for _ in 0..<8 {
      let before = best
      best = simplex(from: best, size: size, enough: enough, value)
      // A point well inside the region is good enough as the centre of rays.
      if best.value < max(0.5, enough) || before.value - best.value < 1e-6 * before.value { break }
      size = max(0.05, size / 4)
    }
    return best
  }

  private static func simplex(
    from start: (point: SIMD2<Double>, value: Double), size: Double, enough: Double,
    _ value: (SIMD2<Double>) -> Double
  ) -> (point: SIMD2<Double>, value: Double) {
    func vertex(_ point: SIMD2<Double>) -> (point: SIMD2<Double>, value: Double) {
      (point, value(point))
    }
    var vertices = [
      start, vertex(start.point + SIMD2(size, 0)), vertex(start.point + SIMD2(0, size)),
    ]
    for _ in 0..<120 {
      vertices.sort { $0.value < $1.value }
      if vertices[0].value < enough { break }
      let spread = vertices[2].point - vertices[0].point
      if (spread * spread).sum() < 1e-14,
        vertices[2].value - vertices[0].value <= 1e-10 * vertices[0].value
      {
        break
      }
      let middle = (vertices[0].point + vertices[1].point) / 2
      let reflected = vertex(2 * middle - vertices[2].point)
      if reflected.value < vertices[0].value {
        let expanded = vertex(3 * middle - 2 * vertices[2].point)
        vertices[2] = expanded.value < reflected.value ? expanded : reflected
      } else if reflected.value < vertices[1].value {
        vertices[2] = reflected
      } else {
        let outer = reflected.value < vertices[2].value ? reflected : vertices[2]
        let contracted = vertex((middle + outer.point) / 2)
        if contracted.value < outer.value {
          vertices[2] = contracted
        } else {
          for index in 1...2 {
            vertices[index] = vertex((vertices[0].point + vertices[index].point) / 2)
          }
        }
      }
    }
    return vertices.min { $0.value < $1.value } ?? start
  }
}
