// The standard library's sort is compiled anew for every type and every closure that it is called with: here it is
// compiled once for numbers and once for texts.

extension Sequence {
  /// The elements in ascending order of a number; those of equal numbers stay in their order.
  package func ordered(by key: (Element) -> Double) -> [Element] {
    let elements = Array(self)
    return Order.ascending(elements.map(key)).map { elements[$0] }
  }

  /// The elements in ascending order of a text; those of equal texts stay in their order.
  package func ordered(byText key: (Element) -> String) -> [Element] {
    let elements = Array(self)
    return Order.ascending(elements.map(key)).map { elements[$0] }
  }
}

/// The places of keys in ascending order.
package enum Order {
  @inline(never) package static func ascending(_ keys: [Double]) -> [Int] {
    keys.indices.sorted { keys[$0] < keys[$1] }
  }

  @inline(never) package static func ascending(_ keys: [String]) -> [Int] {
    keys.indices.sorted { keys[$0] < keys[$1] }
  }
}
