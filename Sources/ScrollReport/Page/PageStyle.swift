/// The style of a report page: light or dark on screens, as the reader prefers; light in print.
enum PageStyle {
  static let css = [SVGStyle.picture, SVGStyle.page, text, layout, charts, narrow, print]
    .joined(separator: "\n")

  private static let text = """
    :root { color-scheme: light dark; --ink: #1f2328; --page: #ffffff; --soft: #59636e; --line: #d1d9e0;
      --panel: #f6f8fa; --link: #0550ae; --bad: #b3261e; --good: #116329; --warn: #7d4e00; }
    @media screen and (prefers-color-scheme: dark) {
    :root { --ink: #f0f6fc; --page: #0d1117; --soft: #9198a1; --line: #3d444d; --panel: #151b23;
      --link: #79c0ff; --bad: #ff8182; --good: #7ee787; --warn: #e3b341; }
    }
    * { box-sizing: border-box; }
    html { -webkit-text-size-adjust: 100%; scroll-padding-top: 16px; }
    body { margin: 0; background: var(--page); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; }
    h1 { font-size: 1.15rem; line-height: 1.3; margin: 20px 0 4px; color: var(--soft); font-weight: 500; }
    h2 { font-size: 1.3rem; line-height: 1.3; margin: 44px 0 8px; }
    h3 { font-size: 1.05rem; margin: 24px 0 4px; }
    h1, h2, h3, p, ul, dl, figcaption, .path { overflow-wrap: anywhere; }
    .path { display: inline-block; min-width: 13em; }
    a .path { text-decoration: underline; }
    td, th { overflow-wrap: break-word; }
    p, ul, dl { margin: 8px 0; }
    a { color: var(--link); }
    a:focus-visible, summary:focus-visible, button:focus-visible, .plot:focus-visible {
      outline: 3px solid var(--link); outline-offset: 2px; }
    .skip { position: absolute; left: -999em; }
    .skip:focus { left: 8px; top: 8px; background: var(--page); padding: 8px; z-index: 3; }
    .verdict { font-size: 1.45rem; line-height: 1.35; font-weight: 600; margin: 4px 0 12px;
      border-left: 6px solid var(--soft); padding: 2px 0 2px 14px; text-wrap: pretty; }
    .verdict.good { border-color: var(--good); }
    .verdict.bad { border-color: var(--bad); }
    .verdict.warn { border-color: var(--warn); }
    strong.bad { color: var(--bad); }
    strong.good { color: var(--good); }
    strong.warn { color: var(--warn); }
    .formula, code { font-family: ui-monospace, "DejaVu Sans Mono", monospace; font-size: 0.92em; }
    .formula { color: var(--soft); }
    .soft { color: var(--soft); font-weight: 400; }
    .codes { font-size: 0.92em; }
    .codes a { display: inline-block; min-height: 24px; line-height: 24px; padding: 0 1px; }
    table { border-collapse: collapse; width: 100%; margin: 12px 0; font-size: 0.9rem; }
    caption { text-align: left; font-weight: 600; padding: 4px 0; }
    th, td { text-align: left; vertical-align: top; padding: 4px 12px 4px 0; border-top: 1px solid var(--line);
      font-variant-numeric: tabular-nums; }
    th { font-weight: 600; }
    tbody th { font-weight: 500; }
    .n, .numbers th, .numbers td { text-align: right; padding: 4px 0 4px 12px; }
    .n { white-space: nowrap; }
    .grid-2 .n { white-space: normal; }
    .n + :not(.n) { padding-left: 20px; }
    dl.notes { display: grid; grid-template-columns: max-content 1fr; gap: 2px 14px; font-size: 0.9rem; }
    dl.notes dt { color: var(--soft); }
    dl.notes dd { margin: 0; overflow-wrap: anywhere; min-width: 0; }
    ul.plain { padding-left: 20px; }
    .warnings { list-style: none; padding: 0; font-size: 0.92rem; }
    .warnings li { border-left: 4px solid var(--warn); padding: 2px 10px; margin: 6px 0; }
    .failed { border-left: 4px solid var(--bad); padding: 2px 10px; }
    details { margin: 4px 0; }
    summary { cursor: pointer; color: var(--link); padding: 4px 0; }
    footer { color: var(--soft); font-size: 0.85rem; }
    """

  /// The index: beside the content if there is room, else a line above it. It stays visible.
  private static let layout = """
    header, main, footer { padding: 0 16px; max-width: 1100px; min-width: 0; }
    footer { padding-top: 32px; padding-bottom: 32px; }
    .recording { border-top: 2px solid var(--line); margin-top: 48px; }
    .recording > h2 { margin-top: 20px; }
    nav { position: sticky; top: 0; z-index: 2; background: var(--page); font-size: 0.9rem; }
    nav ul, nav ol { list-style: none; margin: 0; padding: 0; }
    nav a { color: var(--soft); text-decoration: none; padding: 2px 6px; border-radius: 4px; }
    nav a:hover { text-decoration: underline; }
    nav a[aria-current] { color: var(--ink); background: var(--panel); box-shadow: inset 3px 0 var(--link); }
    @media screen and (min-width: 1000px) {
    body { display: grid; grid-template: auto auto 1fr / 230px minmax(0, 1fr); }
    nav { grid-column: 1; grid-row: 1 / span 3; align-self: start; max-height: 100vh; overflow-y: auto;
      padding: 20px 12px; border-right: 1px solid var(--line); height: 100vh; }
    nav a { display: inline-block; padding: 3px 10px; overflow-wrap: anywhere; }
    nav ol { border-top: 1px solid var(--line); margin-top: 10px; padding-top: 10px; font-size: 0.85rem; }
    nav strong { font-size: 0.8rem; }
    header, main, footer { grid-column: 2; padding-left: 32px; padding-right: 32px; width: 100%; }
    }
    @media screen and (max-width: 999px) {
    html { scroll-padding-top: 80px; }
    nav { border-bottom: 1px solid var(--line); padding: 6px 10px; }
    nav ul { display: flex; flex-wrap: wrap; gap: 2px; }
    nav ul a { display: inline-block; padding: 2px 5px; }
    nav a[aria-current] { box-shadow: inset 0 -2px var(--link); }
    nav ol { display: none; }
    }
    @media (prefers-reduced-motion: no-preference) { html { scroll-behavior: smooth; } }
    """

