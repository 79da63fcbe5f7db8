// swift-format-ignore-file
// What Docs/Recorders/UIKit.swift and SwiftUI.swift use of UIKit and Core Animation: the declarations of Apple's documentation, without
// what is behind them.
@_exported import Foundation

public typealias CFTimeInterval = Double

public struct Selector {
  public init() {}
}

open class CALayer {
  public var bounds = CGRect.zero
  public func animationKeys() -> [String]? { nil }
  public func presentation() -> Self? { nil }
}

public struct CAFrameRateRange {
  public init(minimum: Float, maximum: Float, preferred: Float? = nil) {
    precondition(minimum <= maximum)
  }
}

public class CADisplayLink {
  public init(target: Any, selector: Selector) {}
  public var timestamp: CFTimeInterval = 0
  public var preferredFrameRateRange = CAFrameRateRange(minimum: 0, maximum: 0)
  public func add(to runloop: RunLoop, forMode mode: RunLoop.Mode) {}
  public func invalidate() {}
}

@MainActor public class UIScreen {
  public var maximumFramesPerSecond: Int { 60 }
}

@MainActor public class UIWindow {
  public var screen: UIScreen { UIScreen() }
}

public struct UIEdgeInsets {
  public var top: CGFloat = 0
  public var left: CGFloat = 0
  public var bottom: CGFloat = 0
  public var right: CGFloat = 0
}

public class UITraitCollection {
  public var displayScale: CGFloat { 3 }
}

@MainActor open class UIView: NSObject {
  public var window: UIWindow? { UIWindow() }
  public let layer = CALayer()
  public var bounds: CGRect {
    get { layer.bounds }
    set { layer.bounds = newValue }
  }
  public var traitCollection: UITraitCollection { UITraitCollection() }
}

@MainActor public class UIScrollView: UIView {
  public var isTracking = false
  public var isDecelerating = false
  public var contentSize = CGSize.zero
  public var adjustedContentInset = UIEdgeInsets()
}

@MainActor public class UIDevice {
  public static var current: UIDevice { UIDevice() }
  public var model: String { "stand-in" }
  public var systemName: String { "iOS" }
  public var systemVersion: String { "0" }
}
