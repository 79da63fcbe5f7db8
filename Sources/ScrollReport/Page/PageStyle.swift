/// The style of a report page: light or dark on screens, as the reader prefers; light on paper.
enum PageStyle {
  static let css =
    SVGStyle.picture + "\n" + SVGStyle.page + """

      :root { color-scheme: light dark; --ink: #1f2328; --page: #ffffff; --soft: #59636e; --line: #d1d9e0;
        --panel: #f6f8fa; --link: #0550ae; --bad: #b3261e; --good: #116329; --warn: #7d4e00; }
      @media screen and (prefers-color-scheme: dark) {
      :root { --ink: #f0f6fc; --page: #0d1117; --soft: #9198a1; --line: #3d444d; --panel: #151b23;
        --link: #79c0ff; --bad: #ff8182; --good: #7ee787; --warn: #e3b341; }
      }
      * { box-sizing: border-box; }
      html { -webkit-text-size-adjust: 100%; }
      body { margin: 0; background: var(--page); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; }
      header, nav, main, footer { max-width: 1180px; margin: 0 auto; padding: 0 16px; }
      h1 { font-size: 1.6rem; line-height: 1.25; margin: 24px 0 8px; overflow-wrap: anywhere; }
      h2 { font-size: 1.25rem; margin: 40px 0 8px; overflow-wrap: anywhere; }
      h3 { font-size: 1.05rem; margin: 24px 0 4px; overflow-wrap: anywhere; }
      p, ul, dl { margin: 8px 0; overflow-wrap: anywhere; }
      a { color: var(--link); }
      a:focus-visible, summary:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
      .skip { position: absolute; left: -999em; }
      .skip:focus { left: 8px; top: 8px; background: var(--page); padding: 8px; }
      .verdict { font-size: 1.2rem; font-weight: 600; border-left: 6px solid var(--soft); padding: 4px 12px; }
      .verdict.good { border-color: var(--good); }
      .verdict.bad { border-color: var(--bad); }
      .verdict.warn { border-color: var(--warn); }
      strong.bad { color: var(--bad); }
      strong.good { color: var(--good); }
      strong.warn { color: var(--warn); }
      .recording { border-top: 2px solid var(--line); margin-top: 48px; }
      .formula, code { font-family: ui-monospace, "DejaVu Sans Mono", monospace; font-size: 0.92em; }
      .formula { color: var(--soft); }
      .grid-2 { display: grid; gap: 16px 32px; grid-template-columns: repeat(auto-fit, minmax(min(100%, 440px), 1fr)); }
      figure { margin: 12px 0; max-width: 580px; break-inside: avoid; }
      figure.wide { max-width: 1148px; }
      figure svg { width: 100%; height: auto; display: block; }
      figcaption { font-size: 0.9rem; color: var(--soft); }
      .legend { list-style: none; margin: 4px 0; padding: 0; display: flex; flex-wrap: wrap; gap: 2px 18px; }
      .legend svg { width: 24px; height: 12px; display: inline-block; vertical-align: -1px; margin-right: 5px; }
      table { border-collapse: collapse; width: 100%; margin: 12px 0; font-size: 0.9rem; }
      caption { text-align: left; font-weight: 600; padding: 4px 0; }
      th, td { text-align: left; vertical-align: top; padding: 4px 12px 4px 0; border-top: 1px solid var(--line);
        overflow-wrap: break-word; font-variant-numeric: tabular-nums; }
      th { font-weight: 600; }
      tbody th { font-weight: 500; }
      .n { text-align: right; padding: 4px 0 4px 12px; }
      .n + :not(.n) { padding-left: 20px; }
      .path { overflow-wrap: anywhere; }
      .whole { white-space: nowrap; }
      .soft { color: var(--soft); }
      dl.notes { display: grid; grid-template-columns: max-content 1fr; gap: 2px 14px; font-size: 0.9rem; }
      dl.notes dt { color: var(--soft); }
      dl.notes dd { margin: 0; overflow-wrap: anywhere; min-width: 0; }
      ul.plain { padding-left: 20px; }
      .warnings { list-style: none; padding: 0; font-size: 0.92rem; }
      .warnings li { border-left: 4px solid var(--warn); padding: 2px 10px; margin: 6px 0; }
      .failed { border-left: 4px solid var(--bad); padding: 2px 10px; }
      details { margin: 8px 0; }
      summary { cursor: pointer; color: var(--link); padding: 4px 0; }
      footer { color: var(--soft); font-size: 0.85rem; padding-top: 32px; padding-bottom: 32px; }
      @media (max-width: 480px) {
      body { font-size: 14px; }
      table { font-size: 0.78rem; }
      .whole { white-space: normal; }
      th, td { padding-right: 6px; }
      .n { padding: 4px 0 4px 6px; }
      .n + :not(.n) { padding-left: 10px; }
      dl.notes { grid-template-columns: 1fr; gap: 0; }
      dl.notes dd { margin-bottom: 6px; }
      }
      @page { margin: 14mm 12mm; }
      @media print {
      body { font-size: 10.5pt; }
      header, main, footer { max-width: none; padding: 0; }
      nav, .skip, details { display: none; }
      tr, li, h2, h3 { break-inside: avoid; }
      h2, h3, caption, .formula { break-after: avoid; }
      .recording { break-before: page; border: 0; margin-top: 0; }
      a { color: inherit; text-decoration: none; }
      }
      """
}
