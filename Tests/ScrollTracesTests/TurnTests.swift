import Foundation
import ScrollTraces
import Testing

/// Several views whose samples stand in turns, with a time that no name tells.
@Suite struct TurnTests {
  /// Samples of several views at 120 Hz, with stamps in s that are equal or a little apart; some may be lost.
  private func rows(
    of views: Int, apart: Double = 0, losing lost: Int = 0, count: Int = 60,
    _ row: (_ time: Double, _ view: String, _ offset: Int) -> String
  ) -> String {
    var text = ""
    for index in 0..<count * views {
      let (frame, view) = (index / views, index % views)
      if lost > 0, index % lost == 5 { continue }
      let offset = (frame * frame) / (view + 1)
      let time = Double(frame) / 120 + Double(view) * apart
      text += row(time, ["feed", "head", "tail"][view], offset) + "\n"
    }
    return text
  }

  private func stamp(_ time: Double) -> String { String(format: "%.6f", time) }

  private func options(_ condition: String, isLog: Bool = true) -> ReadingOptions {
    var options = ReadingOptions()
    options.isLog = isLog
    options.conditions = [condition].compactMap { RowCondition($0) }
    return options
  }

  /// Lines with a time T, a view V and an offset Y.
  private static let forms = [
    "T view=V y=Y", "[T] view=V y=Y", "view=V y=Y at T", "view=V y=Y T", "view=V [T, Y]",
    "view=V T Y", "16:07:34.000 frame T view=V y=Y", "16:07:34 view=V T y=Y",
  ]

  @Test(arguments: forms, [0, 0.0003])
  func `a time without a name is that of the lines that are chosen`(
    form: String, apart: Double
  ) throws {
    for (views, lost) in [(1, 0), (2, 0), (3, 0), (2, 11), (3, 11)] {
      let text = rows(of: views, apart: apart, losing: lost) { time, view, offset in
        form.replacing("T", with: stamp(time)).replacing("V", with: view)
          .replacing("Y", with: "\(offset).5")
      }
      let own = Array(text.split(separator: "\n").filter { $0.contains("feed") })
      let alone = own.joined(separator: "\n") + "\n"
      let bytes = Array(text.utf8)
      let reading = read(bytes, pieces: 1 << 16, options("view=feed"))
      let expected = read(Array(alone.utf8), pieces: 1 << 16, options("view=feed"))
      let trace = try #require(reading.traces.first, "\(form) \(String(describing: reading.error))")
      #expect(trace.timing.isRecorded && trace.count == own.count, "\(form) of \(views)")
      #expect(trace.times == expected.traces.first?.times, "\(form) of \(views)")
      #expect(trace.channels == expected.traces.first?.channels)
    }
  }

  @Test func `a view that is told by a number is chosen too`() throws {
    let text = rows(of: 2) { time, view, offset in
      "\(stamp(time)) view=\(view == "feed" ? "1" : "2") y=\(offset).5"
    }
    let trace = try #require(read(text, options("VIEW=1.0")).traces.first)
    #expect(trace.timing.isRecorded && trace.count == 60)
    #expect(trace.log?.isMixed == false)
  }

  @Test(arguments: [2, 3])
  func `views with equal stamps keep their times and are refused`(views: Int) throws {
    let text = rows(of: views) { time, view, offset in "\(stamp(time)) view=\(view) y=\(offset).5" }
    let error = try #require(read(text, ReadingOptions()).error)
    #expect(error.code == .mixedRows && error.help.contains("grep -F "), "\(error)")
    // Where all views move alike nothing else tells them apart.
    let alike = rows(of: views, losing: 11) { time, _, _ in
      "\(stamp(time)) id=1 y=\(Int(time * 240)).5"
    }
    let trace = try #require(read(alike, ReadingOptions()).traces.first)
    #expect(trace.timing.isRecorded)
  }

  @Test func `a number that counts the lines of all views is no time of one`() throws {
    for views in [1, 2, 3] {
      var line = 0
      let text = rows(of: views) { _, view, offset in
        line += 1
        return "\(line):view=\(view) y=\(offset).5"
      }
      let trace = try #require(read(text, options("view=feed")).traces.first, "of \(views)")
      #expect(!trace.timing.isRecorded && trace.count == 60)
    }
    var row = 0
    let table = rows(of: 2) { _, view, offset in
      row += 1
      return "\(row),\(view),\(offset).5"
    }
    let trace = read("index_q,view,y\n" + table, options("view=feed", isLog: false)).traces.first
    #expect(trace?.count == 60)
  }

  @Test func `a time on a line of its own is that of each view behind it`() throws {
    let lines = rows(of: 2) { time, view, offset in
      (view == "feed" ? "t: \(stamp(time))\n" : "") + "view=\(view) y=\(offset).5"
    }
    for view in ["feed", "head"] {
      let trace = try #require(read(lines, options("view=\(view)")).traces.first, "\(view)")
      #expect(trace.timing.isRecorded && trace.count == 60, "\(view)")
    }
  }

  @Test(arguments: ["stamp_q,view,y\n", ""], [0, 0.0003])
  func `an unknown column is judged by the rows that are chosen`(
    header: String, apart: Double
  ) throws {
    for views in [1, 2, 3] {
      let text = rows(of: views, apart: apart) { time, view, offset in
        header.isEmpty
          ? #"{"stamp_q": \#(stamp(time)), "view": "\#(view)", "y": \#(offset).5}"#
          : "\(stamp(time)),\(view),\(offset).5"
      }
      let error = try #require(
        read(header + text, options("view=feed", isLog: false)).error, "of \(views)")
      #expect(error.code == .unclearTime && error.help.contains("--time stamp_q"), "\(error)")
      if apart == 0 {
        let all = try #require(read(header + text, ReadingOptions()).error)
        #expect(all.help.contains("--time stamp_q"), "\(all)")
      } else if views > 1 {
        let all = try #require(read(header + text, ReadingOptions()).error)
        #expect(all.help.contains("--where view=NAME"), "\(all)")
      }
    }
  }

  @Test func `dates under an unknown name are those of the rows that are chosen`() throws {
    let text = rows(of: 2) { time, view, offset in
      let date = view == "feed" ? "2026-03-14 15:09:2\(stamp(time))" : "00:00:00.000"
      return "\(date),\(view),\(offset).5"
    }
    let trace = try #require(
      read("when,view,y\n" + text, options("view=feed", isLog: false)).traces.first)
    #expect(trace.timing.isRecorded && trace.count == 60)
    #expect(abs(trace.times[59] - trace.times[0] - 59.0 / 120) < 1e-5)
    // The days of other rows do not move those that are read.
    let clocks = rows(of: 2) { time, view, offset in
      "\(view == "feed" ? "15:09:2\(stamp(time))" : "00:00:00.0"),\(view),\(offset).5"
    }
    let day = try #require(
      read("when,view,y\n" + clocks, options("view=feed", isLog: false)).traces.first)
    #expect(abs(day.times[59] - day.times[0] - 59.0 / 120) < 1e-5)
  }

  @Test func `events of rows that are not chosen are not counted`() throws {
    let text = rows(of: 2) { time, view, offset in
      "\(stamp(time)),\(view == "feed" ? "scroll" : "touchmove"),\(view),\(offset).5"
    }
    let table = "t,type,view,y\n" + text
    #expect(read(table, ReadingOptions()).error?.code == .mixedRows)
    let trace = try #require(read(table, options("view=feed", isLog: false)).traces.first)
    #expect(trace.count == 60)
  }
}
