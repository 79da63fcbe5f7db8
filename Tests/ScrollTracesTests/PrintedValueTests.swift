import ScrollTraces
import Testing

/// Values as languages and toolkits print them, which could be read as another quantity, time or axis.
@Suite struct PrintedValueTests {
  private func lines(_ count: Int = 24, _ line: (Int) -> String) -> String {
    (0..<count).map { line($0) + "\n" }.joined()
  }

  private func text(_ form: String) -> String {
    (0..<9).map {
      form.replacing("T", with: "0.\($0)").replacing("Y", with: "\($0 * $0).5")
    }.joined()
  }

  /// Nine samples, 0.1 s apart, with the offset i² + 0.5 along y, and none along x but 0.
  private func expect(
    _ text: String, step: Double? = 0.1, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let trace = try #require(read(text).traces.first, sourceLocation: sourceLocation)
    let y = trace.channels.first { $0.axis == .y }
    #expect(y?.values == (0..<9).map { Double($0 * $0) + 0.5 }, sourceLocation: sourceLocation)
    let x = trace.channels.first { $0.axis == .x }?.values ?? []
    #expect(x.allSatisfy { $0 == 0 }, sourceLocation: sourceLocation)
    #expect(trace.timing.isRecorded == (step != nil), sourceLocation: sourceLocation)
    for (row, time) in trace.times.enumerated() {
      let expected = Double(row) * (step ?? 1 / 60)
      #expect(abs(time - trace.times[0] - expected) < 1e-6, sourceLocation: sourceLocation)
    }
  }

  @Test(arguments: [
    // PHP, Perl, Ruby, Lua, JavaScript, Swift.
    "(\n    [t] => T\n    [y] => Y\n)\n",
    "array(2) {\n  [\"t\"]=>\n  float(T)\n  [\"y\"]=>\n  float(Y)\n}\n",
    "$VAR1 = {\n          't' => 'T',\n          'y' => 'Y'\n        };\n",
    "{:t=>T, :y=>Y}\n", "{ [\"t\"] = T, [\"y\"] = Y }\n", "Map(2) {'t' => T, 'y' => Y}\n",
    "▿ Sample\n  - time: T\n  ▿ offset: (0.0, Y)\n    - x: 0.0\n    - y: Y\n",
  ])
  func `values as languages print them are named`(form: String) throws {
    try expect(text(form))
  }

  @Test(arguments: [
    "T (0.0, Y, 0.0)\n", "t=T Offset = 0, Y\n", "t=T Offset = 0,Y\n",
    "after T seconds the list was at Y points\n", "at Y points after T seconds, slowing down\n",
    "t=T pos=Y/3200\n",
    // Transforms of CSS.
    "T matrix(1, 0, 0, 1, 0, Y)\n", "t=T transform: translate3d(0px, Ypx, 0px)\n",
    "t=T style.transform = translate(0px, Ypx) rotate(0deg) translateZ(0px)\n",
    "T matrix3d(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, Y, 0, 1)\n",
    // A finger, and details of what it does.
    "t=T touch DragUpdateDetails(Offset(0.0, -3.2)) pixels=Y\n", "t=T y[0]=402 y=Y\n",
  ])
  func `only the offset of a line is read`(form: String) throws {
    try expect(text(form))
  }

  @Test(arguments: [
    "T (0.0, Y, 390.0, 844.0)\n", "T {{0, Y}, {390, 844}}\n", "T [0.0, Y, 390, 844]\n",
    "t=T frame=(0.0, Y, 390.0, 844.0)\n", "t=T visibleRect: {{0, Y}, {390, 844}}\n",
    "t=T frame: CGRect(x: 0.0, y: Y, width: 390.0, height: 844.0)\n",
    "t: T, bounds: NSRect: {{0, Y}, {390, 844}}\n", "T Rect.fromLTRB(0.0, Y, 390.0, 3900.5)\n",
    "T Rect(0, Y - 1170, 3000)\n", "T QRectF(0,Y 390x844)\n", "t=T min_y: Y\n",
    "t=T frame.min_y: Y\n", "t=T rect.origin.y=Y\n",
  ])
  func `the corner of a rectangle is an offset`(form: String) throws {
    try expect(text(form))
  }

