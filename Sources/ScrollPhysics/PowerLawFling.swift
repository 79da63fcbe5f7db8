internal import RealModule

/// A fling whose velocity falls as a power of the time left: **v = v0 (1 - t/T)^(p-1)**.
///
/// x = x0 + D (1 - (1 - t/T)^p) with **D = v0 T / p**, still at T and after. p = 1 keeps the speed to the
/// end, p = 2 slows down evenly, p beyond all bounds is the exponential of time constant T / (p - 1).
/// Lengths in pt (Android's dp), times in s, velocities in pt/s; times before 0 give the start.
///
/// Source: flutter/flutter, packages/flutter/lib/src/widgets/scroll_simulation.dart,
/// `ClampingScrollSimulation`, which took the distance from Android's `OverScroller`.
public struct PowerLawFling: Sendable, Hashable {
  /// x0 in pt.
  public var position: Double
  /// v0 in pt/s, with its sign.
  public var velocity: Double
  /// T in s, above 0; one of 0 stands still at x0.
  public var duration: Double
  /// p, 1 or more.
  public var exponent: Double

  /// A fling by its duration.
  public init(
    position: Double = 0, velocity: Double, duration: Double,
    exponent: Double = FlingFriction.exponent
  ) {
    self.position = position
    self.velocity = velocity
    self.duration = duration
    self.exponent = exponent
  }

  /// The fling of a friction, which makes T a function of the release: where T grows as |v0|^(1/(p-1)), the
  /// deceleration follows from the velocity alone, and a fling taken over on its way goes on as it was.
  public init(position: Double = 0, velocity: Double, friction: FlingFriction) {
    self.init(
      position: position, velocity: velocity,
      duration: friction.duration(speed: velocity.magnitude))
  }

  /// D = v0 T / p in pt, with the sign of v0.
  public var distance: Double { velocity * (duration / exponent) }

  /// Where it comes to rest, in pt.
  public var limitOffset: Double { position + distance }

  /// t / T from 0 to 1.
  private func part(_ time: Double) -> Double {
    duration > 0 ? min(1, max(0, time / duration)) : 1
  }

  /// Position in pt at a time in s.
  public func position(at time: Double) -> Double {
    // 1 - (1 - u)^p without the cancellation at small u; ln 0 at the end is what it should be.
    position - distance * Double.expMinusOne(exponent * Double.log(onePlus: -part(time)))
  }

  /// Velocity in pt/s at a time in s; 0 from T on.
  public func velocity(at time: Double) -> Double {
    let part = part(time)
    return part < 1 ? velocity * Double.pow(1 - part, exponent - 1) : 0
  }

  /// When it has gone `distance` pt in its direction, in s; nil behind the start and beyond the end.
  ///
  /// T (1 - (1 - x/D)^(1/p)).
  public func time(after distance: Double) -> Double? {
    let whole = self.distance.magnitude
    guard distance != 0 else { return 0 }
    guard distance > 0, distance <= whole else { return nil }
    return -duration * Double.expMinusOne(Double.log(onePlus: -distance / whole) / exponent)
  }

  /// The speed with which it passes a place `distance` pt away in its direction, in pt/s:
  /// |v0| (1 - x/D)^((p-1)/p); nil where it never gets.
  public func speed(after distance: Double) -> Double? {
    guard time(after: distance) != nil else { return nil }
    guard distance != 0 else { return velocity.magnitude }
    let left = 1 - distance / self.distance.magnitude
    return velocity.magnitude * Double.pow(left, (exponent - 1) / exponent)
  }
}

/// The friction of Android's flings: how long and how far a release goes.
///
/// With C = 9.80665 m/s^2 x 39.37 in/m x 160 dp/in x 0.84, p = ln 0.78 / ln 0.9 and the reference speed
/// v_f = f C / i:
/// - the distance is **D = f C (|v| / v_f)^(p/(p-1))**;
/// - Android's own spline goes it in **(|v| / v_f)^(1/(p-1))**, the curve of Flutter in p i times that,
///   which makes v0 T / p the same distance and the start as fast as the release.
///
/// Lengths in dp, times in s, velocities in dp/s: Android's own numbers at a density of 1.
///
/// Source: aosp-mirror/platform_frameworks_base, core/java/android/widget/OverScroller.java,
/// `SplineOverScroller`; flutter/flutter, `ClampingScrollSimulation`.
public struct FlingFriction: Sendable, Hashable {
  /// p = ln 0.78 / ln 0.9 = 2.3582, Android's `DECELERATION_RATE`.
  public static let exponent = Double.log(0.78) / Double.log(0.9)
  /// i = 0.35, where the tension lines of the spline cross.
  public static let inflexion = 0.35
  /// C in dp/s^2, 0.84 of the gravity of the earth at 160 dp/in; 51890.2.
  public static let physicalCoefficient = 9.80665 * 39.37 * 160 * 0.84
  /// The f of `ViewConfiguration.getScrollFriction()`.
  public static let android = FlingFriction(0.015)

  /// f, above 0; more of it stops sooner and nearer.
  public var value: Double

  /// A friction.
  public init(_ value: Double) { self.value = value }

  /// The friction of a power-law fling with Android's exponent that starts with a speed in pt/s and ends
  /// after a time in s: f = i |v| / (C (T / (p i))^(p-1)).
  public init(speed: Double, duration: Double) {
    let spline = duration / (Self.exponent * Self.inflexion)
    self.init(
      Self.inflexion * speed
        / (Self.physicalCoefficient * Double.pow(spline, Self.exponent - 1)))
  }

  /// v_f = f C / i in pt/s: the release whose spline lasts a second.
  public var referenceSpeed: Double { value * Self.physicalCoefficient / Self.inflexion }

  /// How long the spline of Android lasts after a release with a speed in pt/s, in s.
  public func splineDuration(speed: Double) -> Double {
    Double.pow(speed / referenceSpeed, 1 / (Self.exponent - 1))
  }

  /// T in s of the power law that starts as fast as the release and goes as far as the spline.
  public func duration(speed: Double) -> Double {
    Self.exponent * Self.inflexion * splineDuration(speed: speed)
  }

  /// D in pt after a release with a speed in pt/s.
  public func distance(speed: Double) -> Double {
    value * Self.physicalCoefficient
      * Double.pow(speed / referenceSpeed, Self.exponent / (Self.exponent - 1))
  }

  /// The speed in pt/s of a release that goes so many pt.
  public func speed(distance: Double) -> Double {
    referenceSpeed
      * Double.pow(
        distance / (value * Self.physicalCoefficient), (Self.exponent - 1) / Self.exponent)
  }

  /// The speed in pt/s of a release whose power law ends after a time in s.
  public func speed(duration: Double) -> Double {
    referenceSpeed
      * Double.pow(duration / (Self.exponent * Self.inflexion), Self.exponent - 1)
  }
}
