internal import ScrollFitting
internal import ScrollFormats

extension TextLayout {
  /// What is the matter with a recording, behind the code of the warning.
  static func item(_ warning: Warning, style: TextStyle) -> [String] {
    let code = warning.code.rawValue
    var lines = item(
      code, escapedForTerminal("\(warning.message); \(warning.remedy)"), indent: 2, labelWidth: 6,
      width: style.width)
    lines[0] = "  " + style.warning(code) + lines[0].dropFirst(2 + code.count)
    return lines
  }
}
