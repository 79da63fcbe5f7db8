// The standard library's sort is specialised for every type and closure. These functions are compiled once for numbers
// and once for strings.

extension Sequence {
  /// The elements in ascending order of a number; the sort is stable.
  package func ordered(by key: (Element) -> Double) -> [Element] {
    let elements = Array(self)
    return Order.ascending(elements.map(key)).map { elements[$0] }
  }

  /// The elements in ascending order of a string; the sort is stable.
  package func ordered(byText key: (Element) -> String) -> [Element] {
    let elements = Array(self)
    return Order.ascending(elements.map(key)).map { elements[$0] }
  }
}

/// The indices of keys in ascending order.
package enum Order {
  @inline(never) package static func ascending(_ keys: [Double]) -> [Int] {
    keys.indices.sorted { keys[$0] < keys[$1] }
  }

  @inline(never) package static func ascending(_ keys: [String]) -> [Int] {
    keys.indices.sorted { keys[$0] < keys[$1] }
  }
}
