/// The colours of plots, light and dark, for pictures and pages.
enum SVGStyle {
  /// CSS rules for a picture with plots.
  static let picture = rules(
    plain: """
      text { font: 12px system-ui, sans-serif; fill: #1f2328; }
      .title { font-size: 15px; font-weight: 600; }
      .page { fill: #ffffff; }
      .grid { stroke: #d1d9e0; fill: none; }
      .axis { stroke: #59636e; fill: none; }
      .band { fill: #818b98; fill-opacity: 0.2; }
      .bound { stroke: #59636e; stroke-dasharray: 2 3; fill: none; }
      .samples { stroke: #0550ae; stroke-width: 4.5; stroke-linecap: round; fill: none; }
      .aside { stroke: #0550ae; stroke-width: 1.2; fill: none; }
      .fit { stroke: #bc4c00; stroke-width: 1.6; fill: none; }
      """,
    dark: """
      text { fill: #f0f6fc; }
      .page { fill: #0d1117; }
      .grid { stroke: #3d444d; }
      .axis, .bound { stroke: #9198a1; }
      .band { fill: #9198a1; }
      .samples, .aside { stroke: #79c0ff; }
      .fit { stroke: #ffa657; }
      """)

  /// Additional CSS rules for pictures in a report page.
  static let page = rules(
    plain: """
      .reference { stroke: #1a7f37; stroke-width: 1.6; stroke-dasharray: 6 4; fill: none; }
      .contour { stroke: #818b98; stroke-width: 0.9; fill: none; }
      .label { font-size: 10px; paint-order: stroke; stroke: #ffffff; stroke-width: 3px; }
      .way { stroke: #0550ae; stroke-width: 1.8; fill: none; }
      .end { stroke: #bc4c00; stroke-width: 1.8; fill: none; }
      .bar { fill: #0550ae; fill-opacity: 0.75; }
      .interval { stroke: #0550ae; stroke-width: 1.4; fill: none; }
      .pool { fill: #bc4c00; }
      .record { stroke: #0550ae; stroke-width: 1.3; fill: none; }
      .other { stroke: #818b98; stroke-width: 1.1; fill: none; }
      .phase { fill: #818b98; fill-opacity: 0.16; stroke: #818b98; stroke-width: 0.5; }
      .moving { fill: #0550ae; fill-opacity: 0.16; }
      """,
    dark: """
      .reference { stroke: #7ee787; }
      .label { stroke: #0d1117; }
      .contour { stroke: #9198a1; }
      .way, .interval, .record { stroke: #79c0ff; }
      .end { stroke: #ffa657; }
      .bar { fill: #79c0ff; }
      .pool { fill: #ffa657; }
      .moving { fill: #79c0ff; }
      """)

  /// Dark colours apply only on screens; printed pages are light.
  private static func rules(plain: String, dark: String) -> String {
    plain + "\n@media screen and (prefers-color-scheme: dark) {\n" + dark + "\n}"
  }
}
