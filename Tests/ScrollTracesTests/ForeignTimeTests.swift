import ScrollTraces
import Testing

/// Times, speeds and positions of other programs that could be taken for stamps and offsets.
@Suite struct ForeignTimeTests {
  private func lines(_ count: Int = 24, _ line: (Int) -> String) -> String {
    (0..<count).map { line($0) + "\n" }.joined()
  }

  @Test func `the time since the line before may stand behind the offset`() throws {
    for form in ["app:scroll y=Y +Tms", "app:scroll Y +Tms", "app:scroll (0, Y) +Tms"] {
      let text = lines {
        form.replacing("Y", with: "\($0 * $0).5").replacing(
          "T", with: "\($0 == 0 ? 0 : 49 + $0 % 3)")
      }
      let trace = try #require(read(text).traces.first, "\(form)")
      #expect(trace.channel(.offset)?.values.last == 529.5 && trace.timing.isRecorded, "\(form)")
      #expect(abs(trace.times[3] - 0.15) < 1e-9 && abs(trace.times[23] - 1.15) < 1e-2, "\(form)")
    }
  }

  @Test(arguments: [
    ("t,y\nT,Y", 166_667, "100 ns, as Windows and .NET do", "$1 / 10000000) } 1' trace.csv |"),
    (
      "t,y\nT,Y", 400_000, "ticks of 24 MHz, as Macs and iPhones do",
      "$1 / 24000000) } 1' trace.csv |"
    ),
    ("t,y\nT,Y", 83_333, "100 ns, as Windows and .NET do", "$1 / 10000000) } 1' trace.csv |"),
    ("t,y\nT,Y", 1, "frames, at 60 Hz", "$1 / 60) } 1' trace.csv | scrollfit fit --time-unit s -;"),
    ("t,y\nT,Y", 150_001, "TICKS a second", "$1 / TICKS) } 1' trace.csv |"),
    (
      "T VerticalOffset=Y", 166_667, "100 ns",
      "awk 'match($0, /^[^0-9]*[0-9.]+/) { a = substr($0, 1, RSTART + RLENGTH - 1); n = a;"
    ),
    (
      "timestamp: T y: Y", 400_000, "ticks of 24 MHz",
      "sprintf(\"%.9f\", n / 24000000) substr($0, RSTART + RLENGTH) } 1' trace.csv | scrollfit --log"
    ),
    ("{\"t\": T, \"y\": Y}", 166_667, "100 ns", "print it in s; else"),
  ])
  func `steps that are no frames in any unit are refused`(
    form: String, step: Int, what: String, command: String
  ) throws {
    func text(_ step: Int) -> String {
      let parts = form.split(separator: "\n").map(String.init)
      return (parts.count > 1 ? parts[0] + "\n" : "")
        + lines { row in
          parts[parts.count - 1].replacing("T", with: "\(91_234 * (step > 1 ? 1 : 0) + step * row)")
            .replacing("Y", with: "\(row * row)")
        }
    }
    let error = try #require(read(text(step)).error)
    #expect(
      error.code == .unclearTime && error.help.hasPrefix("if it counts \(what)"), "\(error.help)")
    #expect(error.help.contains(command), "\(error.help)")
    #expect(error.help.contains("; else say what it is: --time-unit "))
    // Ten samples a second.
    #expect(read(text(100_000)).error == nil && read(text(100)).error == nil)
    #expect(read(text(step), ReadingOptions(timeUnit: .microseconds)).error == nil)
  }

  @Test func `ticks and frames under other names in a log get a command`() throws {
    let ticks = try #require(read(lines { "mach=\(91_234 + 400_000 * $0) y=\($0 * $0)" }).error)
    #expect(ticks.code == .unclearTime)
    #expect(
      ticks.help.hasPrefix("if it counts ticks of 24 MHz, as Macs and iPhones do, type awk 'match(")
    )
    #expect(ticks.help.contains("1' trace.csv | scrollfit --log --time mach -; else"))
    let frames = try #require(read(lines { "frame=\(2 * $0) y=\($0 * $0)" }).error)
    #expect(frames.help.hasPrefix("if it counts frames, at 60 Hz, type awk "), "\(frames.help)")
    // The first row has none before it.
    let delta = read(lines { "delta 0.\($0 == 0 ? "0" : "00833") offset \($0 * $0)" }).error
    #expect(delta?.help.contains("sed 's/delta/dt/' trace.csv | scrollfit --log -; else") == true)
  }

  @Test func `the position of an item beside the change of the offset is refused`() throws {
    let text = lines { row in
      "D MyScroll: onScrolled dx=0 dy=\(row * row)"
        + (row % 3 == 2 ? "\nD MyAdapter: onBindViewHolder position=\(row / 3)" : "")
    }
    let error = try #require(read(text).error)
    #expect(error.code == .noKnownColumn)
    #expect(error.help.hasPrefix("if dy is the change of the offset, add it up: awk "))
  }

  @Test(arguments: ["event,t,y\nE,T,Y", "{\"type\": \"E\", \"t\": T, \"y\": Y}"])
  func `rows of the finger between those of the content are refused`(form: String) throws {
    let parts = form.split(separator: "\n").map(String.init)
    let text =
      (parts.count > 1 ? parts[0] + "\n" : "")
      + lines(60) { row in
        parts[parts.count - 1].replacing("E", with: row % 2 == 0 ? "touchmove" : "scroll")
          .replacing("T", with: "\(8 * row)").replacing(
            "Y", with: "\(row % 2 == 0 ? 700 - row : 300 + row)")
      }
    let error = try #require(read(text).error)
    #expect(error.code == .mixedRows)
    let name = parts.count > 1 ? "event" : "type"
    #expect(error.help.hasSuffix("scrollfit fit --where \(name)=scroll trace.csv"), "\(error.help)")
    var options = ReadingOptions()
    options.conditions = [RowCondition(column: name, value: "scroll")]
    #expect(read(text, options).traces.first?.count == 30)
  }

  @Test func `a number named as a time in another program wins over the stamp of the line`() throws
  {
    let text = lines {
      "11-28 09:14:03.\(100 + 16 * $0) 1234 1234 D Scroll: frameTimeNanos=\(87_230_451_234_567 + 16_666_667 * $0) scrollY=\($0 * $0)"
    }
    let trace = try #require(read(text).traces.first)
    #expect(trace.timing == .stamps(column: "frameTimeNanos"))
    #expect(abs(trace.times[23] - trace.times[0] - 23 * 0.016666667) < 1e-9)
    // How long a frame took is none.
    let lasting = lines {
      "11-28 09:14:03.\(100 + 16 * $0) 1234 1234 D Scroll: frameTime=16.\($0 % 3) scrollY=\($0 * $0)"
    }
    #expect(read(lasting).traces.first?.timing == .stamps(column: "t_s"))
  }

  @Test(arguments: ["frameTime,y\nD,Y", "elapsed,y\nD,Y", "elapsed_ms=D y=Y"])
  func `times that do not grow are how long each row lasted`(form: String) throws {
    let parts = form.split(separator: "\n").map(String.init)
    let isTable = parts.count > 1
    for durations in [[16.675, 16.643, 16.745], [16.6]] where isTable || durations.count > 1 {
      let text =
        (isTable ? parts[0] + "\n" : "")
        + lines { row in
          parts[parts.count - 1].replacing("D", with: "\(durations[row % durations.count])")
            .replacing("Y", with: "\(row * row)")
        }
      let error = try #require(read(text).error)
      #expect(error.code == .unclearTime)
      let name = isTable ? "\(parts[0].dropLast(2))/dt" : "elapsed_ms/dt_ms"
      #expect(
        error.help.contains(
          ": sed 's/\(name)/' trace.csv | scrollfit \(isTable ? "fit" : "--log") -;"),
        "\(error.help)")
    }
    let unsorted = read("elapsed,y\n" + lines { "\($0 == 9 ? 3.5 : Double($0) + 1),\($0)" }).error
    #expect(unsorted?.code == .timeBackwards)
  }

  @Test func `a share of the way is none whatever its range, and gives way to pixels`() throws {
    let point = read(
      lines { "12.\(100 + 16 * $0) normalizedPosition (0.00, \(1.2 - 0.04 * Double($0)))" })
    #expect(point.error?.help.contains("content.anchoredPosition.y") == true)
    let beyond = read("t_s,pos\n" + lines { "\($0),\(1.2 - 0.05 * Double($0))" }).error
    #expect(beyond?.code == .noKnownColumn)
    let pixels = try #require(
      read(lines { "offset: \(0.9 - 0.03 * Double($0)) pixels: \($0 * $0) time: 0.\(10 + $0)" })
        .traces
        .first)
    #expect(pixels.channel(.offset)?.values.last == 529)
  }

  @Test func `frames and times of Unity without a mark are read`() throws {
    let text = lines {
      "Frame \(4000 + $0) time 12.\(100 + 16 * $0) anchoredPosition (0.00, \($0 * $0).5)"
    }
    let trace = try #require(read(text).traces.first)
    #expect(trace.channel(.offset)?.values.last == 529.5 && trace.times[0] == 12.1)
  }

  @Test(arguments: [
    (
      "time;y\n00:00:00:F;1", "awk -F ';' -v OFS=';' '{ n = split($1, p, /[:;]/)", "scrollfit fit -"
    ),
    ("#T X Y\n0:00:00:F 12.0 1.5", "awk '{ n = split($1, p, /[:;]/)", "scrollfit fit -"),
    ("00:00:00:F y=1.5", "awk '{ n = split($1, p, /[:;]/)", "scrollfit --log -"),
  ])
  func `time codes of videos are named`(form: String, command: String, end: String) throws {
    let parts = form.split(separator: "\n").map(String.init)
    let text =
      (parts.count > 1 ? parts[0] + "\n" : "")
      + lines { parts[parts.count - 1].replacing("F", with: $0 < 10 ? "0\($0)" : "\($0)") }
    let error = try #require(read(text).error)
    #expect(error.code == .notANumber && error.message.contains("time code of a video"))
    #expect(
      error.help.contains(command) && error.help.hasSuffix("trace.csv | \(end)"), "\(error.help)")
  }

  @Test func `speeds at the times of frames are samples without an offset`() throws {
    let speeds = read("time,velocity\n" + lines { "\(Double($0) / 64),\($0)" }).error
    #expect(speeds?.code == .noKnownColumn && speeds?.help.contains("print the offset") == true)
    let both = read("time,velocity,distance\n" + lines { "\(Double($0) / 64),\($0),\($0)" }).error
    #expect(both?.help.hasSuffix("type scrollfit fit --offset distance trace.csv") == true)
    #expect(read("t,velocity,distance\n" + lines { "\(30 * $0),\($0),\($0)" }).error == nil)
  }

  @Test func `points that separate thousands beside decimal commas are taken out`() throws {
    let offsets = read("t_s;offset\n" + lines { "0,\(100 + $0);\(5 + $0 % 2).900" }).error
    #expect(offsets?.help.hasSuffix("remove them: tr -d . < trace.csv | scrollfit fit -") == true)
    let times = read(
      "t_ms;y\n"
        + lines(80) { row in
          let time = row * 16
          return time < 1000 ? "\(time);\(row)" : "1.\("\(time)".suffix(3));\(row)"
        }
    ).error
    #expect(times?.code == .notANumber)
    #expect(times?.help.hasSuffix(": tr -d . < trace.csv | scrollfit fit -") == true)
    let ticks = read("Ticks;y\n" + lines { "\(91_234 + 166_667 * $0);\($0),50" }).error
    #expect(ticks?.help.contains("type tr , . < trace.csv | awk -F ';' -v OFS=';' ") == true)
    #expect(ticks?.help.contains("$1 / 10000000) } 1' | scrollfit fit --time Ticks -") == true)
  }
}
