import ScrollTraces
import Testing

/// What strangers recorded that could be read wrong, and the commands that errors give for it.
@Suite struct StrangerTests {
  private func lines(_ count: Int = 24, _ line: (Int) -> String) -> String {
    (0..<count).map { line($0) + "\n" }.joined()
  }

  /// Values and their lines as other programs print them, each sample over several lines.
  @Test(arguments: [
    " LOG  {\n  \"t\": T,\n  \"y\": Y,\n  \"v\": -1.5\n}\n",
    "[src/main.rs:4:5] &sample = Sample {\n    t: T,\n    offset: [\n        0.0,\n        Y,\n    ],\n}\n",
    "{\n  t: \u{1B}[33mT\u{1B}[39m,\n  contentOffset: { x: 0, y: \u{1B}[33mY\u{1B}[39m }\n}\n",
    "samples {\n  t: T\n  y: Y\n}\n",
    "Sample(\n  time: T,\n  offset: CGPoint(\n    x: 0.0,\n    y: Y\n  )\n)\n",
  ])
  func `a value over several lines is one sample`(form: String) throws {
    let text = (0..<9).map {
      form.replacing("T", with: "0.\($0)").replacing("Y", with: "\($0 * $0).5")
    }.joined()
    let trace = try #require(read(text).traces.first)
    #expect(trace.channel(.offset)?.values == (0..<9).map { Double($0 * $0) + 0.5 })
    #expect(trace.times == (0..<9).map { Double("0.\($0)") ?? 0 } && trace.timing.isRecorded)
    #expect(trace.log?.otherLines == 0)
  }

