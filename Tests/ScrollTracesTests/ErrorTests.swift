import ScrollTraces
import Testing

/// A file that is no recording, and what is said about it.
struct BadFile: CustomTestStringConvertible, Sendable {
  var bytes: [UInt8]
  var options: ReadingOptions
  var code: TraceError.Code
  var expected: String

  init(
    _ text: String, _ code: TraceError.Code, _ expected: String,
    _ options: ReadingOptions = ReadingOptions()
  ) {
    self.init(Array(text.utf8), code, expected, options)
  }

  init(
    _ bytes: [UInt8], _ code: TraceError.Code, _ expected: String,
    _ options: ReadingOptions = ReadingOptions()
  ) {
    self.bytes = bytes
    self.options = options
    self.code = code
    self.expected = expected
  }

  var testDescription: String { expected }
}

private func wide(_ text: String) -> [UInt8] {
  [0xFF, 0xFE] + text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
}

@Suite struct ErrorTests {
  /// What is said about names and headers that are nearly right.
  @Test(arguments: [
    ("t_s,ofset_y\n0,1\n", "near it: offset_y; "),
    ("t_s,ofset_y_pt\n0,1\n", "near it: offset_y_pt; "),
    ("time (ms),scroll_tip\n0,1\n", "near it: scrollTop; if it is the offset, type scrollfit fit"),
    (
      "t,level\n0,1\n",
      "if it is the offset, type scrollfit fit --offset level trace.csv, or"
    ),
    ("speed,size\n0,1\n", "name a column with --offset NAME, or rename it: t_s is a time, "),
    ("t y\n0 1\n0.1 2 3 4\n0.2 3 4 5\n", "separate the columns with commas"),
    ("Hello dear world\nhow are you\n", "if this is a log, read it with --log; "),
    ("0.016, 12.5\n0.033, 14\n", "if these are a time and an offset, or x and y, as a program"),
    ("0.016,12.5\n0.033,14\n", "name them in a row above, such as \"t_s,offset_y_pt\""),
    (
      "t;y\n0;1.003,5\n",
      "write numbers without thousands separators, as in 1003.5: tr -d . < trace.csv | scrollfit fit -"
    ),
    (
      "t;y\n0;1,003.5\n",
      "write numbers without thousands separators, as in 1003.5: tr -d , < trace.csv | scrollfit fit -"
    ),
    (
      "t,y\n0,\"1,003.5\"\n",
      "write numbers without thousands separators, as in 1003.5: sed 's/\"\\([-0-9]*\\),\\([0-9.]*\\)\"/\\1\\2/g' trace.csv | "
    ),
    ("t;y\n0;1.5\n1;2,5\n", "write all numbers with decimal points, as in 1003.5"),
    (
      "t;y\n0;1,500\n1;2,500\n",
      "write decimal points, or no thousands separators: tr , . < trace.csv | scrollfit fit -, or tr -d , < "
    ),
    (
      "t;y\n0;1\u{202F}003,5\n",
      "write numbers without thousands separators, as in 1003.5: tr -d '\\302\\240\\342\\200\\257' < "
    ),
    (
      "t;y\n0;1'003.5\n",
      "write numbers without thousands separators, as in 1003.5: tr -d \"'\" < trace.csv | scrollfit fit -"
    ),
    ("t,y\n10:00:00 CET,5\n", "write times in seconds, in a column t_s: "),
    ("t,y\n26 Nov 2026 10:00:00,5\n", "write times in seconds, in a column t_s: "),
    (
      "1.5\nDebug.Log (at Scroll.cs:12)\n2.5\n",
      "if this is a log, type scrollfit --log trace.csv; "
    ),
    ("# t_s,offset_y_pt\n0,1\n1,2\n", "take the '#' from the header: sed '1s/^# *//' trace.csv | "),
    (
      "t_s,offset_cm\n0,1.5\n",
      "physical lengths are no points: a cm has 37.8 on the web, "
    ),
    (
      "t (s),y (mm)\n0,1.5\n", "physical lengths are no points: a cm has 37.8 on the web, "
    ),
    ("t,y\n0,1.5cm\n", "physical lengths are no points: a cm has 37.8 on the web, "),
    (
      "t=0.5 y=1 mm\nt=0.6 y=2 mm\n",
      "physical lengths are no points: a cm has 37.8 on the web, "
    ),
    (
      "t=0.5 y_cm=1\nt=0.6 y_cm=2\n",
      "physical lengths are no points: a cm has 37.8 on the web, "
    ),
    ("[(0.0, 1.5), (0.1, 2)]", "write one pair a line: tr -d '[]' < trace.csv | tr ')' '\\n' | "),
    ("  console.log\n    12.5\n", "name a column with --offset NAME, "),
    ("{ t: 0.5, y: 1 }\n", "if a program printed this, type tr '}' '\\n' < trace.csv | "),
    ("1 2 3 4 5 6 7 8 9\n", "write one number a line: tr -s ' ' '\\n' < trace.csv | "),
    ("1,2,3,4,5,6,7,8,9\n", "write one number a line: tr -s ',;\\t ' '\\n' < trace.csv | "),
    (
      "3005.4,300.5\n3022.1,301.5\n",
      "name them in a row above, such as \"t_s,offset_y_pt\", if that is what they are: awk 'NR == 1 { print \"t,offset_y_pt\" } 1' "
    ),
    ("0|1.5\n1|2.5\n", "name the columns in a row above, if that is what they are: { echo "),
    (
      "t,y\n1,1\n0,2\n",
      "sort the rows, or tell recordings apart with a column \"trace\": { head -n 1 "
    ),
    (
      "t,y\n0,1\n1,2\n0,3\n",
      "sort the rows, or tell recordings apart with a column \"trace\": awk -F ',' -v OFS=',' 'NR == 1 "
    ),
    ("y=1 t=0\ny=2 t=1\ny=1 t=0\n", "sort the rows, or tell recordings apart with a column"),
    (
      "old=1 new=2\nold=2 new=3\n",
      "the numbers are named \"old\", \"new\"; if one of them is the offset, name it: scrollfit --log "
    ),
    ("{\"t\": 1}\n{\"t\": 2, \"y\": ", "the file may be cut off: head -c 9 trace.csv | "),
    (
      "[{\"t\": 1},\n{\"t\": 2, ", "the file may be cut off: { head -c 11 trace.csv; echo ']'; } | "
    ),
    (
      "[{\"run\": [{\"t\": 1, \"y\": 2}]}]",
      "write one object a line: jq -c '.[] | .run[]' trace.csv | "
    ),
    ("t,y\n0,1\ns,pt\n", "if this row holds units, write them in the header, as t_ms and "),
    (
      "t,y\n0ms,1px\n16ms,2px\n", "name the pixels in a point, 1 on the web and in Flutter and Qt: "
    ),
    ("t,y\n0ms,1pt\n1s,2pt\n", "write one unit in a column, or units in the header, as t_ms and "),
    ("t,y\n0,1\n16ms,2\n", "write one unit in a column, or units in the header, as t_ms and "),
    (
      "t,dx,dy\n0,0,1\n",
      "if dy is the change of the offset, add it up: awk -F , -v OFS=, '/^#/ { print; "
    ),
    (
      "onScrolled dx=0 dy=5\nonScrolled dx=0 dy=4\n",
      "if dy is the change of the offset, add it up: awk '{ if (match($0, /dy[=: ]+[-+0-9.e]+/)) "
    ),
    (
      "flutter: scrollDelta: 16.5\nflutter: scrollDelta: 12.25\n",
      "if scrollDelta is the change of the offset, add it up: awk '{ if (match($0, /scrollDelta[=: ]+"
    ),
    (
      "onScrolled dx=7 dy=0\nonScrolled dx=5 dy=0\n",
      "if dx is the change of the offset, add it up: awk '{ if (match($0, /dx[=: ]+[-+0-9.e]+/)) "
    ),
    (
      "t,available.y,consumed.y\n0,16.5,16.5\n",
      "if consumed.y is the change of the offset, add it up: awk -F , -v OFS=, '/^#/ { print; "
    ),
    (
      "t,movementX\n0,16.5\n",
      "if movementX is the change of the offset, add it up: awk -F , -v OFS=, '/^#/ { print; "
    ),
    (
      "onScroll distanceX=0.0 distanceY=5.5\nonScroll distanceX=0.0 distanceY=4.5\n",
      "if distanceY is the change of the offset, add it up: awk '{ if (match($0, /distanceY[=: ]+"
    ),
    (
      "t,scrollDelta\n0,16.5\n1,12.25\n",
      "if scrollDelta is the change of the offset, add it up: awk -F , -v OFS=, '/^#/ { print; "
    ),
    (
      "{\"t\": 0, \"y\": NaN}\n{\"t\": 1, \"y\": 2}\n",
      "if it is a lost sample, write null: sed -E 's/-?(NaN|Infinity)/null/g' trace.csv | scrollfit fit -"
    ),
    (
      "timestamp_s,timestamp_ns,y\n5,0,1\n5,16666667,2\n",
      "choose one with --time NAME; if \"timestamp_ns\" goes on from \"timestamp_s\", add it: awk "
    ),
    ("0,5 12,5\n0,6 13,5\n", "if 1,5 is one number, type tr , . < trace.csv | scrollfit --log -"),
    (
      "t,y\n0,1\n1,2\nAverage,1.5\n",
      "put '#' in front of a line that holds no sample, or remove it: sed 4d "
    ),
    (
      "{\"type\":3,\"data\":{\"source\":3,\"x\":0,\"y\":1},\"timestamp\":5}\n",
      "of a recording of rrweb, take the scroll events: scrollfit fit --where type=3 "
    ),
    (
      (0..<9).map { "P(t: \($0), y: 1)" }.joined(separator: ", ") + "\n",
      "if a program printed this, type tr ')' '\\n' < trace.csv | scrollfit --log -"
    ),
    (
      "[log] moved from 1.5 to 2.5\n[log] moved from 2.5 to 3\n",
      "if this is a log, read it with --log; "
    ),
    ("t,y\n0,1\n1,NaN\n", "leave the cell of a lost sample empty: sed 's|NaN||g' trace.csv | "),
    (
      "t,y\n0,1\n1,--\n",
      "leave the cell of a lost sample empty: awk -F ',' -v OFS=',' '{ for (i = 1; i <= NF; i++) if ($i ~ /^ *-+ *$/) "
    ),
    ("t,y\n0,1\n1,#VALUE!\n", "leave the cell of a lost sample empty: sed 's|#VALUE!||g' "),
    (
      "t,y\n0,1\n1,(1.5)\n",
      "if brackets mean less than 0, write minus signs: sed 's/(\\([0-9.]*\\))/-\\1/g' trace.csv | "
    ),
    (
      "t,y\n0,\"1,23,456\"\n",
      "write numbers without thousands separators, as in 1003.5: sed -e ':a' -e "
    ),
    (
      "t;y\n0;1’003.5\n",
      "write numbers without thousands separators, as in 1003.5: sed 's/’//g' trace.csv | "
    ),
    (
      "[{\"t\": 0, \"dy\": 1}]",
      "if dy is the change of the offset, add it up: jq -cn 'foreach (inputs | if type == \"array\" "
    ),
    (
      "t_s,offset_px,density\n0,1,3\n",
      "if \"density\" is the pixels in a point, type scrollfit fit --scale \"$(awk -F ',' 'NR == 2 { print $3 }' trace.csv)\""
    ),
    (
      (0..<10).map { "0.0\($0)" }.joined(separator: ",") + "\n"
        + (0..<10).map { "\($0 * $0)" }.joined(separator: ",") + "\n",
      "write one row a sample: awk -F ',' '{ for (i = 1; i <= NF; i++) "
    ),
    (
      "-[ RECORD 1 ]---\nt | 0\ny | 1\n",
      "write one row a record: awk -F ' *[|] *' '/^-\\[/ { if (n++ == 1) print h; "
    ),
    (
      "t,y\n0,1\n1,2\nthe end\n",
      "put '#' in front of a line that holds no sample, or remove it: sed 4d "
    ),
    ("t,y\n0,1\n1\n", "fill in the missing fields, or remove the row: sed 3d "),
    ("[[0, 1.5], [1, 2]]", #"name the columns of the rows: jq -r '["t","offset_y"], .[] | @csv'"#),
    (
      "[0, 1.5]",
      "write one offset a line: sed 's/\\[[0-9]*\\]//' trace.csv | tr -s ' ,[]' '\\n' | "
    ),
  ])
  func `the help names what was meant`(text: String, help: String) throws {
    let error = try #require(read(text).error)
    #expect(error.help.hasPrefix(help), "\(error.help)")
    #expect(error.help.utf8.count < 360 && !error.help.contains("points, not commas"))
    if error.code == .noKnownColumn, help.contains("near") || help.contains("rename") {
      #expect(error.help.hasSuffix("Docs/Reference/Traces.md lists all names"))
    }
  }

  @Test(arguments: ["\n", "\r\n", "\r"])
  func `lines are left out by a command where it knows them`(end: String) throws {
    let help = try #require(read("t,y" + end + "0,1" + end + "1" + end).error?.help)
    #expect(help.contains("sed 3d ") == (end != "\r"))
  }

  /// Rows whose time has no known name or unit would be taken for frames at 60 Hz.
  @Test(arguments: [
    (
      "ticks,y", 100_000.0,
      "with what it counts in a second for TICKS, type awk -F ',' -v OFS=',' '$1 + 0 "
    ),
    ("clock,y", 16.7, "if it is the time, type scrollfit fit --time clock trace.csv; "),
    (
      "time (h),y", 0.0166 / 3600,
      "if it counts hours, type awk -F ',' -v OFS=',' '$1 + 0 == $1 { $1 = "
    ),
    ("time,y", 0.0166 / 86_400, "if it counts days, type awk "),
    ("frame,y", 2, "if it counts frames, at 60 Hz, type awk "),
    ("x,y", 0.0166, "if it is the time, type scrollfit fit --time x trace.csv; "),
  ])
  func `a column that grows as a time does is no row of frames`(
    header: String, step: Double, help: String
  ) throws {
    let rows = (0..<12).map { "\(Double($0) * step),\($0 * (40 - $0))\n" }.joined()
    let error = try #require(read(header + "\n" + rows).error)
    #expect(error.code == .unclearTime && error.help.contains(help), "\(error)")
    #expect(error.help.hasSuffix("--interval 1/60"))
    if !header.hasPrefix("time,") {
      #expect(read(header + "\n" + rows, ReadingOptions(interval: 0.01)).error == nil)
    }
    // A count of the rows is no time, nor is an offset that slows down.
    let counted = (0..<12).map { "\($0),\($0 * (40 - $0))\n" }.joined()
    #expect(read("frame,y\n" + counted).error == nil)
    let slowing = (0..<12).map { "\($0 * (30 - $0)),\($0 * (40 - $0))\n" }.joined()
    #expect(read("x,y\n" + slowing).error == nil)
  }

  /// Times that are frames in another unit than that of their column.
  @Test(arguments: [
    ("t_s", 16.7, "ms"), ("time (s)", 16, "ms"), ("t_s", 16_667, "us"), ("t_ms", 16_667, "us"),
    ("t_us", 16.7, "ms"), ("t_s", 8.3e6, "ns"),
  ])
  func `times in another unit than the stated one are refused`(
    name: String, step: Double, unit: String
  ) throws {
    for mark in ["", "{"] {
      let rows = (0..<12).map { row in
        mark.isEmpty
          ? "\(step * Double(row)),\(row)\n"
          : "{\"\(name)\": \(step * Double(row)), \"y\": \(row)}\n"
      }.joined()
      let text = (mark.isEmpty ? "\(name),y\n" : "") + rows
      let error = try #require(read(text).error)
      #expect(error.code == .unclearTime)
      #expect(
        error.help.hasPrefix("if they are, type scrollfit fit --time-unit \(unit) trace.csv; "))
      #expect(read(text, ReadingOptions(timeUnit: .seconds)).error == nil)
    }
    // A pause of seconds is none, nor are slow samples.
    #expect(read("t_s,y\n" + (0..<12).map { "\($0 + $0 / 6 * 60),\($0)\n" }.joined()).error == nil)
    #expect(read("t_s,y\n" + (0..<12).map { "\(2 * $0),\($0)\n" }.joined()).error == nil)
  }

