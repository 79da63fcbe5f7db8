/// Formats numbers in messages without a formatter.
enum Printed {
  /// A number with at most `digits` decimals and no zeros at the end.
  static func short(_ value: Double, digits: Int = 4) -> String {
    guard value.isFinite else { return "\(value)" }
    guard value.magnitude < 1e9, value == 0 || value.magnitude > 1e-4 else { return "\(value)" }
    var scale = 1.0
    for _ in 0..<digits { scale *= 10 }
    let rounded = (value * scale).rounded() / scale
    return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
  }

  /// A number rounded to `digits` significant digits.
  static func significant(_ value: Double, digits: Int = 3) -> String {
    guard value.isFinite, value != 0 else { return value == 0 ? "0" : "\(value)" }
    // Powers of ten are exact up to 1e22; their reciprocals are not.
    var up = 1.0
    var down = 1.0
    var size = value.magnitude
    while size < 1, up < 1e12 {
      size *= 10
      up *= 10
    }
    while size >= 10, down < 1e22 {
      size /= 10
      down *= 10
    }
    for _ in 1..<digits { if down > 1 { down /= 10 } else { up *= 10 } }
    return short((value * up / down).rounded() / up * down, digits: 12)
  }
}