  /// Figures: those with a fixed aspect ratio, and those that stretch while texts and lines keep their size.
  private static let charts = """
    .grid-2 { display: grid; gap: 8px 32px; grid-template-columns: repeat(auto-fit, minmax(min(100%, 400px), 1fr)); }
    .grid-2 > * { min-width: 0; }
    figure { margin: 12px 0; break-inside: avoid; }
    figure > svg { width: 100%; max-width: 580px; height: auto; display: block; }
    figcaption { font-size: 0.9rem; color: var(--soft); }
    .legend { list-style: none; margin: 4px 0; padding: 0; display: flex; flex-wrap: wrap; gap: 2px 18px; }
    .legend svg { width: 24px; height: 12px; display: inline-block; vertical-align: -1px; margin-right: 5px; }
    .plot { padding: 10px 14px 46px 64px; }
    .chart { display: block; width: 100%; overflow: visible; }
    .panel { overflow: visible; }
    .view path, .view rect { vector-effect: non-scaling-stroke; }
    .chart .x, .chart .name, .chart .letter { text-anchor: middle; }
    .chart .y { text-anchor: end; }
    .ring { stroke: #0550ae; stroke-width: 7; stroke-linecap: round; fill: none; }
    .hole { stroke: var(--page); stroke-width: 4; stroke-linecap: round; fill: none; }
    @media screen and (prefers-color-scheme: dark) { .ring { stroke: #79c0ff; } }
    .plot[tabindex] { cursor: crosshair; touch-action: pan-y pinch-zoom; user-select: none;
      -webkit-user-select: none; }
    .guide, .mark, .chosen { visibility: hidden; pointer-events: none; }
    .guide { stroke: var(--soft); stroke-width: 1; }
    .mark { fill: none; stroke: var(--ink); stroke-width: 2; }
    .chosen { fill: var(--link); fill-opacity: 0.18; }
    .reading .guide, .reading .mark[cx], .choosing .chosen { visibility: visible; }
    .zoomed .x:not(.tick), .zoomed .y:not(.tick), .zoomed .grid:not(.tick), .zoomed .letter { display: none; }
    .tools { display: flex; flex-wrap: wrap; gap: 4px 6px; align-items: center; font-size: 0.85rem;
      margin-bottom: 6px; }
    .readout { flex: 1 1 420px; margin: 0; min-height: 1.5em; font-variant-numeric: tabular-nums; }
    .tools button { font: inherit; color: var(--ink); background: var(--panel); border: 1px solid var(--line);
      border-radius: 5px; padding: 2px 9px; min-height: 26px; cursor: pointer; }
    .tools button:disabled { color: var(--soft); opacity: 0.6; cursor: default; }
    """

  private static let narrow = """
    @media screen and (max-width: 600px) {
    body { font-size: 14px; }
    .verdict { font-size: 1.25rem; }
    table { font-size: 0.82rem; }
    .n { white-space: normal; }
    th, td { padding-right: 6px; }
    .n, .numbers th, .numbers td { padding: 4px 0 4px 6px; }
    .n + :not(.n) { padding-left: 10px; }
    dl.notes { grid-template-columns: 1fr; gap: 0; }
    dl.notes dd { margin-bottom: 6px; }
    .letter.narrow, .numbers tr > :nth-child(5):nth-last-child(2) { display: none; }
    .stack, .stack caption, .stack tbody, .stack tr, .stack td, .stack tbody th { display: block; }
    .stack thead { display: none; }
    .stack tr { border-top: 1px solid var(--line); padding: 6px 0; }
    .stack td, .stack tbody th { border: 0; padding: 1px 0 !important; text-align: left; }
    .stack td:empty { display: none; }
    .stack td[data-label]::before { content: attr(data-label) ": "; color: var(--soft); }
    }
    """

  private static let print = """
    @page { margin: 14mm 12mm; }
    @media print {
    body { font-size: 10.5pt; }
    header, main, footer { max-width: none; padding: 0; }
    nav, .skip, .tools, details, .guide, .mark { display: none; }
    tr, li, h2, h3 { break-inside: avoid; }
    h2, h3, caption, .formula { break-after: avoid; }
    .recording { break-before: page; border: 0; margin-top: 0; }
    a { color: inherit; text-decoration: none; }
    .data { display: none; }
    }
    @supports selector(details::details-content) {
    @media print {
    details.prints { display: block; }
    details.prints::details-content { content-visibility: visible; block-size: auto; }
    details.prints summary { list-style: none; color: inherit; font-weight: 600; }
    }
    }
    """
}
