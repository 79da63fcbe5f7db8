// swift-format-ignore-file
// What Docs/Recorders/SwiftUI.swift uses of SwiftUI: the declarations of Apple's documentation, without what is behind them.
@_exported import Foundation

public struct EdgeInsets: Equatable, Sendable {
  public var top: CGFloat
  public var leading: CGFloat
  public var bottom: CGFloat
  public var trailing: CGFloat
  public init(top: CGFloat, leading: CGFloat, bottom: CGFloat, trailing: CGFloat) {
    self.top = top
    self.leading = leading
    self.bottom = bottom
    self.trailing = trailing
  }
}

public struct ScrollGeometry: Equatable, Sendable {
  public var contentOffset: CGPoint
  public var contentSize: CGSize
  public var contentInsets: EdgeInsets
  public var containerSize: CGSize
  public init(contentOffset: CGPoint, contentSize: CGSize, contentInsets: EdgeInsets, containerSize: CGSize) {
    self.contentOffset = contentOffset
    self.contentSize = contentSize
    self.contentInsets = contentInsets
    self.containerSize = containerSize
  }
}

@frozen public enum ScrollPhase: Equatable, Sendable {
  case idle, tracking, interacting, decelerating, animating
}

@MainActor public protocol View {
  associatedtype Body: View
  @ViewBuilder var body: Body { get }
}

// A view without a body has one of the type Never, which nobody can make.
extension Never: View {
  public var body: Never { self }
}

@resultBuilder public struct ViewBuilder {
  public static func buildBlock<V: View>(_ view: V) -> V { view }
}

public struct EnvironmentValues {
  public var displayScale: CGFloat { 3 }
}

@propertyWrapper public struct Environment<Value> {
  private let keyPath: KeyPath<EnvironmentValues, Value>
  public init(_ keyPath: KeyPath<EnvironmentValues, Value>) { self.keyPath = keyPath }
  public var wrappedValue: Value { EnvironmentValues()[keyPath: keyPath] }
}

public struct Something: View {
  nonisolated public init() {}
  public var body: Something { self }
}

@MainActor public protocol ViewModifier {
  associatedtype Body: View
  typealias Content = Something
  @ViewBuilder func body(content: Content) -> Body
}

extension View {
  nonisolated public func modifier<T>(_ modifier: T) -> some View { Something() }
  nonisolated public func onScrollGeometryChange<T: Equatable>(
    for type: T.Type, of transform: @escaping (ScrollGeometry) -> T, action: @escaping (T, T) -> Void
  ) -> some View { Something() }
  nonisolated public func onScrollPhaseChange(_ action: @escaping (ScrollPhase, ScrollPhase) -> Void) -> some View { Something() }
  nonisolated public func onAppear(perform action: (() -> Void)? = nil) -> some View { Something() }
}
