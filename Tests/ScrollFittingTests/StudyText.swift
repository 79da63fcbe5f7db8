/// Text at the left of a column.
func pad(_ text: String, _ width: Int) -> String {
  text + String(repeating: " ", count: max(width - text.count, 0))
}

/// Text at the right of a column.
func lead(_ text: String, _ width: Int) -> String {
  String(repeating: " ", count: max(width - text.count, 0)) + text
}

/// A time with three digits after the point.
func lead(_ value: Double, _ width: Int) -> String {
  let thousandths = Int((value * 1000).rounded())
  let rest = "\(thousandths.magnitude % 1000)"
  return lead(
    (thousandths < 0 ? "-" : "") + "\(thousandths.magnitude / 1000)."
      + String(repeating: "0", count: 3 - rest.count) + rest, width)
}

/// To thousandths.
func rounded(_ value: Double) -> Double { (value * 1000).rounded() / 1000 }

/// A share with one digit after the point.
func percent(_ part: Int, of all: Int) -> String {
  all == 0 ? "-" : "\((1000 * Double(part) / Double(all)).rounded() / 10) %"
}