  @Test func `a time in two columns is told what adds them`() throws {
    func help(_ text: String) throws -> String {
      let error = try #require(read(text).error)
      #expect(error.code == .unclearTime && error.message.contains("in two columns"))
      return error.help
    }
    // The rest starts anew in the sixth row.
    func rest(_ row: Int) -> Int { row % 6 * 150_000_000 }
    let rust = try help(
      lines { "Instant { tv_sec: \(5 + $0 / 6), tv_nsec: \(rest($0)) } offset: \($0 * $0).5" })
    #expect(
      rust
        == "if \"tv_nsec\" goes on from \"tv_sec\", add it: perl -0pe 's/(\\btv_sec\\W+)(\\d+)(.*?\\btv_nsec\\W+)(\\d+)/"
        + "sprintf \"$1%d.%09d$3$4\", $2, $4/gse' trace.csv | scrollfit fit --time tv_sec -")
    let objects = try help(
      lines {
        "{\"t\": {\"seconds\": \(5 + $0 / 6), \"nanoseconds\": \(rest($0))}, \"y\": \($0 * $0)}"
      })
    #expect(objects.contains("perl -0pe 's/(\\bseconds\\W+)") && objects.hasSuffix(" t.seconds -"))
    let table = try help(
      "stamp.secs,stamp.nsecs,y\n" + lines { "\(5 + $0 / 6),\(rest($0)),\($0 * $0)" })
    #expect(
      table
        == "if \"stamp.nsecs\" goes on from \"stamp.secs\", add it: awk -F ',' -v OFS=','"
        + " '$2 + 0 == $2 { $1 = sprintf(\"%d.%09d\", $1, $2) } 1' trace.csv"
        + " | scrollfit fit --time stamp.secs -")
  }

  @Test func `of pairs in an object the one that grows evenly is the time`() throws {
    func offsets(_ pair: (Int) -> String) throws -> [Double]? {
      let pairs = (0..<12).map(pair).joined(separator: ", ")
      let text = "[{\"target\": \"o\", \"datapoints\": [\(pairs)]}]"
      return try read(text).traces.first?.channel(.offset)?.values
    }
    let start = 1_741_964_966_000
    let squares = (0..<12).map { Double($0 * $0) }
    #expect(try offsets { "[\($0 * $0), \(start + 16 * $0)]" } == squares)
    #expect(try offsets { "[\(start + 16 * $0), \($0 * $0)]" } == squares)
    // Without a time the pair is a point.
    #expect(try offsets { "[0, \($0 * $0)]" } == squares)
    let error = read(
      "[{\"datapoints\": [\(lines(12) { "[\(start + 16 * $0), null]," }) [\(start), null]]}]"
    ).error
    #expect(error?.help.hasPrefix("write one object a line: ") == true)
  }

  @Test func `the lines of a list and of a bracket without an end are samples of their own`() throws
  {
    var forced = ReadingOptions()
    forced.isLog = true
    let samples = lines(9) { "  { t: 0.\($0), y: \($0 * $0).5 }," }
    for text in ["[\n\(samples)]\n", "const samples = [\n\(samples)];\n", "start {\n\(samples)"] {
      let trace = try #require(read(text, forced).traces.first)
      #expect(trace.channel(.offset)?.values == (0..<9).map { Double($0 * $0) + 0.5 }, "\(text)")
    }
    let many = try #require(
      read("start {\n" + lines(200) { "t: \($0).5 y: \($0 * $0)" }).traces.first)
    #expect(many.count == 200 && many.line == 2)
    let objects = (0..<9).map { "  t: 0.\($0),\n  y: \($0 * $0)\n" }
    let pairs = "[{\n" + objects.joined(separator: "}, {\n") + "}]\n"
    #expect(read(pairs, forced).traces.first?.count == 9)
  }

  /// The speed of a glide by i² is 2 i a frame.
  @Test(arguments: ["16:07:34.ROW [FIRST, SECOND]", "[0.ROW, FIRST, SECOND]", "(FIRST, SECOND)"])
  func `an offset and its speed in brackets are refused`(form: String) throws {
    func text(_ speed: (Int) -> Int) -> String {
      lines {
        form.replacing("ROW", with: "\(100 + 16 * $0)").replacing("FIRST", with: "\($0 * $0)")
          .replacing("SECOND", with: "\(speed($0))")
      }
    }
    var forced = ReadingOptions()
    forced.isLog = true
    let error = try #require(read(text { 2 * $0 * -60 }, forced).error)
    #expect(error.code == .ambiguousColumn && error.help.hasPrefix("if the first is, type sed -E "))
    // A finger that moves along a diagonal.
    #expect(read(text { 3 * $0 * $0 }, forced).error == nil)
  }

  @Test func `a time behind a point is one, and a speed behind it is no coordinate`() throws {
    let timed = try #require(
      read(lines { "scroll QPointF(0, \($0 * $0).5) \(81_234_000 + 16 * $0)" }).traces.first)
    #expect(timed.channel(.offset)?.values.last == 529.5 && timed.timing.isRecorded)
    #expect(abs(timed.times[23] - timed.times[0] - 0.368) < 1e-9)
    let fast = try #require(
      read(lines { "15:20:2\($0 / 10).\($0 % 10)00 scroll (1, \($0 * $0)) \(700 - $0 * $0)" })
        .traces.first)
    #expect(fast.channels.map(\.axis) == [.x, .y] && fast.channels[1].values.last == 529)
  }

  @Test(arguments: 3...4) func `rows of several views in turns are refused`(views: Int) throws {
    let rows = lines(60) { "\(Double($0) / 100),\(400 * ($0 % views) + $0)" }
    let error = try #require(read("t_s,y\n" + rows).error)
    #expect(error.code.rawValue == "mixed-rows" && error.message.hasPrefix("\(views) offsets take"))
    #expect(error.help.contains("(NR - 2) % \(views) == 0' trace.csv | scrollfit fit -"))
    // A motion that turns as often, and content that rests.
    let swing = lines(60) { "\(Double($0) / 100),\(400 * abs($0 % 12 - 6) + $0)" }
    #expect(read("t_s,y\n" + swing).error == nil)
    let objects = read(lines(60) { "{\"t\": \($0), \"y\": \(400 * ($0 % views) + $0)}" }).error
    #expect(objects?.help.hasSuffix("| awk 'NR % \(views) == 1' | scrollfit fit -") == true)
    #expect(read("t_s,y\n" + lines(60) { "\($0),\($0 % 3)" }).error == nil)
  }

  @Test(arguments: [
    ("time,level,message", "2026-11-26T15:20:29.SZ,INFO,scroll y=Y t=0.016"),
    ("when,kind,message", "17957064SS,stdout,\"offset: Y\""),
    ("Start,Duration,Name,Message", "00:00:03.S,0 ns,Offset,\"y: Y\""),
    ("Type\tTimestamp\tMessage", "default\t2026-11-26 15:20:29.S+0000\tscrolled to Y"),
  ])
  func `messages in a column are offered as a log`(header: String, form: String) throws {
    let rows = lines {
      form.replacing("S", with: "\(100 + 16 * $0)").replacing("Y", with: "\($0 * $0).5")
    }
    let error = try #require(read("\(header)\n" + rows).error)
    #expect(error.code == .noKnownColumn)
    #expect(error.help.hasSuffix("type scrollfit --log trace.csv"), "\(error.help)")
    var forced = ReadingOptions()
    forced.isLog = true
    let trace = try #require(read("\(header)\n" + rows, forced).traces.first)
    #expect(trace.channel(.offset)?.values.last == 529.5 && trace.count == 24)
  }

  @Test(arguments: [
    ("zeitpunkt;stelle", "--time zeitpunkt --offset stelle trace.csv"),
    ("when;stelle_px", "--scale 1 --time when --offset stelle_px trace.csv"),
    ("Timestamp;value", "--time Timestamp --offset value trace.csv"),
  ])
  func `columns that move as a time and an offset are offered`(header: String, end: String) throws {
    let rows = lines { "\(0.5 + Double($0) / 64);\($0 * $0),5;7;\($0)" }
    let text = "\u{FEFF}\(header);id;n\n" + rows
    let error = try #require(read(text).error)
    #expect(error.code == .noKnownColumn && error.help.hasSuffix("type scrollfit fit " + end))
    // Without a time there is nothing to go by.
    let still = try #require(read("zeitpunkt;stelle\n" + lines { "7;\($0 * $0)" }).error)
    #expect(still.help.hasPrefix("name a column with --offset NAME"), "\(still.help)")
  }

  @Test func `what a finger does is offered as no offset`() throws {
    let rows = lines { "\(Double($0) / 64),\($0 * $0)" }
    let error = try #require(read("t,touchY\n" + rows).error)
    #expect(!error.help.contains("--time t --offset touchY"), "\(error.help)")
  }

  @Test func `columns of JSON are offered too`() throws {
    let rows = lines { "{\"name\": \"mark\", \"startTime\": \(16 * $0), \"detail\": \($0 * $0)}" }
    let error = try #require(read(rows).error)
    #expect(error.help.hasSuffix("type scrollfit fit --time startTime --offset detail trace.csv"))
  }

  @Test func `of named numbers the one that moves as a time is offered as one`() throws {
    let error = try #require(read(lines { "top: \($0 * $0).5 at: \(16 * $0)" }).error)
    #expect(
      error.help
        == "the numbers are named \"top\", \"at\"; if \"at\" is the time, and \"top\" is the offset, name it:"
        + " scrollfit --log --time at --offset top trace.csv")
  }

  @Test func `a share of the way is no offset`() throws {
    let share = "t=0.1 verticalNormalizedPosition=0.9\nt=0.2 verticalNormalizedPosition=0.8\n"
    #expect(read(share).error?.help.contains("content.anchoredPosition.y") == true)
    let table = read("t_s,scrollYProgress\n0,0.5\n").error
    #expect(table?.help.hasPrefix("a share of the way, from 0 to 1, is no offset") == true)
  }

  @Test func `the messages of Android Studio take one command`() throws {
    let messages = (0..<9).map {
      "{\"header\": {\"tag\": \"a\", \"timestamp\": {\"seconds\": 1700000000, \"nanos\": \($0)}},"
        + " \"message\": \"scrollY=\($0 * $0)\"}"
    }
    let text = "{\"logcatMessages\": [\(messages.joined(separator: ","))]}"
    let error = try #require(read(text).error)
    #expect(
      error.help.contains(
        "jq -r '.logcatMessages[] | \"\\(.header.timestamp.seconds + .header.timestamp.nanos / 1e9) \\(.message)\"'"
      ), "\(error.help)")
  }

  @Test func `messages are found where content rests, and a key may have a point in it`() throws {
    let rows = (0..<64).map {
      "{\"app.timestamp\": \(1000 * $0), \"log.level\": \"INFO\", \"message\": \"offset=\(max(0, $0 - 48)).5\"}"
    }
    let error = try #require(read(rows.joined(separator: "\n")).error)
    #expect(
      error.help.contains(
        #"jq -r '"\(.["app.timestamp"]) \(.message)"' trace.csv | scrollfit --log -"#),
      "\(error.help)")
  }

  @Test func `of several counters in one column the offset is chosen`() throws {
    let rows = (0..<32).map { "\(16_000_000 * $0),fps,60\n\(16_000_000 * $0),scrollY,\($0 * $0)\n" }
    let error = try #require(read("ts,name,value\n" + rows.joined()).error)
    #expect(
      error.help.hasSuffix("scrollfit fit --where name=scrollY --time ts --offset value trace.csv"),
      "\(error.help)")
  }

  @Test func `a count beside its timescale is divided`() throws {
    let rows = (0..<24).map { "\(5 * $0),600,\($0 * $0)\n" }.joined()
    let table = try #require(read("value,timescale,offset_y\n" + rows).error)
    #expect(table.code == .unclearTime)
    #expect(
      table.help.contains(
        "'$2 + 0 == $2 { $1 = sprintf(\"%.9f\", $1 / $2) } 1' trace.csv | scrollfit fit --time value -"
      ))
    let log = (0..<24).map { "CMTime(value: \(5 * $0), timescale: 600) offset: \($0 * $0)\n" }
    let error = try #require(read(log.joined()).error)
    #expect(error.help.contains("timescale") && error.help.contains("}{$1 / $2}"))
  }

  @Test func `keys that are numbers are offered as times`() throws {
    let cells = (0..<20).map { "\"0.\(10 + $0)\": \($0 * $0)" }
    let error = try #require(read("{\(cells.joined(separator: ","))}").error)
    #expect(error.code == .noKnownColumn)
    #expect(error.help.contains("to_entries[] | {t: (.key | tonumber), offset_y: .value}'"))
  }

  @Test func `columns of R are offered as rows`() throws {
    let values = (0..<20).map { "\($0).5" }.joined(separator: ", ")
    let text = "structure(list(t = c(\(values)), y = c(\(values))), class = \"data.frame\")\n"
    let help = try #require(read(text).error).help
    #expect(help.hasPrefix("write one row a sample: sed -E"))
    // The names of rows and the class are no columns.
    #expect(help.contains("awk '/^(class|row.names)$/ { exit } "))
    let swift = "let offsets: [Double] = [0.5, 1.5]\nlet times: [Double] = [0, 1]\n"
    #expect(try #require(read(swift).error).help.hasPrefix("write one row a sample: sed -E"))
  }

  @Test func `two runs in one file are not mixed`() throws {
    for form in ["[T, Y]", "(T, Y)", "T (0.0, Y)", "t=T y=Y"] {
      let run = lines {
        form.replacing("T", with: "0.\(100 + 16 * $0)").replacing("Y", with: "\($0 * $0).5")
      }
      #expect(read(run + run).error?.code == .timeBackwards, "\(form)")
    }
    let table = "| t | y |\n|---|---|\n| 0 | 1 |\n| 1 | 2 |\n"
    let error = try #require(read(table + "\n" + table).error)
    #expect(error.code == .timeBackwards && error.line == 8)
    #expect(error.help.hasSuffix("; the part before: head -n 7 trace.csv | scrollfit fit -"))
  }

  /// The names of columns above columns of numbers, which could be taken for another quantity without them.
  @Test func `a comment above columns names them`() throws {
    let pixels = try #require(read("# scale: 3\n# t  y_px\n0 3\n1 6\n").traces.first)
    #expect(pixels.channel(.offset)?.values == [1, 2])
    let three = try #require(
      read("# t  v  y\n" + lines { "\(Double($0) / 64) \(2 * $0) \($0 * $0)" }).traces.first)
    #expect(three.channel(.offset)?.values.last == 529 && three.channels.count == 1)
    // Prose, and names of other columns.
    for comment in ["# the time and y of a list", "# t y", "# t v y z"] {
      let rows = lines { "\(Double($0) / 64) 0.0 \($0 * $0)" }
      let trace = try #require(read(comment + "\n" + rows).traces.first)
      #expect(trace.channels.map(\.axis) == [.x, .y], "\(comment)")
    }
  }

  @Test func `what a frame lasts gets a command`() throws {
    let delta = read(lines { "scroll_vertical: \($0 * $0), delta: 0.0111111" })
    #expect(delta.error?.code == .unclearTime)
    #expect(
      delta.error?.help.contains("sed 's/delta/dt/' trace.csv | scrollfit --log -; else") == true)
    // Changes of the offset are no frames.
    #expect(read("y,delta\n" + lines { "\($0 * $0 * $0),\(3 * $0 * $0 + 1)" }).error == nil)
  }

  @Test func `a line without an offset that tells the time of each sample is no other line`() throws
  {
    let text = lines {
      "(CGPoint) $R\(2 * $0) = (x = 0, y = \($0 * $0).5)\n(double) $R\(2 * $0 + 1) = 81.\(100 + 16 * $0)"
    }
    let error = try #require(read(text).error)
    #expect(error.code == .emptyCell && error.line == 1)
    #expect(error.help.contains("paste -d ' ' - - | scrollfit --log -"))
  }

  @Test func `times that count 100 ns are no microseconds`() throws {
    let rows = lines { "\(133_768_000_000_000_000 + 166_667 * $0),\($0 * $0)" }
    let error = try #require(read("timestamp,y\n" + rows).error)
    #expect(error.code == .unclearTime)
    #expect(error.help.hasPrefix("make seconds of them: awk -F ',' -v OFS=',' '$1 + 0 == $1 "))
    #expect(error.help.hasSuffix("trace.csv | scrollfit fit --time-unit s -"))
    let epoch = lines { "\(1_795_706_429_016_000 + 16_667 * $0),\($0 * $0)" }
    #expect(read("timestamp,y\n" + epoch).error == nil)
  }
}
