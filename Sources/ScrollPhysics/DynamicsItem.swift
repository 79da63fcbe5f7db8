internal import RealModule

/// An item of UIKit Dynamics, and what a force, a push or a gravity does to it.
///
/// Its mass is density w h / 10^4, so that a 100 pt x 100 pt item of density 1 has mass 1. A force of 1
/// gives that mass 100 pt/s^2 and an instantaneous push of 1 a speed of 100 pt/s:
/// **a = 100 F / m**, **v = 100 I / m**. Sizes in pt, above 0; the density is 1 unless set.
///
/// Source: the documentation of `UIPushBehavior.magnitude`.
public struct DynamicsItem: Sendable, Hashable {
  /// Acceleration in pt/s^2 of a unit mass by a unit force, and its speed in pt/s after a unit push.
  public static let unitAcceleration = 100.0
  /// The area in pt^2 that has mass 1 at density 1.
  public static let unitArea = 10_000.0

  /// Width in pt.
  public var width: Double
  /// Height in pt.
  public var height: Double
  /// Mass per area, in units of mass per 10^4 pt^2.
  public var density: Double

  /// An item of a size in pt.
  public init(width: Double, height: Double, density: Double = 1) {
    self.width = width
    self.height = height
    self.density = density
  }

  /// m = density w h / 10^4.
  public var mass: Double { density * (width * height / Self.unitArea) }

  /// a in pt/s^2 under a force, or a continuous push of its magnitude.
  public func acceleration(force: Double) -> Double { Self.unitAcceleration * force / mass }

  /// The force that gives an acceleration in pt/s^2.
  public func force(acceleration: Double) -> Double { acceleration * mass / Self.unitAcceleration }

  /// The change of velocity in pt/s by an instantaneous push.
  public func velocity(push: Double) -> Double { Self.unitAcceleration * push / mass }

  /// The instantaneous push that changes the velocity by so many pt/s.
  public func push(velocity: Double) -> Double { velocity * mass / Self.unitAcceleration }
}

extension SpringConstants {
  /// The spring of an attachment or a snap with a frequency in Hz and UIKit's damping, the damping ratio:
  /// omega = 2 pi f.
  public init(frequency: Double, damping: Double) {
    self.init(angularFrequency: 2 * .pi * frequency, dampingRatio: damping)
  }

  /// omega / 2 pi in Hz.
  public var frequency: Double { angularFrequency / (2 * .pi) }
}