  @Test func `rows of two views in turns are refused with what to type`() throws {
    let rows = (0..<24).map {
      "\(0.01 * Double($0)),\($0 % 2 == 0 ? 900 + $0 : $0 * 3),\($0 % 2)\n"
    }
    let error = try #require(read("t_s,y\n" + rows.map { $0.dropLast(3) + "\n" }.joined()).error)
    #expect(error.code == .mixedRows)
    #expect(
      error.help
        == "if every other row is of one view, type awk 'NR < 2 || (NR - 2) % 2 == 1' trace.csv"
        + " | scrollfit fit -")
    let named = try #require(read("t_s,y,view\n" + rows.joined()).error)
    #expect(named.help.hasSuffix("type scrollfit fit --where view=NAME trace.csv"), "\(named.help)")
    var one = ReadingOptions()
    one.conditions = [RowCondition(column: "view", value: "1")]
    #expect(read("t_s,y,view\n" + rows.joined(), one).error == nil)
    // A column trace tells them apart, and a motion that turns is one.
    let swing = (0..<24).map { "\(0.01 * Double($0)),\(abs($0 % 8 - 4) * 100)\n" }
    #expect(read("t_s,y\n" + swing.joined()).error == nil)
  }

  /// What other programs write, and the beginning of what to type.
  @Test(arguments: [
    (
      " event7   POINTER_SCROLL_FINGER  +0.016s\tvert 1.50/0.0* horiz 0.00/0.0 (finger)\n",
      "this is the output of libinput debug-events: "
    ),
    (
      "-event4   DEVICE_ADDED   Touchpad   seat0 default group1\n",
      "this is the output of libinput debug-events: "
    ),
    (
      "[1.5] wl_pointer@3.axis(1, 0, 0.5)\n[2.5] wl_pointer@3.axis(2, 0, 0.5)\n",
      "this is the log of WAYLAND_DEBUG: "
    ),
    (
      "app-1 ( 1) [002] .... 81.5: tracing_mark_write: C|1|scrollOffset|5\n",
      "take the counters of an offset: { echo t_s,offset_y; sed -n "
    ),
    ("t = [0.0, 0.5]\ny = [1, 2]\n", "write one row a sample: sed "),
    ("t: [0.0, 0.5]\ny: [1, 2]\n", "write one row a sample: sed "),
    ("const t = [0.0, 0.5];\nconst y = [1, 2];\n", "write one row a sample: sed "),
    ("t = np.array([0.0, 0.5])\ny = np.array([1, 2])\n", "write one row a sample: sed "),
    ("{'t': [0.0, 0.5], 'y': [1, 2]}\n", "write one row a sample: sed "),
    ("t = [\n  0.0,\n  0.5\n]\ny = [\n  1,\n  2\n]\n", "write one row a sample: sed "),
    (
      "t,0,1,2,3,4,5,6,7,8,9\ny,0,1,2,3,4,5,6,7,8,9\n", "write one row a sample: sed "
    ),
    (
      "t,y\n0,1\n1,\"Offset(0.0, 1.5)\"\n",
      "to read it as a point, take the rows for a log: sed 1,1d trace.csv | scrollfit --log -"
    ),
    (
      "t,y\n0,{0, 1.5}\n",
      "to read it as a point, take the rows for a log: sed 1,1d trace.csv | scrollfit --log -"
    ),
    (
      "{\"t\": 0, \"y\": \"{0, 1.5}\"}\n",
      "to read it as a point, take the rows for a log: jq -c 'if type == \"array\" then .[] else . end' trace.csv | scrollfit --log -"
    ),
    (
      "t;y\n1 000,5;1,5\n",
      "write numbers without thousands separators, as in 1003.5: sed 's/\\([0-9]\\) \\([0-9]\\)/\\1\\2/g' "
    ),
    (
      "Time (ms),Trajectory 1/X,Trajectory 1/Y\n0,1,2\n",
      "if it is the offset, type scrollfit fit --offset 'Trajectory 1/Y' trace.csv, or"
    ),
    ("t,touch.x,touch.y\n0,1,2\n", "name a column with --offset NAME, "),
    (
      "Durée (ms);Déplacement (px)\n0;1\n",
      "if they are a time and an offset, type scrollfit fit --scale 1 --time 'Durée (ms)' --offset 'Déplacement (px)' "
    ),
    (
      (0..<12).map { "\($0);\(0.5 * Double($0));\($0 * $0)\n" }.joined(),
      "name the columns; if the offset is number 3, type { echo 'c1;t;offset_y'; cat trace.csv; } | scrollfit fit -"
    ),
    (
      (0..<12).map { "\(0.5 * Double($0)),\($0 * $0),\($0 * (30 - $0))\n" }.joined(),
      "name the columns; if the offset is number 2, type { echo 't,offset_y,c3'; cat trace.csv; } | scrollfit fit -, else"
    ),
    (
      "{\"level\":\"info\",\"msg\":\"y=1 t=0.5\"}\n{\"level\":\"info\",\"msg\":\"y=2 t=1\"}\n",
      "read these: jq -r '.msg' trace.csv | scrollfit --log -"
    ),
    (
      "[{\"time\":5,\"m\":{\"text\":\"offset 1.5\"}},{\"time\":6,\"m\":{\"text\":\"offset 2\"}}]",
      "read these: jq -r '.[] | \"\\(.time) \\(.m.text)\"' trace.csv | scrollfit --log -"
    ),
    (
      (0..<2).map {
        "{\"timestamp\":{\"seconds\":5,\"nanos\":\($0)},\"message\":\"offset: 1.\($0)\"}\n"
      }.joined(),
      "read these: jq -r '\"\\(.timestamp.seconds + .timestamp.nanos / 1e9) \\(.message)\"' trace.csv | "
    ),
    (
      "{\"method\":\"Runtime.consoleAPICalled\",\"params\":{\"args\":[{\"value\":1.5}],\"timestamp\":5}}\n",
      "read these: jq -r 'select(.method == \"Runtime.consoleAPICalled\").params | "
    ),
  ])
  func `what other programs write is told what to type`(text: String, help: String) throws {
    let error = try #require(read(text).error)
    #expect(error.help.hasPrefix(help), "\(error)")
    #expect(!error.help.contains("FILE") && !error.help.contains("\n"), "\(error.help)")
  }

  @Test func `milliseconds that are seconds are refused, unless the rate is stated`() throws {
    let rows = (0..<12).map { "\(0.016 * Double($0)),\($0)\n" }.joined()
    let error = try #require(read("t_ms,y\n" + rows).error)
    #expect(error.code == .unclearTime)
    #expect(error.help.hasPrefix("if they are, type scrollfit fit --time-unit s trace.csv; "))
    #expect(read("t_ms,y\n" + rows, ReadingOptions(timeUnit: .milliseconds)).error == nil)
    #expect(read("# refresh_hz: 62500\nt_ms,y\n" + rows).error == nil)
  }

  @Test func `lines that all begin as comments may be a log`() throws {
    let error = try #require(read("#<struct t=0.5, y=1>\n#<struct t=0.75, y=3>\n").error)
    #expect(error.help.hasSuffix("type sed 's/^#*//' trace.csv | scrollfit --log -"))
  }

  @Test func `points that separate thousands are refused where whole numbers jump`() {
    let rows = (0..<9).map { "\($0);\($0 < 5 ? "\(960 + 9 * $0)" : "1.0\($0)5")\n" }.joined()
    let error = read("t;y\n" + rows).error
    #expect(error?.code == .notANumber && error?.help.contains("thousands separators") == true)
    #expect(read("t;y\n0;999\n1;1000.125\n2;5.125\n").error == nil)
  }

  @Test func `a list of numbers is read as a log by the command that the help says`() throws {
    let error = try #require(read("0.016, 12.5\n0.033, 14\n").error)
    #expect(error.help.contains("type scrollfit --log trace.csv; "))
  }

  static let files: [BadFile] = [
    BadFile("", .empty, "trace.csv: error: the file is empty"),
    BadFile(
      "# scale: 3\n\n# hello\n", .empty,
      "trace.csv: error: the file holds comments and nothing else"),
    BadFile(
      "# scale: 3\nt,y\n", .headerOnly, "trace.csv:2: error: no row follows the header"),
    BadFile("t,y", .headerOnly, "trace.csv:1: error: no row follows the header"),
    BadFile(
      "t_ms,y\n1,2\n3,abc\n", .notANumber,
      "trace.csv:3:3: error: 'abc' is not a number in column \"y\""),
    BadFile(
      "\u{FEFF}# a: b\r\n\r\nt_ms,y\r\n1,2\r\n# c\r\n 3, \"x\"\r\n", .notANumber,
      "trace.csv:6:5: error: 'x' is not a number in column \"y\""),
    BadFile(
      "t,y\n1,NaN\n", .notANumber, "trace.csv:2:3: error: 'NaN' is not a number in column \"y\""),
    BadFile(
      "t,y\n1,-inf\n", .notANumber, "trace.csv:2:3: error: '-inf' is not a number in column \"y\""),
    BadFile(
      "t,y\n1,0x1p3", .notANumber, "trace.csv:2:3: error: '0x1p3' is not a number in column \"y\""),
    BadFile(
      "y\n1\nabc\n", .notANumber, "trace.csv:3:1: error: 'abc' is not a number in column \"y\""),
    BadFile("1\nabc\n", .notANumber, "trace.csv:2:1: error: 'abc' is not a number"),
    BadFile(
      "t,y\n1,2\nt,z\n", .notANumber, "trace.csv:3:1: error: 't' is not a number in column \"t\""),
    BadFile(
      Array("t,y\n1,".utf8) + [0xFF, 0x1B, 0x09, 0x41, 0x0A], .notANumber,
      "trace.csv:2:3: error: '\u{FFFD}\\u{1b}\\tA' is not a number in column \"y\""),
    BadFile(
      "t,y\n1,\(String(repeating: "é", count: 100))\n", .notANumber,
      "trace.csv:2:3: error: '\(String(repeating: "é", count: 60))...' is not a number in column"
        + " \"y\""),
    BadFile(
      "t,y\n1,1e999\n", .numberTooLarge,
      "trace.csv:2:3: error: '1e999' is too large a number in column \"y\""),
    BadFile(
      "t,y\n1,\n", .emptyCell, "trace.csv: error: no row has a number in column \"y\""),
    BadFile(
      "t,y\n,1\n", .emptyCell, "trace.csv:2:1: error: a number is missing in column \"t\""),
    BadFile(
      "t;y\n0;1.5\n1;2,5\n", .decimalComma,
      "trace.csv:3:3: error: '2,5' in column \"y\" has a decimal comma, and other numbers a decimal point"
    ),
    BadFile(
      "t;y\n0.5;1,5\n", .decimalComma,
      "trace.csv:2:5: error: '1,5' in column \"y\" has a decimal comma, and other numbers a decimal point"
    ),
    BadFile(
      "t;y\n0;1,5\n0.5;2,5\n", .decimalComma,
      "trace.csv:3:1: error: '0.5' in column \"t\" has a decimal point, and '1,5' a decimal comma"),
    BadFile(
      "t;y\n0;999\n1;-1,003\n", .decimalComma,
      "trace.csv: error: '-1,003' in column \"y\" may be -1.003 or -1003"),
    BadFile(
      "t_ms;y\n983;1\n1,003;2\n", .decimalComma,
      "trace.csv:3:1: error: '1,003' in column \"t_ms\" may be 1.003 or 1003"),
    BadFile(
      "t,y\n0,\"1,500\"\n", .decimalComma,
      "trace.csv: error: '1,500' in column \"y\" may be 1.500 or 1500"),
    BadFile(
      "t,y\n0,1\n0,1,5\n", .raggedRow,
      "trace.csv:3:5: error: the row has 3 fields, the header 2"),
    BadFile(
      "t,y,phase\n0,1,a\n\n0.5\n", .raggedRow,
      "trace.csv:4:1: error: the row has 1 field, the header 3"),
    BadFile(
      "t,y\n0,1\"2\n", .strayQuote,
      "trace.csv:2:3: error: a quote does not enclose its field: '1\"'"),
    BadFile(
      "t,y\n0,\"1\"2\n", .strayQuote,
      "trace.csv:2:3: error: a quote does not enclose its field: '\"1\"2'"),
    BadFile(
      "t,y\n0,1\n1,\"2\n2,3\n", .unterminatedQuote,
      "trace.csv:3:3: error: the quote that opens here is never closed"),
    BadFile(
      "t,phase,y\n0,\"a\nb\",1\n1,\"a\n\nb\",x\n", .notANumber,
      "trace.csv:6:4: error: 'x' is not a number in column \"y\""),
    BadFile(
      "speed,size\n0,1\n", .noKnownColumn,
      "trace.csv:1:1: error: no column among \"speed\", \"size\" has a known name"),
    BadFile(
      "t,phase\n0,1\n", .noKnownColumn,
      "trace.csv:1:1: error: no column among \"t\", \"phase\" measures anything"),
    BadFile(
      "0,1\n0,1\n", .noHeader, "trace.csv:1:1: error: 2 columns of numbers have no header"),
    BadFile("\"1,5\"\n", .decimalComma, "trace.csv:1:1: error: '1,5' has a decimal comma"),
    BadFile(
      "t,offset,y\n0,1,2\n", .ambiguousColumn,
      "trace.csv:1:10: error: columns \"offset\" and \"y\" could both be the offset"),
    BadFile(
      "t,y,scrollTop\n0,1,2\n", .ambiguousColumn,
      "trace.csv:1:5: error: columns \"y\" and \"scrollTop\" could both be the offset"),
    BadFile(
      "t,scrollY,y\n0,1,2\n", .ambiguousColumn,
      "trace.csv:1:11: error: columns \"scrollY\" and \"y\" could both be the offset"),
    BadFile(
      "t,y,position\n0,1,2\n", .ambiguousColumn,
      "trace.csv:1:5: error: columns \"y\" and \"position\" could both be the offset"),
    BadFile(
      "t;y\n0;999.5\n1;1,003.5\n", .notANumber,
      "trace.csv:3:3: error: '1,003.5' is not a number in column \"y\""),
    BadFile(
      "t,timestamp,y\n0,1,2\n", .ambiguousColumn,
      "trace.csv:1:3: error: columns \"t\" and \"timestamp\" could both be the time"),
    BadFile(
      "t,y\n0,1\n", .columnNotFound,
      "trace.csv:1:1: error: no column is named \"z\", which --offset asks for",
      ReadingOptions(offsetColumn: "z")),
    BadFile(
      "t,y_px\n0,1\n", .needsScale,
      "trace.csv:1:3: error: column \"y_px\" is in pixels and no scale is given"),
    BadFile(
      "#  scale:  3x\nt,y\n0,1\n", .badMetadata,
      "trace.csv:1:12: error: '3x' is not a number as \"scale\""),
    BadFile(
      "# interval: 16.7\ny\n1\n", .badMetadata,
      "trace.csv:1:13: error: '16.7' makes no sense as \"interval\""),
    BadFile(
      "# scale: 2\n# Scale: 3\ny\n1\n", .badMetadata,
      "trace.csv:2:10: error: \"scale\" was given before with another value"),
    BadFile(wide("t,y\n0,1\n"), .utf16, "trace.csv:1:1: error: the file is UTF-16, not UTF-8"),
    BadFile(
      "t_ms,y\n2024-05-01T10:00:00.016Z,1\n", .notANumber,
      "trace.csv:2:1: error: '2024-05-01T10:00:00.016Z' is a date or a time of day, not a number in column \"t_ms\""
    ),
    BadFile(
      "{\"t\": \"10:00:61.016\", \"y\": 1}\n", .notANumber,
      "trace.csv:1: error: '10:00:61.016' is a date or a time of day, not a number in column \"t\""),
    BadFile(
      "t,y\n0,1\n1,\0\n", .nulByte,
      "trace.csv:3:3: error: the file holds a byte 0, which text does not"),
    BadFile(
      Array("t,y\n".utf8.map { $0 }) + [0x30, 0x2C, 0x78, 0x0A, 0], .notANumber,
      "trace.csv:2:3: error: 'x' is not a number in column \"y\""),
    BadFile(
      Array("t,".utf8) + [0xE9, 0x0A], .notUTF8,
      "trace.csv:1:3: error: the column name '\u{FFFD}' is not UTF-8"),
    BadFile(
      "t,y\n0,1\n2,1\n1.5,1\n", .timeBackwards,
      "trace.csv:4:1: error: time goes back from 2.0 s to 1.5 s in column \"t\""),
    BadFile(
      "t,y\n0,1\n2,1\n", .nothingInWindow,
      "trace.csv: error: no sample lies in the chosen span: the recording runs from 0.0 s to 2.0 s",
      ReadingOptions(from: 5)),
    BadFile(
      "# a: b\nt,y\r0,1\r\n", .mixedLineEnds,
      "trace.csv:2:1: error: carriage returns divide this line into several rows"),
  ]

  @Test(arguments: files)
  func `what is no recording is refused with its place`(file: BadFile) throws {
    let error = try #require(read(file.bytes, file.options).error)
    #expect(error.description == file.expected)
    #expect(error.code == file.code)
    #expect(error.kind == .invalidData)
    #expect(!error.help.isEmpty)
    #expect(!error.help.contains("\n"))
  }

  @Test func `a row of more than 1 MiB is refused, in one line or in several`() {
    let one = Array("t,phase,y\n0,".utf8) + [UInt8](repeating: 0x61, count: 1 << 20) + [0x0A]
    let many = Array("t,phase,y\n0,\"".utf8) + [UInt8](repeating: 0x0A, count: 1 << 20) + [0x22]
    for (bytes, line) in [(one, 2), (many, 2)] {
      #expect(
        read(bytes).error?.description
          == "trace.csv:\(line):1: error: a row is longer than 1 MiB")
    }
  }

  @Test func `a surplus field that may come from a decimal comma says so`() {
    #expect(read("t,y\n0,1,5\n").error?.help.contains("1.5") == true)
    #expect(read("t,y\n0.5,1,5\n").error?.help.contains("surplus") == true)
  }

  @Test func `recordings before an error are handed over first`() {
    let reading = read("trace,y\na,1\na,2\nb,1\nb,x\n")
    #expect(reading.traces.map(\.name) == ["a"])
    #expect(reading.error?.line == 5)
  }

  @Test func `too many columns, samples, or comments are refused`() {
    let names = (0...4096).map { "c\($0)" }.joined(separator: ",")
    #expect(readWhole(names + "\n").error?.code == .tooManyColumns)
    let comments = String(repeating: "# a\n", count: 10_001)
    #expect(readWhole(comments).error?.location == "trace.csv:10001:1")
    var rows = "y\n"
    for row in 0...2_000_000 { rows += row % 2 == 0 ? "1\n" : "2\n" }
    #expect(
      readWhole(rows).error?.description
        == "trace.csv:2000002:1: error: the recording has more than 2000000 samples")
  }

  private func readWhole(_ text: String) -> Reading {
    read(Array(text.utf8), pieces: 1 << 16, ReadingOptions())
  }

  @Test func `a file that is not there is told what is near`() {
    func help(_ name: String) -> String? {
      let path = samplePath(name)
      return #expect(throws: TraceError.self) { try TraceReader().traces(path: path) }?.help
    }
    let near = samplePath("uiscrollview-bounce-2x.csv")
    #expect(help("uiscrollview-bounce-2x.cvs") == "did you mean \(near)?")
    #expect(help("nothing.csv") == "check the spelling; - reads standard input")
  }

  @Test(
    arguments: [
      ("/nonexistent/trace.csv", "/nonexistent/trace.csv: error: no such file", .missingInput),
      (samplePath(""), samplePath("") + ": error: this is a folder, not a file", .missingInput),
      ("a\nb", "a\\nb: error: no such file", .missingInput),
    ] as [(String, String, TraceError.Kind)])
  func `files that cannot be read are named`(
    path: String, expected: String, kind: TraceError.Kind
  ) {
    let error = #expect(throws: TraceError.self) { try TraceReader().traces(path: path) }
    #expect(error?.description == expected)
    #expect(error?.kind == kind)
  }

  @Test func `the command that tells recordings apart passes over what stands between the rows`() {
    let error = read("t,y\n0,1\n1,2\n# the next one\n0,3\n").error
    #expect(error?.help.contains(" !NF || /^#/ || $0 == h { next } $1 < t") == true)
  }

  @Test func `the command for text in another encoding depends on its letters`() {
    let japanese = read(Array("t,y,".utf8) + [0x83, 0x65, 0x83, 0x58, 0x83, 0x67, 0x0A]).error
    #expect(japanese?.help.contains("iconv -f SHIFT_JIS -t UTF-8 ") == true)
    // A quotation mark of Windows is no letter of Japanese.
    let western = read(Array("t,y,".utf8) + [0x92, 0xE9, 0xE8, 0xFC, 0x0A]).error
    #expect(western?.help.contains("iconv -f CP1252 -t UTF-8 ") == true)
  }
}
