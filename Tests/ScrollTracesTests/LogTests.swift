import ScrollTraces
import Testing

/// Lines that a program printed, and the samples in them.
struct LogCase: CustomTestStringConvertible, Sendable {
  var name: String
  var lines: [String]
  /// The time, or nil without stamps, then the values of the channels, of each sample.
  var samples: [[Double?]]
  /// The channels, as in `offset y`.
  var channels = ["offset y"]
  /// Lines that hold no sample.
  var otherLines = 0
  /// Whether only `--log` makes it a log.
  var isForced = false

  var testDescription: String { name }
}

@Suite struct LogTests {
  private static let pair = ["offset x", "offset y"]

  /// Twelve lines or samples; a typed function, because the compiler gives up on closures without types here.
  private static func dozen<Item>(_ item: (Int) -> Item) -> [Item] { (0..<12).map(item) }
  private static let squares = dozen { row -> [Double?] in [Double(row) / 64, Double(row * row)] }

  static let cases: [LogCase] = [
    LogCase(
      name: "Xcode",
      lines: [
        "2026-11-23 16:07:34.906123+0000 App[123:456] contentOffset: (0.0, -88.3)",
        "2026-11-23 16:07:34.922790+0000 App[123:456] contentOffset: (0.0, -90)",
      ],
      samples: [[58054.906123, 0, -88.3], [58054.922790, 0, -90]], channels: pair),
    LogCase(
      name: "Xcode without stamps, with other lines",
      lines: ["Hello", "contentOffset: (0.0, -88.3)", "3 items", "contentOffset: (1.5, -90)"],
      samples: [[nil, 0, -88.3], [nil, 1.5, -90]], channels: pair, otherLines: 2),
    LogCase(
      name: "CGPoint", lines: ["CGPoint(x: 0, y: 12.3)", "CGPoint(x: 0, y: 14)"],
      samples: [[nil, 0, 12.3], [nil, 0, 14]], channels: pair),
    LogCase(
      name: "Optional", lines: ["Optional((0.0, 12.3))", "Optional((0.0, 14.0))"],
      samples: [[nil, 0, 12.3], [nil, 0, 14]], channels: pair),
    LogCase(
      name: "a named Optional",
      lines: ["offset: Optional((0.0, 12.3))", "offset: Optional((0.0, 14.0))"],
      samples: [[nil, 0, 12.3], [nil, 0, 14]], channels: pair),
    LogCase(
      name: "NSStringFromCGPoint", lines: ["{0, -12.5}", "{0, -14}"],
      samples: [[nil, 0, -12.5], [nil, 0, -14]], channels: pair),
    LogCase(
      name: "NSValue in LLDB", lines: ["NSPoint: {0, 12}", "NSPoint: {0, 14.5}"],
      samples: [[nil, 0, 12], [nil, 0, 14.5]], channels: pair),
    LogCase(
      name: "results of LLDB",
      lines: ["(CGPoint) $R1 = (x = 0, y = 12.5)", "(CGPoint) $R2 = (x = 0, y = 14)"],
      samples: [[nil, 0, 12.5], [nil, 0, 14]], channels: pair),
    LogCase(
      name: "numbered results of LLDB", lines: ["(CGFloat) $0 = 12.5", "(CGFloat) $1 = 14"],
      samples: [[nil, 12.5], [nil, 14]]),
    LogCase(
      name: "pairs without spaces", lines: ["[0,345.5]", "[12,346.25]"],
      samples: [[nil, 0, 345.5], [nil, 12, 346.25]], channels: pair),
    LogCase(
      name: "a list with a comma and a space", lines: ["0.016, 12.5", "0.033, 14"],
      samples: [[0.016, 12.5], [0.033, 14]], isForced: true),
    LogCase(
      name: "the description of a view",
      lines: (0..<2).map {
        "<UIScrollView: 0x7f8b; frame = (0 0; 375 812); contentOffset: {0, \($0)}; contentSize: {375, 2000}>"
      }, samples: [[nil, 0, 0], [nil, 0, 1]], channels: pair),
    LogCase(
      name: "os_log of a device",
      lines: [
        "Nov 23 16:07:34.906123 App(Scroll)[123] <Notice>: offset 5",
        "Nov 23 16:07:34.922790 App(Scroll)[123] <Notice>: offset 6",
      ], samples: [[58054.906123, 5], [58054.922790, 6]]),
    LogCase(
      name: "log stream",
      lines: [
        "Timestamp                       Thread     Type        Activity             PID    TTL",
        "2026-11-23 16:07:34.906123+0000 0x1a2b     Default     0x0                  123    0    App: (Lib) [com.a:scroll] offset=5",
        "2026-11-23 16:07:34.922790+0000 0x1a2b     Default     0x0                  123    0    App: (Lib) [com.a:scroll] offset=6",
      ], samples: [[58054.906123, 5], [58054.922790, 6]], otherLines: 1),
    LogCase(
      name: "logcat, threadtime",
      lines: [
        "--------- beginning of main",
        "11-23 16:07:34.906  1234  1234 D Scroll  : y=1234",
        "11-23 16:07:34.910   123   129 I GC: freed 12 objects; x=7",
        "11-23 16:07:34.923  1234  1234 D Scroll  : y=1236.5",
      ], samples: [[58054.906, 1234], [58054.923, 1236.5]], otherLines: 2),
    LogCase(
      name: "logcat, a number without a name beside a name that never changes",
      lines: [
        "11-23 16:07:34.906  1234  1234 D Scroll: 12", "11-23 16:07:34.907  12  12 D Other: x=7",
        "11-23 16:07:34.923  1234  1234 D Scroll: 13", "11-23 16:07:34.924  12  12 D Other: x=7",
      ], samples: [[58054.906, 12], [58054.923, 13]], otherLines: 2),
    LogCase(
      name: "ISO 8601, from toISOString",
      lines: ["2026-11-23T16:07:34.906Z 12.5", "2026-11-23T16:07:34.923Z 13"],
      samples: [[58054.906, 12.5], [58054.923, 13]]),
    LogCase(
      name: "ISO 8601, a level and two names",
      lines: [
        "2026-11-23T16:07:34.906+01:00 DEBUG velocity=7 offset=5",
        "2026-11-23T16:07:34.923+01:00 DEBUG velocity=8 offset=6",
      ], samples: [[58054.906, 5], [58054.923, 6]]),
    LogCase(
      name: "logcat, time",
      lines: ["11-23 16:07:34.906 D/Scroll( 1234): 12", "11-23 16:07:34.923 D/Scroll( 1234): 13"],
      samples: [[58054.906, 12], [58054.923, 13]]),
    LogCase(
      name: "logcat, epoch",
      lines: [
        "1763913600.125  1234  1234 D Scroll  : y=1", "1763913600.250  1234  1234 D Scroll  : y=2",
      ], samples: [[1_763_913_600.125, 1], [1_763_913_600.25, 2]]),
    LogCase(
      name: "logcat, brief", lines: ["D/Scroll  ( 1234): y=5", "D/Scroll  ( 1234): y=6"],
      samples: [[nil, 5], [nil, 6]]),
    LogCase(
      name: "Android Studio",
      lines: [
        "2026-11-23 16:07:34.906  1234-1234  Scroll   com.example.app   D  y=5",
        "2026-11-23 16:07:34.923  1234-1234  Scroll   com.example.app   D  y=6",
      ], samples: [[58054.906, 5], [58054.923, 6]]),
    LogCase(
      name: "Android Studio before 2022",
      lines: [
        "2026-11-23 16:07:34.906 1234-1234/com.example.app D/Scroll: y=5",
        "2026-11-23 16:07:34.923 1234-1234/com.example.app D/Scroll: y=6",
      ], samples: [[58054.906, 5], [58054.923, 6]]),
    LogCase(
      name: "Flutter", lines: ["flutter: 88.33", "flutter: 90", "Reloaded 1 of 700 libraries"],
      samples: [[nil, 88.33], [nil, 90]], otherLines: 1),
    LogCase(
      name: "Flutter on Android",
      lines: ["I/flutter ( 1234): 88.33", "I/flutter ( 1234): 90"],
      samples: [[nil, 88.33], [nil, 90]]),
    LogCase(
      name: "React Native", lines: [" LOG  88.33", " LOG  90", " WARN  old"],
      samples: [[nil, 88.33], [nil, 90]], otherLines: 1),
    LogCase(
      name: "React Native, an event",
      lines: (5..<7).map {
        #" LOG  {"contentOffset": {"x": 0, "y": \#($0)}, "contentSize": {"height": 2000, "width": 9}}"#
      }, samples: [[nil, 0, 5], [nil, 0, 6]], channels: pair),
    LogCase(
      name: "Playwright",
      lines: [
        "[16:07:34.906] LOG velocity: 5, offset: 6692.3",
        "[16:07:34.923] LOG velocity: 4, offset: 6700",
      ], samples: [[58054.906, 6692.3], [58054.923, 6700]]),
    LogCase(
      name: "the place in the program first", lines: ["scroll.js:12 88.33", "scroll.js:12 90"],
      samples: [[nil, 88.33], [nil, 90]]),
    LogCase(
      name: "the place in the program last",
      lines: ["scrollTop 88.33 scroll.js:12:15", "scrollTop 90 scroll.js:12:15"],
      samples: [[nil, 88.33], [nil, 90]]),
    LogCase(
      name: "console.log", lines: ["console.log: 88.33", "console.log: 90"],
      samples: [[nil, 88.33], [nil, 90]]),
    LogCase(
      name: "an object", lines: ["{x: 0, y: 12}", "{x: 0, y: 13}"],
      samples: [[nil, 0, 12], [nil, 0, 13]], channels: pair),
    LogCase(
      name: "times and offsets by name", lines: ["t=0.016 y=12.3", "t=0.033 y=14"],
      samples: [[0.016, 12.3], [0.033, 14]]),
    LogCase(
      name: "two numbers, the first grows",
      lines: ["0.016 12.3", "0.033 14", "0.050 13"],
      samples: [[0.016, 12.3], [0.033, 14], [0.05, 13]]),
    LogCase(
      name: "a number and a colon", lines: ["0.016: 12.3", "0.033: 14"],
      samples: [[0.016, 12.3], [0.033, 14]]),
    LogCase(
      name: "a number in brackets", lines: ["[0.016] y: 12.3", "[0.033] y: 14"],
      samples: [[0.016, 12.3], [0.033, 14]]),
    LogCase(
      name: "a number and a pair", lines: ["0.016 (1, 12.3)", "0.033 (0, 14)"],
      samples: [[0.016, 1, 12.3], [0.033, 0, 14]], channels: pair),
    LogCase(
      name: "two numbers, the first falls", lines: ["8 12.3", "7.5 14"],
      samples: [[nil, 8, 12.3], [nil, 7.5, 14]], channels: pair),
    LogCase(
      name: "a count of lines is no time", lines: ["1 12.3", "2 14", "3 15"],
      samples: [[nil, 12.3], [nil, 14], [nil, 15]]),
    LogCase(
      name: "milliseconds of a clock of the program",
      lines: ["scroll 5123.4 10", "scroll 5140.1 12", "scroll 5156.8 13"],
      samples: [[5.1234, 10], [5.1401, 12], [5.1568, 13]]),
    LogCase(
      name: "units", lines: ["t=16.5ms offset: 12.5 pt", "t=33ms offset: 14 pt"],
      samples: [[0.0165, 12.5], [0.033, 14]]),
    LogCase(
      name: "midnight",
      lines: ["[23:59:59.99] offset 1", "[00:00:00.01] offset 2"],
      samples: [[86399.99, 1], [86400.01, 2]]),
    LogCase(
      name: "Python",
      lines: ["2026-11-23 16:07:34,906 DEBUG [main] a.b - y=1"]
        + ["2026-11-23 16:07:34,923 DEBUG [main] a.b - y=2"],
      samples: [[58054.906, 1], [58054.923, 2]]),
    LogCase(
      name: "colours of a terminal",
      lines: ["\u{1B}[32mflutter:\u{1B}[0m 88.33", "\u{1B}[32mflutter:\u{1B}[0m 90"],
      samples: [[nil, 88.33], [nil, 90]]),
    LogCase(
      name: "the file of a recorder",
      lines: [
        "Launching lib/main.dart", "flutter: # scale: 3", "flutter: t_s,offset_y_pt,phase",
        "flutter: 0.000000,0,rest", "flutter: hello", "flutter: 0.016667,-1.5,drag",
      ], samples: [[0, 0], [0.016667, -1.5]], otherLines: 2),
    LogCase(
      name: "the file of a recorder in logcat",
      lines: [
        "11-23 16:07:34.906  1234  1234 D Scroll  : t_s,offset_y_pt",
        "11-23 16:07:34.906  1234  1234 D Scroll  : 0.000000,1",
        "11-23 16:07:34.906  1234  1234 D Other   : 7,8",
        "11-23 16:07:34.906  1234  1234 D Scroll  : 0.016667,2",
      ], samples: [[0, 1], [0.016667, 2]], otherLines: 1),
    LogCase(
      name: "Safari", lines: ["[Log] 12.5 (scroll.js, line 3)", "[Log] 14 (scroll.js, line 12)"],
      samples: [[nil, 12.5], [nil, 14]]),
    LogCase(
      name: "the console of Firefox",
      lines: [
        "16:07:34.906 12.5 debugger eval code:1:9", "16:07:34.923 14 debugger eval code:1:9",
      ], samples: [[58054.906, 12.5], [58054.923, 14]]),
    LogCase(
      name: "a name in the console of Firefox",
      lines: ["offset: 12.5 debugger eval code:1:9", "offset: 14 debugger eval code:1:9"],
      samples: [[nil, 12.5], [nil, 14]]),
    LogCase(
      name: "a byte order mark",
      lines: ["\u{FEFF}App[123:456] offset: 1", "App[123:456] offset: 2"],
      samples: [[nil, 1], [nil, 2]]),
    LogCase(
      name: "rows of JSON",
      lines: dozen { "[\(Double($0) / 64), \($0 * $0)]" },
      samples: squares),
    LogCase(
      name: "tuples of Python",
      lines: dozen { "(\(Double($0) / 64), \($0 * $0))" },
      samples: squares),
    LogCase(
      name: "rows of numpy",
      lines: dozen { "\($0 == 0 ? "[" : " ")[\(Double($0) / 64) \($0 * $0).]" },
      samples: squares),
    LogCase(
      name: "minutes and seconds", lines: ["59:59.500 12.5", "59:59.750 14"],
      samples: [[3599.5, 12.5], [3599.75, 14]]),
    LogCase(
      name: "a minus sign and spaces of typography",
      lines: ["offset:\u{A0}\u{2212}12.5", "offset:\u{202F}\u{2212}14", "offset\u{A0}\u{2212}15"],
      samples: [[nil, -12.5], [nil, -14], [nil, -15]]),
    LogCase(
      name: "flutter run -v",
      lines: ["[        ] I/flutter ( 123): 12.5", "[  +16 ms] I/flutter ( 123): 14"],
      samples: [[nil, 12.5], [nil, 14]]),
    LogCase(
      name: "the position of Flutter",
      lines: dozen {
        "ScrollPositionWithSingleContext#1a2b3(offset: \($0 * $0).5, range: 0.0..4000.0,"
          + " viewport: 800.0, BallisticScrollActivity#\($0)ab)"
      }, samples: dozen { [nil, Double($0 * $0) + 0.5] }),
    LogCase(
      name: "a list of YAML",
      lines: ["device: phone", "samples:", "  - t: 0.5", "    y: 1", "  - t: 0.75", "    y: 3"],
      samples: [[0.5, 1], [0.75, 3]], otherLines: 2),
    LogCase(
      name: "a list of YAML with sorted and nested keys",
      lines: ["-", "  contentOffset:", "    x: 0", "    y: 1", "  t: 0.5"]
        + ["-", "  contentOffset:", "    x: 0", "    y: 3", "  t: 0.75"],
      samples: [[0.5, 0, 1], [0.75, 0, 3]], channels: pair),
    LogCase(
      name: "lists in a list of YAML",
      lines: ["samples:"]
        + dozen { "- - \(Double($0) / 64)" }.enumerated().flatMap {
          [$1, "  - \(-$0 * $0)"]
        }, samples: dozen { [Double($0) / 64, Double(-$0 * $0)] }, otherLines: 1),
    LogCase(
      name: "a time with its unit behind the tag",
      lines: ["flutter: [500ms] offset=1", "flutter: [750ms] offset=3"],
      samples: [[0.5, 1], [0.75, 3]]),
    LogCase(
      name: "the clock of Android",
      lines: ["D/Scroll: uptimeMillis=500 y=1", "D/Scroll: uptimeMillis=750 y=3"],
      samples: [[0.5, 1], [0.75, 3]]),
    LogCase(
      name: "tables of TOML",
      lines: ["[[samples]]", "t_ms = 500", "y = 1", "[[samples]]", "t_ms = 750", "y = 3"],
      samples: [[0.5, 1], [0.75, 3]], otherLines: 2),
    LogCase(
      name: "logcat -v long",
      lines: [
        "[ 11-26 10:00:00.500  123: 456 D/Scroll ]", "offset: 1", "",
        "[ 11-26 10:00:00.600  123: 456 D/Other ]", "hello", "",
        "[ 11-26 10:00:00.750  123: 456 D/Scroll ]", "offset: 3", "",
      ], samples: [[36000.5, 1], [36000.75, 3]], otherLines: 1),
    LogCase(
      name: "objects in Firefox, with their places on lines of their own",
      lines: ["Object { t: 0.5, y: 1 }", "debugger eval code:1:9"]
        + ["Object { t: 0.75, y: 3 }", "debugger eval code:1:9"],
      samples: [[0.5, 1], [0.75, 3]], otherLines: 2),
    LogCase(
      name: "a clock that is put back",
      lines: [
        "2026-10-25T02:59:59.500+02:00 y=1", "2026-10-25T02:00:00.250+01:00 y=3",
        "2026-10-25T02:00:01.250+01:00 y=4",
      ], samples: [[10799.5, 1], [10800.25, 3], [10801.25, 4]]),
    LogCase(
      name: "a clock that is put on", lines: ["01:59:59.500+0100 y=1", "03:00:00.250+0200 y=3"],
      samples: [[7199.5, 1], [7200.25, 3]]),
    LogCase(
      name: "a clock of twelve hours", lines: ["[11:59:59.500 AM] 1", "[12:00:00.250 PM] 3"],
      samples: [[43199.5, 1], [43200.25, 3]]),
    LogCase(
      name: "Unreal",
      lines: [
        "[2026.11.26-16.07.34:500][ 12]LogTemp: y=1", "[2026.11.26-16.07.34:750][ 13]LogTemp: y=3",
      ], samples: [[58054.5, 1], [58054.75, 3]]),
    LogCase(
      name: "a process beside an offset without a name",
      lines: ["pw:browser [pid=12] 1.5", "pw:browser [pid=12] 3"],
      samples: [[nil, 1.5], [nil, 3]]),
    LogCase(
      name: "a box of Flutter's logger, with the time on a line before",
      lines: [
        "│ 16:07:34.500 (+0:00:00.001)", "│ 💡 offset 1", "│ 16:07:34.750 (+0:00:00.251)",
        "│ 💡 offset 3",
      ], samples: [[58054.5, 1], [58054.75, 3]]),
    LogCase(
      name: "pixels of Slint", lines: ["viewport-y: -1px", "viewport-y: -2.5px"],
      samples: [[nil, -1], [nil, -2.5]]),
    LogCase(
      name: "points in space", lines: ["(0.0, 12.5, 0.0)", "(1.0, 14, 0.0)"],
      samples: [[nil, 0, 12.5], [nil, 1, 14]], channels: pair),
    LogCase(
      name: "a transform of CSS",
      lines: ["translate3d(0px, -12.5px, 0px)", "translate3d(0px, -14px, 0px)"],
      samples: [[nil, 0, -12.5], [nil, 0, -14]], channels: pair),
    LogCase(
      name: "transforms of CSS along one axis",
      lines: ["scroll.js:12 t=0.5 translateX(0px) translateY(1px) scale(1)"]
        + ["scroll.js:12 t=0.75 translateX(0px) translateY(3px) scale(1)"],
      samples: [[0.5, 0, 1], [0.75, 0, 3]], channels: pair),
    LogCase(
      name: "a transform of React Native", lines: ["t=0.5 translateY: 1", "t=0.75 translateY: 3"],
      samples: [[0.5, 1], [0.75, 3]]),
    LogCase(
      name: "a transform of CSS with a time",
      lines: ["t=0.5 translateY(1px)", "t=0.75 translateY(3px)"],
      samples: [[0.5, 1], [0.75, 3]]),
    LogCase(
      name: "bars between tags and negative offsets",
      lines: ["DEBUG | y | -1.5", "DEBUG | y | -3.5"], samples: [[nil, -1.5], [nil, -3.5]]),
    LogCase(
      name: "bars below a line without a number",
      lines: ["y | begin", "y | 1.5", "y | 3.5"], samples: [[nil, 1.5], [nil, 3.5]],
      otherLines: 1),
    LogCase(
      name: "a table behind a tag, from its header on",
      lines: ["flutter: t_s,offset_y_pt", "flutter: 0.5,1", "flutter: 0.75,3"],
      samples: [[0.5, 1], [0.75, 3]]),
    LogCase(
      name: "the time since the line before", lines: ["+500ms y=1", "+250ms y=3"],
      samples: [[0.5, 1], [0.75, 3]]),
    LogCase(
      name: "a time with its unit in brackets", lines: ["[500ms] y=1", "[750ms] y=3"],
      samples: [[0.5, 1], [0.75, 3]]),
    LogCase(
      name: "milliseconds behind a colon", lines: ["16:07:34:500 y=1", "16:07:34:750 y=3"],
      samples: [[58054.5, 1], [58054.75, 3]]),
    LogCase(
      name: "numbers of Kotlin", lines: ["0.5f y=1.0f", "0.75f y=3.5f"],
      samples: [[0.5, 1], [0.75, 3.5]]),
    LogCase(
      name: "the default pattern of Qt",
      lines: [
        "qml: 500 1.5 (file:///a/main.qml:12, onContentYChanged)",
        "qml: 750 3 (file:///a/main.qml:12, onContentYChanged)",
      ], samples: [[0.5, 1.5], [0.75, 3]]),
    LogCase(
      name: "words between the time and a pair",
      lines: ["0.5: anchor (0, 1)", "0.75: anchor (0, 3)"],
      samples: [[0.5, 0, 1], [0.75, 0, 3]], channels: pair),
    LogCase(
      name: "the time of day beside two numbers",
      lines: ["16:07:34.500 scrolled 1 9", "16:07:34.750 scrolled 4 5"],
      samples: [[58054.5, 1, 9], [58054.75, 4, 5]], channels: pair),
    LogCase(
      name: "spaces and marks without a width",
      lines: [
        "\u{200E}16:07:34.500\u{A0}offset:\u{A0}\u{200E}1.5\u{A0}pt",
        "\u{200E}16:07:34.750\u{A0}offset:\u{A0}\u{200E}3\u{A0}pt",
      ], samples: [[58054.5, 1.5], [58054.75, 3]]),
    LogCase(
      name: "the place that chromedriver prints",
      lines: ["500 http://x/s.js 12:10 1.5", "750 http://x/s.js 12:10 3"],
      samples: [[0.5, 1.5], [0.75, 3]]),
    LogCase(
      name: "points that slow down along both axes",
      lines: dozen { "[\($0 * (24 - $0)), \($0 * $0)]" },
      samples: dozen { [nil, Double($0 * (24 - $0)), Double($0 * $0)] }, channels: pair),
    LogCase(
      name: "words of one line", lines: ["a", "b", "c", "scroll 1", "scroll 2"],
      samples: [[nil, 1], [nil, 2]], otherLines: 3, isForced: true),
  ]

  @Test(arguments: cases)
  func `lines are read as their samples, with LF and CRLF, in all pieces`(log: LogCase) throws {
    var options = ReadingOptions()
    for (end, forced) in [("\n", log.isForced), ("\r\n", true)] {
      options.isLog = forced
      let text = log.lines.joined(separator: end) + end
      let reading = read(text, options)
      #expect(reading.error == nil)
      let trace = try #require(reading.traces.first)
      #expect(trace.channels.map { "\($0.role.rawValue) \($0.axis.rawValue)" } == log.channels)
      try #require(trace.count == log.samples.count)
      for (index, sample) in log.samples.enumerated() {
        #expect(trace.timing.isRecorded == (sample[0] != nil))
        if let time = sample[0] { #expect(abs(trace.times[index] - time) < 1e-9) }
        #expect(trace.channels.map { $0.values[index] } == sample.dropFirst().compactMap { $0 })
      }
      #expect(trace.log?.otherLines == log.otherLines)
      #expect(trace.log?.areStampsCoarse == false)
    }
  }

  @Test func `samples behind many other lines with numbers are found`() throws {
    let other = (0..<2000).map { "tick \($0)" }
    let samples = (0..<40).map { "offset: \($0 * $0)" }
    let text = (other + samples).joined(separator: "\n") + "\n"
    let trace = try #require(read(Array(text.utf8), pieces: 1 << 16, forced).traces.first)
    #expect(trace.count == 40 && trace.log?.otherLines == 2000 && trace.line == 2001)
  }

  @Test func `a few lines without a name among many others are no samples`() throws {
    let lines = (0..<60).map { $0 % 12 == 5 ? "flutter: rebuilt tile \($0)" : "flutter: hello" }
    let error = try #require(read(lines.joined(separator: "\n") + "\n").error)
    #expect(error.message == "no line of this log holds an offset")
    #expect(read("flutter: built 1\nflutter: hello\nflutter: built 2\n").traces.first?.count == 2)
  }

  @Test func `different words in front of samples are seen where they come in turns`() throws {
    let views = (0..<20).map { "[\($0 % 2 == 0 ? "A" : "B")] offset: \($0)" }
    let mixed = try #require(read(views.joined(separator: "\n") + "\n").traces.first?.log)
    #expect(mixed.isMixed && mixed.wordings == ["A ", "B "])
    let phases = (0..<20).map { "[\($0 < 9 ? "drag" : "glide")] offset: \($0 * $0)" }
    let log = try #require(read(phases.joined(separator: "\n") + "\n").traces.first?.log)
    #expect(!log.isMixed && log.wordings == ["drag ", "glide "])
  }

  @Test func `samples of two views in turns are refused`() throws {
    let lines = (0..<48).map { row in
      "1.\(100 + row) " + (row % 3 == 0 ? "[menu] y=\(40 + row % 2)" : "[feed] y=\(900 + row)")
        + "\n"
    }
    let error = try #require(read(lines.joined()).error)
    #expect(error.code.rawValue == "mixed-rows")
    #expect(error.help.contains("grep -F menu trace.csv | scrollfit --log -"), "\(error.help)")
    // The words of phases do not come in turns, and values that flicker are no views.
    #expect(read((0..<24).map { "1.\(100 + $0) y=\(900 + $0 % 2)\n" }.joined()).error == nil)
  }

  /// An offset and its speed would be read as x and y.
  @Test(arguments: [
    "16:07:34.1ROW scrolled FIRST SECOND", "0.1ROW FIRST SECOND", "scroll FIRST SECOND",
  ])
  func `two numbers without names that both change are refused`(form: String) throws {
    func lines(_ first: (Int) -> Int) -> String {
      (10..<30).map { row in
        form.replacing("ROW", with: "\(row)").replacing("FIRST", with: "\(first(row))")
          .replacing("SECOND", with: "\(70 - 2 * row)") + "\n"
      }.joined()
    }
    let error = try #require(read(lines { $0 * (70 - $0) }, forced).error)
    #expect(error.code == .ambiguousColumn && error.line == 1)
    #expect(error.help.hasPrefix("if the first is, type sed -E "), "\(error.help)")
    #expect(read(lines { _ in 0 }, forced).error == nil)
  }

  @Test func `times on the lines behind the samples are refused`() throws {
    let lines = (0..<9).map {
      "scroll offset: \($0 * $0).5\nType: Default | Timestamp: 2026-11-26 15:20:29.\(100 + $0)+01:00\n\n"
    }
    let error = try #require(read(lines.joined()).error)
    #expect(error.code == .emptyCell && error.line == 1)
    #expect(error.help.contains("sed '/^ *$/d' trace.csv | paste -d ' ' - - | scrollfit --log -"))
  }

  @Test(arguments: [
    "[16:07:34] offset 1\n[16:07:34] offset 2\n", "16:07:34.9 y=1\n16:07:34.9 y=2\n",
  ])
  func `times of day in whole seconds or tenths are no stamps`(text: String) throws {
    let trace = try #require(read(text).traces.first)
    #expect(!trace.timing.isRecorded && trace.log?.areStampsCoarse == true)
  }

  @Test func `comments, phases and lines keep their places`() throws {
    let text = """
      flutter: # scale: 3
      flutter: # edge_top: -88

      flutter: offset: 1, phase: drag
      noise
      flutter: offset: 2, phase: glide
      flutter: offset: far, phase: glide
      flutter: offset: 3, phase: glide

      """
    let trace = try #require(read(text).traces.first)
    #expect(trace.metadata.scale == 3 && trace.metadata.edgeTop == -88)
    #expect(trace.line == 4 && trace.rowsRead == 3 && trace.log?.otherLines == 2)
    #expect(trace.phases?.map(\.label) == ["drag", "glide"])
  }

  @Test(arguments: [
    ("flutter: 88,33\nflutter: 89,33\n", "decimal-comma", 1),
    ("y: 1\nt: 0.5\ny: 2\nt: 0.75\n", "empty-cell", 1),
    ("t: 0.5\ny: 1\nt: 0.75\ny: 2\nt: 1\ny: 3\ny: 4\n", "empty-cell", 7),
    ("  t:\n    - 0.5\n    - 0.75\n  y:\n    - 1\n    - 3\n", "no-known-column", 1),
    ("t:\n- 0.5\n- 0.75\ny:\n- 1\n- 3\n", "no-known-column", 1),
    ("flutter: FixedScrollMetrics(1.0..[8.0]..9.0)\n", "no-known-column", 1),
    (
      "ScrollUpdateNotification(FixedScrollMetrics(1.0..[8.0]..9.0), scrollDelta: 4.1)\n"
        + "ScrollUpdateNotification(FixedScrollMetrics(5.0..[8.0]..5.0), scrollDelta: 4.0,"
        + " DragUpdateDetails(Offset(0.0, -4.0)))\n", "no-known-column", 1
    ),
    ("t=0.1 y=1\nt=0.3 y=2\nnoise\nt=0.2 y=3\n", "time-backwards", 4),
    ("M =\n\n   1.0e+03 *\n\n    0.0000    0.6000\n    0.0001    0.5900\n", "no-known-column", 3),
    ("value=1 velocity=5\nvalue=2 velocity=4\n", "no-known-column", 1),
    ("flutter: hello\nflutter: world\n", "no-known-column", 1),
    ("flutter: # scale: 3x\nflutter: 1\nflutter: 2\n", "bad-metadata", 1),
    ("x=1 offset_x=2\nx=2 offset_x=3\n", "ambiguous-column", 1),
    ("offset: 3px\noffset: 4px\n", "needs-scale", 1),
    ("y=1 a\ny=2 a\ny=\0 a\n", "nul-byte", 3), ("\0y=1\ny=2\n", "nul-byte", 1),
  ])
  func `what is wrong with a log is said with its line`(text: String, code: String, line: Int)
    throws
  {
    let error = try #require(read(text).error)
    #expect(error.code.rawValue == code && error.line == line, "\(error)")
  }

  /// Each comma would end a number, and 1 be read for 1003.
  @Test(arguments: [
    "offset: 999.67\noffset: 1,003.00\n", "flutter: 999.67\nflutter: 1,003.00\n",
    "scrollTop 999.67\nscrollTop -1,003.00\n", "offset: 999.67\noffset: 1,234,567.5\n",
    "contentOffset: (0.0, 999.67)\ncontentOffset: (0.0, 1,003.00)\n",
    "offset: (999.67, 0)\noffset: (1,003.00, 0)\n",
    "CGPoint(x: 0, y: 999.67)\nCGPoint(x: 0, y: 1,003.00)\n",
    "offset: 999.67\noffset: 1.003,00\n", "flutter: 999.67\nflutter: 1.003,00\n",
    "scrollTop 999.67\nscrollTop -1.003,50\n",
  ])
  func `thousands separators are refused at the first one`(text: String) throws {
    var forced = ReadingOptions()
    forced.isLog = true
    for options in [ReadingOptions(), forced] {
      let reading = read(text, options)
      let error = try #require(reading.error)
      #expect(reading.traces.isEmpty && error.line == 2, "\(error)")
      #expect(["not-a-number", "decimal-comma"].contains(error.code.rawValue), "\(error)")
      #expect(error.code.rawValue == "decimal-comma" || error.help.contains("thousands separators"))
    }
  }

  @Test(arguments: ["(0,00, 960,88)", "(0,00, 1.003,00)", "1.003,00, 2.001,50, 12,5, 3,5"])
  func `a log without any other line says that its numbers have commas`(numbers: String) throws {
    var forced = ReadingOptions()
    forced.isLog = true
    let line = "contentOffset: \(numbers)\n"
    let error = try #require(read(line + line + line, forced).error)
    #expect(error.message.contains("may have") && error.line == 1, "\(error)")
  }

  @Test func `a clock that starts anew is no offset`() throws {
    let once = (0..<20).map { "0.\(10 + $0) \($0 * (90 - $0))\n" }.joined()
    let error = try #require(read(once + "\n" + once).error)
    #expect(error.code == .timeBackwards && error.line == 22)
    #expect(error.help.contains("head -n 21 trace.csv | scrollfit --log -"))
  }

  @Test func `of numbers without a known name the one that moves is named`() throws {
    let lines = (0..<9).map { "app(pid: 7, seq: 5): value=\($0 * $0)\n" }.joined()
    let error = try #require(read(lines, forced).error)
    #expect(error.help.contains("scrollfit --log --offset value trace.csv"), "\(error.help)")
    let lazy = read(
      "firstVisibleItemIndex=1 firstVisibleItemScrollOffset=2\n".replacing("=2", with: "=3")
        + "firstVisibleItemIndex=1 firstVisibleItemScrollOffset=9\n", forced)
    #expect(lazy.error?.help.contains("starts anew at each item") == true)
  }

  @Test func `numbers with unknown names are columns to ask for`() throws {
    let text = "frame 7 top: 1.5\nframe 9 top: 2.5\nframe 8 top: 3\n"
    var options = ReadingOptions(offsetColumn: "top")
    options.isLog = true
    #expect(read(text, options).traces.first?.channels.map(\.values) == [[1.5, 2.5, 3]])
  }

  /// What is CSV, or a broken file of it, stays so.
  @Test(arguments: [
    ("label,value\nrun a,1\nrun a,2\n", "no-known-column"),
    ("label;value\nrun 1;1\nrun 2;2\n", "no-known-column"),
    ("date,speed\n2026-11-23 16:07:34,5\n2026-11-23 16:07:35,6\n", "no-known-column"),
    ("date\tspeed\n16:07:34.906\t5\n16:07:34.923\t6\n", "no-known-column"),
    ("speed\n1\n2\n3\n", "no-known-column"), ("t y\n0 1 2 3\n4 5 6 7\n", "no-known-column"),
    ("M =\n\n   1.0e+03 *\n\n    0.0000    0.6000\n    0.0001    0.5900\n", "no-known-column"),
    ("0,1\n0.016,2\n0.033,3\n", "no-header"), ("0;1\n0.016;2\n", "no-header"),
    ("1\ny 2\ny 3\n", "not-a-number"), ("[1,2,3]\n", "broken-json"), ("[1]\n", "broken-json"),
    ("a b c\nd e f\n", "no-known-column"), ("{\n  t: 1\n}\n", "broken-json"),
  ])
  func `what is no log is said to be what it was`(text: String, code: String) {
    #expect(read(text).error?.code.rawValue == code)
  }

  @Test func `no sample trace and no bad file of CSV is a log`() throws {
    for file in ErrorTests.files {
      #expect(read(file.bytes, file.options).traces.allSatisfy { $0.log == nil })
    }
    for name in ["uiscrollview-bounce-2x.csv", "uiscrollview-rubber-band-3x.csv"] {
      #expect(try TraceReader().traces(path: samplePath(name)).allSatisfy { $0.log == nil })
    }
  }

  @Test(arguments: [("simulated-bounce-xcode.log", 3), ("simulated-bounce-flutter.log", 1)])
  func `the sample logs have a sample a frame`(name: String, otherLines: Int) throws {
    let trace = try #require(try TraceReader().traces(path: samplePath(name)).first)
    #expect(trace.count == 60 && trace.log?.otherLines == otherLines)
    #expect(trace.channel(.offset)?.values[0] == -25.0 / 3)
    #expect(SamplingFacts(trace).refreshRate == 60)
  }

  @Test func `a long line is no sample, and one of more than 1 MiB is refused`() {
    let long = String(repeating: "a ", count: 10_000)
    let some = read(Array("y=1\n\(long) y=2\ny=3\n".utf8), pieces: 1 << 16, forced)
    #expect(some.traces.first?.log?.otherLines == 1 && some.traces.first?.count == 2)
    let line = String(repeating: "a", count: (1 << 20) + 1)
    let error = read(Array("y=1\n\(line)\n".utf8), pieces: 1 << 16, forced).error
    #expect(error?.code == .fieldTooLarge && error?.line == 2)
  }

  private var forced: ReadingOptions {
    var options = ReadingOptions()
    options.isLog = true
    return options
  }
}