  @Test(arguments: [
    "T (0.0, Y, -3.0, 0.0)\n", "(T, 0.0, Y, 844.0)\n", "t=T insets (0, Y, 0, 34)\n",
  ])
  func `four other numbers are no rectangle`(form: String) {
    #expect(read(text(form)).traces.isEmpty)
  }

  @Test(arguments: [
    "0.0, OFFSET", "{0, OFFSET}", "(0.0, OFFSET)", "[0. OFFSET]", "CGPoint(x: 0.0, y: OFFSET)",
    "Offset(0.0, OFFSET)", "Point { x: 0.0, y: OFFSET }", "(x = 0, y = OFFSET)", "{X:0 Y:OFFSET}",
    "Vector2(0.0, OFFSET)", "matrix(1, 0, 0, 1, 0, OFFSET)", "translateY(OFFSETpx)",
    "matrix3d(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, OFFSET, 0, 1)",
    "translate3d(0px, OFFSETpx, 0px)", "translate(0px, OFFSETpx) scale(1) translateZ(0px)",
  ])
  func `points in the cells of a table are read`(form: String) throws {
    func table(_ header: String, _ row: String) -> String {
      header + "\n"
        + lines(9) {
          row.replacing("ROW", with: "0.\($0)").replacing("OFFSET", with: "\($0 * $0).5")
        }
    }
    for name in form.contains("px") ? ["transform"] : ["contentOffset", "offset", "transform"] {
      try expect(table("t_s,\(name)", "ROW,\"\(form)\""))
      try expect(table("# me\nt_s;n;\(name)", "ROW;7;\(form)"))
    }
    let pixels = try #require(
      read(table("# scale: 2\nt_s;offset_px", "ROW;\(form)")).traces.first)
    #expect(pixels.channels.first { $0.axis == .y }?.values.last == 32.25)
  }

  @Test func `a cell that is no point beside others is refused`() throws {
    let points = "t_s;offset\n0;(0, 1.5)\n1;"
    for cell in ["2.5", "abc", "(0, 1", "(1, 2, 3)", "0,12", "(0, 2px)", "x: 1", "10:00:00.5"] {
      let error = try #require(read(points + cell + "\n2;(0, 3)\n").error)
      #expect(error.code == .notANumber && error.line == 3, "\(cell)")
    }
    let lost = try #require(read(points + "\n2;(0, 3)\n").traces.first)
    #expect(lost.channels.map(\.axis) == [.x, .y] && lost.lostRows == 1 && lost.count == 2)
    #expect(read(points + "(0, 2);7\n").error?.code == .raggedRow)
    // One number is no point, and units that differ are not taken for each other.
    #expect(read("t,y\n0,\"y: 1.5\"\n").error?.code == .notANumber)
    #expect(read("t,offset_pt\n0,\"(0px, 2px)\"\n").error?.code == .notANumber)
    #expect(read("t,offset\n0,\"(0px, 2px)\"\n").error?.code == .needsScale)
  }

  @Test(arguments: [
    "ROW T Y\n", "insert into scroll values (ROW, T, Y);\n", "T [ROW] Y\n", "frame ROW T Y\n",
  ])
  func `a count of lines is neither a time nor an x`(form: String) throws {
    let rows = text(form).split(separator: "\n").enumerated()
    try expect(rows.map { $1.replacing("ROW", with: "\($0)") + "\n" }.joined())
  }

  @Test(arguments: [
    "elapsed=TIME y=OFFSET", "{T:TIME Offset:{X:0 Y:OFFSET}}", "TIME OFFSET",
    "TIME: offset = OFFSET",
  ])
  func `durations may change their unit`(form: String) throws {
    // 59.2 s, 59.6 s, 1m0s, ...; 0s, 400ms, 800ms, 1.2s, ...
    let minutes = (0..<9).map { row in
      row < 2 ? "59.\(2 + 4 * row)s" : "1m\((row - 2) * 4 / 10).\((row - 2) * 4 % 10)s"
    }
    let parts = (0..<9).map { row in
      row == 0 ? "0s" : row < 3 ? "\(400 * row)ms" : "\(4 * row / 10).\(4 * row % 10)s"
    }
    for times in [minutes, parts] {
      let text = lines(9) {
        form.replacing("TIME", with: times[$0]).replacing("OFFSET", with: "\($0 * $0).5")
      }
      try expect(text, step: 0.4)
    }
  }

  @Test func `a time on a line of its own may change its unit`() throws {
    try expect(
      lines(9) {
        "elapsed: \($0 < 3 ? "\(400 * $0)ms" : "\(4 * $0 / 10).\(4 * $0 % 10)s")\ny=\($0 * $0).5"
      }, step: 0.4)
  }

  @Test func `an offset and how far it can go are no point`() throws {
    let error = try #require(
      read(lines { "16:07:34.\(100 + $0) offset: \($0 * $0).5, 3156" }).error)
    #expect(error.code == .ambiguousColumn && error.help.hasPrefix("if the first is, type sed -E "))
  }

  @Test(arguments: ["scrolled P%", "scroll P %"])
  func `per cents are no points`(form: String) {
    let text = lines { "15:20:2\($0 / 10).\($0 % 10)00 " + form.replacing("P", with: "\($0 * $0)") }
    #expect(read(text).error?.code == .noKnownColumn)
  }

  /// Offsets inside items of 168.
  @Test(arguments: [
    "t=TIME index=ITEM off=PART", "11-20 14:03:TIME  12  12 D Scroll  : index=ITEM off=PART",
    "t=TIME LazyListState(firstVisibleItemIndex=ITEM, firstVisibleItemScrollOffset=PART)",
    "t=TIME first visible position ITEM, top -PART",
    "t=TIME position=ITEM positionOffsetPixels=PART", "t=TIME item=ITEM y=PART",
  ])
  func `offsets inside items of a list are added up by a command`(form: String) throws {
    let rows = (0..<60).map { 2400 - ($0 - 60) * ($0 - 60) / 2 }
    let text = lines(60) { row in
      form.replacing("ITEM", with: "\(rows[row] / 168)")
        .replacing("PART", with: "\(rows[row] % 168)")
        .replacing("TIME", with: "1\(row / 10).\(row % 10)0")
    }
    let error = try #require(read(text).error)
    #expect(
      error.help.hasPrefix("if all items are 168 high, as these seem to be, add up: awk '{ i"),
      "\(error.help)")
    #expect(
      error.help.contains(
        "\"offset=\" i * 168 \(form.contains("-PART") ? "-" : "+") o }' trace.csv"))
    // An index beside an offset of the content.
    let whole = lines(60) { "t=0.\(100 + $0) index=\(rows[$0] / 168) y=\(rows[$0])" }
    #expect(read(whole).error == nil)
  }

  @Test func `in a table they are added up by their columns`() throws {
    let rows = (0..<60).map { 2400 - ($0 - 60) * ($0 - 60) / 2 }
    let error = try #require(
      read(
        "time,firstVisibleItemIndex,firstVisibleItemScrollOffset\n"
          + lines(60) { "0.\(100 + 16 * $0),\(rows[$0] / 168),\(rows[$0] % 168)" }
      ).error)
    #expect(error.help.contains("{ print $0, $2 * 168 + $3 }' trace.csv | scrollfit fit -"))
    // Without the index.
    let alone = try #require(
      read("t_s,y\n" + lines(60) { "0.\(100 + $0),\(rows[$0] % 168)" }).error)
    #expect(alone.code.rawValue == "mixed-rows" && alone.message.contains("anew after about 16"))
    // Content that a program sets back.
    let back = lines(60) { "0.\(100 + $0),\($0 % 20 < 10 ? 200 * ($0 % 20) : 2000)" }
    #expect(read("t_s,y\n" + back).error == nil)
  }

  @Test func `offsets between 0 and 1 are shares unless the file says otherwise`() throws {
    let rows = lines { "0.\(100 + $0),0.\(900 - $0 * $0)" }
    let error = try #require(read("t_s,scroll_y\n" + rows).error)
    #expect(error.code == .noKnownColumn)
    #expect(error.help.hasSuffix("type scrollfit fit --offset scroll_y trace.csv"))
    #expect(read("t_s,offset_y_pt\n" + rows).error == nil)
    var asked = ReadingOptions()
    asked.offsetColumn = "scroll_y"
    #expect(read("t_s,scroll_y\n" + rows, asked).error == nil)
    let bare = try #require(
      read(lines { "0.\(100 + $0) verticalNormalizedPosition 0.\(900 - $0 * $0)" }).error)
    #expect(bare.help.hasSuffix("scrollfit --log --offset verticalNormalizedPosition trace.csv"))
  }

  @Test func `what follows a pipe reads standard input`() throws {
    var parser = TraceParser(path: "-", options: ReadingOptions())
    let rows = lines { "\(0.5 + Double($0) / 64);\($0 * $0);7" }
    let result = Array("moment;weg;n\n\(rows)".utf8).withUnsafeBytes { bytes in
      Result { () throws(TraceError) in
        try parser.feed(bytes)
        try parser.finish()
      }
    }
    guard case .failure(let error) = result else {
      Issue.record("read without an error")
      return
    }
    #expect(error.help.hasSuffix("type scrollfit fit --time moment --offset weg -"))
  }

  @Test func `extents of Flutter give the offset inside the edges`() throws {
    let error = try #require(
      read(lines { "I/flutter ( 12): M(FixedScrollMetrics(\($0).5..[800.0]..3200.0), depth: 0)" })
        .error)
    #expect(
      error.help.hasSuffix(
        "type sed -E 's/([0-9.]+)[.][.].*/offset=\\1/' trace.csv | scrollfit --log -"))
  }

  @Test func `where fingers are is no recording`() throws {
    let form = "[   4000.016667] /dev/input/event2: EV_ABS       ABS_MT_POSITION_Y    "
    let error = try #require(read(lines { form + "00000\(500 + $0)" }).error)
    #expect(error.code == .foreignFile && error.message.contains("getevent"))
  }

  @Test func `the time of the system log is that of the day, not of the machine`() throws {
    let entries = (0..<9).map {
      "{\"machTimestamp\": \(7_000_000_000_000 + 400_000 * $0),"
        + " \"timestamp\": \"2026-11-20 14:03:12.\(100 + 16 * $0)000+0100\","
        + " \"eventMessage\": \"contentOffset {0, \($0 * $0).5}\"}"
    }
    let error = try #require(read("[\(entries.joined(separator: ",\n"))]").error)
    #expect(error.help.contains("\"\\(.timestamp) \\(.eventMessage)\""), "\(error.help)")
  }

  @Test func `the view that moves most is offered`() throws {
    let text = lines(60) { row in
      (0..<5).map { view in
        "1.\(100 + row) \("abcde".map(\.description)[view])list y=\(view == 2 ? 500 + row * row : 40 * view)"
      }
      .joined(separator: "\n")
    }
    let error = try #require(read(text).error)
    #expect(error.code.rawValue == "mixed-rows")
    #expect(
      error.help == "read the lines of one of them: grep -F clist trace.csv | scrollfit --log -")
  }

  @Test func `subtitles are offered as a log, and read as one`() throws {
    let text = (0..<9).map {
      "\($0 + 1)\n00:00:00,\(100 + 16 * $0) --> 00:00:01,000\noffset \($0 * $0).5\n\n"
    }.joined()
    let error = try #require(read(text).error)
    #expect(error.help.hasPrefix("if this is a log, type scrollfit --log trace.csv;"))
    var forced = ReadingOptions()
    forced.isLog = true
    let trace = try #require(read(text, forced).traces.first)
    #expect(trace.timing.isRecorded && trace.channel(.offset)?.values.last == 64.5)
  }

  @Test func `a velocity is not offered as the offset`() throws {
    let error = try #require(
      read(lines { "0.\(100 + $0) velocity.y=\(900 - $0 * $0) translation.y=\($0 * $0)" }).error)
    #expect(error.help.hasSuffix("scrollfit --log --offset translation.y trace.csv"))
    let alone = try #require(
      read(lines { "16:07:34.\(100 + $0) at \($0 * $0) (v=\(900 - $0 * $0))" }).error)
    #expect(alone.help.hasPrefix("print one number or pair"), "\(alone.help)")
  }
}
