internal import ScrollFitting
public import ScrollFormats

extension Interval: JSONValue {
  /// Both ends; null for an open one.
  func write(to json: inout JSONWriter) { json.value([lower, upper]) }
}
