internal import ScrollFitting
internal import ScrollFormats

extension TextLayout {
  /// What is the matter with a recording, behind the code of the warning.
  static func item(_ warning: Warning, width: Int) -> [String] {
    item(
      warning.code.rawValue, escapedForTerminal("\(warning.message); \(warning.remedy)"), indent: 2,
      labelWidth: 6, width: width)
  }
}
