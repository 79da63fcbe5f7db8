internal import ScrollFitting
internal import ScrollFormats

extension TextLayout {
  /// A warning with its code, message and remedy.
  static func item(_ warning: Warning, style: TextStyle) -> [String] {
    let code = warning.code.rawValue
    var lines = item(
      code, escapedForTerminal("\(warning.message); \(warning.remedy)"), indent: 2, labelWidth: 6,
      width: style.width)
    lines[0] = "  " + style.warning(code) + lines[0].dropFirst(2 + code.count)
    return lines
  }
}
