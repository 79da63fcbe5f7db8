// swift-format-ignore-file
// What Docs/Recorders/XCUITest.swift uses of XCTest: the declarations of Apple's documentation, without what is behind them.
@_exported import Foundation

public struct CGVector {
  public init(dx: CGFloat, dy: CGFloat) {}
}

public struct XCUIGestureVelocity: RawRepresentable, Sendable {
  public var rawValue: CGFloat
  public init(rawValue: CGFloat) { self.rawValue = rawValue }
  public static let slow = Self(rawValue: 1)
  public static let fast = Self(rawValue: 1)
}

@MainActor public class XCUICoordinate {
  public func press(
    forDuration duration: TimeInterval, thenDragTo other: XCUICoordinate, withVelocity velocity: XCUIGestureVelocity,
    thenHoldForDuration hold: TimeInterval
  ) {}
}

@MainActor public class XCUIElement {
  init() {}
  public var firstMatch: XCUIElement { self }
  public func waitForExistence(timeout: TimeInterval) -> Bool { true }
  public func swipeUp(velocity: XCUIGestureVelocity) {}
  public func swipeDown(velocity: XCUIGestureVelocity) {}
  public func coordinate(withNormalizedOffset offset: CGVector) -> XCUICoordinate { XCUICoordinate() }
}

@MainActor public class XCUIApplication: XCUIElement {
  public override init() {}
  public var launchEnvironment: [String: String] = [:]
  public var scrollViews: XCUIElement { self }
  public func launch() {}
}

@MainActor public class XCUIDevice {
  public enum Button { case home }
  public static var shared: XCUIDevice { XCUIDevice() }
  public func press(_ button: Button) {}
}

public class XCTestExpectation {}

public class XCTAttachment {
  public enum Lifetime { case keepAlways }
  public init(contentsOfFile url: URL) {}
  public var name: String?
  public var lifetime = Lifetime.keepAlways
}

open class XCTestCase {
  public init() {}
  public func expectation(for predicate: NSPredicate, evaluatedWith object: Any?, handler: (() -> Bool)? = nil) -> XCTestExpectation {
    XCTestExpectation()
  }
  public func wait(for expectations: [XCTestExpectation], timeout: TimeInterval) {}
  public func add(_ attachment: XCTAttachment) {}
}

public func XCTAssert(_ expression: @autoclosure () throws -> Bool, _ message: @autoclosure () -> String = "") {}
