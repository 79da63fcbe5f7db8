internal import ScrollFitting
public import ScrollFormats

extension Interval: JSONValue {
  /// Both ends; null for an open one.
  func write(to json: inout JSONWriter) {
    json.array {
      $0.element()
      $0.value(lower)
      $0.element()
      $0.value(upper)
    }
  }
}
