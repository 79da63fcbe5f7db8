import Testing

/// Lines that are no commands: exit 64, and a text that says what would be one.
@Suite struct UsageTests {
  struct Misuse: Sendable, CustomTestStringConvertible {
    var arguments: [String]
    var message: String

    init(_ line: String, _ message: String) {
      arguments = line.split(separator: " ").map { String($0) }
      self.message = message
    }

    var testDescription: String { arguments.joined(separator: " ") }
  }

  static let lines: [Misuse] = [
    Misuse("bounce", "Missing expected argument '<trace> ...'"),
    Misuse(
      "identify a.csv --json", "Unknown option '--json'. '--format json' prints JSON."),
    Misuse("bounce a.csv --axes x", "Unknown option '--axes'. Did you mean '--axis'?"),
    Misuse(
      "bounce a.csv --fps 60",
      "Unknown option '--fps'. '--interval 1/60' sets the time between samples without stamps, here that of 60 Hz."
    ),
    Misuse(
      "simulate bounce C=1 delta=1 --fps 60",
      "Unknown option '--fps'. '--rate' sets the frames per second."),
    Misuse(
      "predict decelerate v0=1 k=2 --fps=60",
      "Unknown option '--fps'. The constant fps= sets the frames per second of a law that has frames."
    ),
    Misuse("bounce - a.csv -", "Standard input can be read only once."),
    Misuse(
      "bounce a.csv --fix x=1",
      "--fix x=1 is not possible; the parameters are C, delta, phi."),
    Misuse(
      "bounce a.csv --fix detla=1",
      "--fix detla=1 is not possible; the parameters are C, delta, phi. Near it: delta."),
    Misuse(
      "fit a.csv --phase bonce",
      "The value 'bonce' is invalid for '--phase <kind>'. Near it: bounce. Please provide one of"
        + " 'rubber-band', 'deceleration', 'interrupted', 'bounce' or 'release'."),
    Misuse(
      "fit a.csv --format jsn",
      "The value 'jsn' is invalid for '--format <format>'. Near it: json. Please provide one of"
        + " 'text', 'json', 'ndjson', 'csv' or 'markdown'."),
    Misuse(
      "simulate session uikt",
      "There is no engine 'uikt'. Near it: uikit. 'scrollfit engines' lists the keys."),
    Misuse(
      "simulate tween chromum distance=3",
      "There is no engine 'chromum'. Near it: chromium. 'scrollfit engines' lists the keys."),
    Misuse(
      "decelerate a.csv --fix d=1.2",
      "--fix d=1.2 is not possible: it must be between 0 and 1."),
    Misuse("decelerate a.csv --fix d=0.998 --fix k=2", "--fix names a parameter twice."),
    Misuse("decelerate a.csv --fix coulomb=100", "--fix coulomb= needs --coulomb."),
    Misuse("decelerate a.csv --coulomb --form both", "--coulomb needs --form continuous."),
    Misuse(
      "decelerate a.csv --form neither",
      "The value 'neither' is invalid for '--form <form>'. Please provide one of 'continuous', 'discrete' or 'both'."
    ),
    Misuse("decelerate a.csv --stop 0", "--stop must be a positive number of points per second."),
    Misuse("decelerate a.csv --epsilon 0", "--epsilon must be a positive number of points."),
    Misuse(
      "decelerate a.csv --method article", "--method article is the published search for a bounce."),
    Misuse("decelerate a.csv --start 2,1000", "--start takes 3 numbers: k,v0,x0."),
    Misuse("rubber-band a.csv --free c", "--free c is not possible; the file can give d only."),
    Misuse("rubber-band a.csv --free d --fix d=800", "d cannot be both fixed and free."),
    Misuse(
      "rubber-band a.csv --fix d=-800", "--fix d=-800 is not possible: it must be positive."),
    Misuse(
      "stretch a.csv --fix gain=0",
      "--fix gain=0 is not possible: it must be other than 0."),
    Misuse("stretch a.csv --start 1,200", "--start takes 3 numbers: gain,intercept,breakpoint."),
    Misuse(
      "transfer a.csv --fix mass_ratio=-1",
      "--fix mass_ratio=-1 is not possible: it must be positive."),
    Misuse(
      "transfer a.csv --common-rate --fix k_outer=2 --fix k_inner=2",
      "--common-rate has one rate: fix k_outer or k_inner, not both."),
    Misuse(
      "simulate transfer v0=100 k=2 distance=500",
      "The outer view rests after 50 pt, before its edge: give a smaller distance."),
    Misuse(
      "simulate stretch gain=1 intercept=200 --axis both",
      "A header has one height: give one --axis."),
    Misuse(
      "simulate transfer v0=2000 k=2 distance=500 --edge 0",
      "transfer takes no --edge: x0 and distance say where it is."),
    Misuse("rubber-band a.csv --start 1,1,1", "--start takes 2 numbers: c,d."),
    Misuse("bounce a.csv --fix delta", "The value 'delta' is invalid for '--fix <fix>'"),
    Misuse("bounce a.csv --fix delta=", "The value 'delta=' is invalid for '--fix <fix>'"),
    Misuse(
      "bounce a.csv --fix delta=-1",
      "--fix delta=-1 is not possible: it must be positive."),
    Misuse("bounce a.csv --fix delta=nan", "The value 'delta=nan' is invalid for '--fix <fix>'"),
    Misuse("bounce a.csv --fix C=1 --fix C=2", "--fix names a parameter twice."),
    Misuse("bounce a.csv --method newton --start 1,1,1", "--start needs --method descent."),
    Misuse("bounce a.csv --method article --start 1,1,1", "--start needs --method descent."),
    Misuse("bounce a.csv --start 1,1", "--start takes 3 numbers: C,delta,phi."),
    Misuse("bounce a.csv --start a,b,c", "The value 'a,b,c' is invalid for '--start <start>'"),
    Misuse(
      "bounce a.csv --steps 1,1,0",
      "--steps takes positive numbers."),
    Misuse(
      "bounce a.csv --method newton --search-path p.csv",
      "--search-path needs --method descent or article."),
    Misuse(
      "bounce a.csv --method article --loss tukey",
      "--method article is the search as published: it takes no --fix, --loss or --rest-offset."),
    Misuse(
      "bounce a.csv --export out",
      "--export 'out' must end in .txt, .json, .ndjson, .csv, .md, .svg or .vl.json."),
    Misuse(
      "bounce a.csv --export out.html",
      "--export 'out.html' must end in .txt, .json, .ndjson, .csv, .md, .svg or .vl.json."),
    Misuse(
      "fit a.csv --export svg.",
      "--export 'svg.' must end in .txt, .json, .ndjson, .csv, .md, .svg or .vl.json."),
    Misuse(
      "bounce a.csv --plot --format json",
      "--plot draws below the text: it needs --format text, not json."),
    Misuse(
      "fit --plot ascii --format csv a.csv",
      "--plot draws below the text: it needs --format text, not csv."),
    Misuse(
      "bounce --plot=x a.csv",
      "The value 'x' is invalid for '--plot <drawing>'."
        + " Please provide one of 'auto', 'braille' or 'ascii'."),
    Misuse("bounce --plot ascii", "Missing expected argument '<trace> ...'"),
    Misuse("batch --plot a.csv", "Unknown option '--plot'. Did you mean '--log'?"),
    Misuse(
      "batch a.csv --export out.vl.json",
      "--export 'out.vl.json' must end in .txt, .json, .ndjson, .csv or .md."),
    Misuse(
      "bounce a.csv --export o.json --export o.json", "'o.json' is named for two outputs."),
    Misuse(
      "bounce a.csv --residuals t.csv --search-path t.csv", "'t.csv' is named for two outputs."),
    Misuse(
      "bounce a.csv --residuals a.csv",
      "'a.csv' is a recording to read: name another file to write."),
    Misuse(
      "batch --files-from list.txt --export list.txt",
      "'list.txt' is the list of files: name another file to write."),
    Misuse(
      "check --reference uikit --files-from list.txt --export list.txt",
      "'list.txt' is read by this run: name another file to write."),
    Misuse(
      "check --update --reference a.json --files-from a.json",
      "'a.json' is read by this run: name another file to write."),
    Misuse(
      "check --engines e.json --reference my --export e.json a.csv",
      "'e.json' is read by this run: name another file to write."),
    Misuse(
      "report --files-from list.html --output list.html",
      "'list.html' is read by this run: name another file to write."),
    Misuse(
      "report --engines e.html --reference my --output e.html a.csv",
      "'e.html' is read by this run: name another file to write."),
    Misuse(
      "export resistance r=1e-300 v0=1e-6 --as css",
      "The curve goes further than 1e12 pt, pt/s or s: check the constants."),
    Misuse(
      "export decelerate k=0.5 v0=1e100 --as table",
      "The curve goes further than 1e12 pt, pt/s or s: check the constants."),
    Misuse(
      "bounce a.csv --interval 1/60/2", "The value '1/60/2' is invalid for '--interval <interval>'"),
    Misuse("bounce a.csv --interval 1/0", "--interval must be a positive number of seconds."),
    Misuse(
      "bounce a.csv --residuals -", "'-' names no file: only --format writes to standard output."),
    Misuse(
      "bounce a.csv --format xml",
      "The value 'xml' is invalid for '--format <format>'. Please provide one of 'text', 'json', 'ndjson', 'csv' or 'markdown'."
    ),
    Misuse(
      "bounce a.csv --axis z",
      "The value 'z' is invalid for '--axis <axis>'. Please provide one of 'x' and 'y'."),
    Misuse(
      "bounce a.csv --time-unit px",
      "The value 'px' is invalid for '--time-unit <time-unit>'."
        + " Please provide one of 's', 'ms', 'us' or 'ns'."),
    Misuse(
      "bounce a.csv --delimiter x",
      "The value 'x' is invalid for '--delimiter <delimiter>'."
        + " Please provide one of 'comma', 'semicolon', 'tab' or 'pipe'."),
    Misuse("bounce a.csv --from 2 --to 1", "--from must be less than --to."),
    Misuse("bounce a.csv --scale 0", "--scale must be a positive number."),
    Misuse("bounce a.csv --interval -1", "Missing value for '--interval <interval>'"),
    Misuse("bounce a.csv --interval=-1", "--interval must be a positive number of seconds."),
    Misuse("bounce a.csv --edge inf", "--edge must be a finite number."),
    Misuse("bounce a.csv --edge 1e13", "--edge must not be beyond 1e12."),
    Misuse("stretch a.csv --edge -2e12", "--edge must not be beyond 1e12."),
    Misuse("bounce a.csv --settle 0", "--settle must be a positive number of points."),
    Misuse(
      "engines uikt",
      "There is no engine 'uikt'. Near it: uikit. 'scrollfit engines' lists the keys."),
    Misuse(
      "engines gtk flutter",
      "There is no engine 'flutter'. Near it: flutter-ios, flutter-macos, flutter-android."
        + " 'scrollfit engines' lists the keys."),
    Misuse("engines zzzzzz", "There is no engine 'zzzzzz'. 'scrollfit engines' lists the keys."),
    Misuse("engines --engines - --engines -", "Standard input can be read only once."),
    Misuse(
      "engines --format svg",
      "The value 'svg' is invalid for '--format <format>'. Please provide one of 'text' and 'json'."
    ),
    Misuse("simulate", "Missing expected argument '<law>'"),
    Misuse(
      "simulate spring",
      "spring needs one of delta, omega, frequency, stiffness, response and duration and one of kappa, zeta, damping_ratio, damping, damping_fraction and bounce. It takes delta, omega, frequency, stiffness, mass, response, duration, kappa, zeta, damping_ratio, damping_fraction, damping, bounce, y0 and v0."
    ),
    Misuse("simulate spring omega=9 zeta=1", "A spring at rest does not move: give y0= or v0=."),
    Misuse(
      "simulate spring delta=5 kappa=-30 y0=9",
      "This is no spring that comes to rest: its stiffness or damping is 0 or less."),
    Misuse(
      "simulate swing",
      "The value 'swing' is invalid for '<law>'. Near it: spring. Please provide one of the following:"
    ),
    Misuse(
      "simulate bounce",
      "bounce needs C and one of delta, omega, frequency, stiffness, response and duration. It takes C, delta, omega, frequency, stiffness, mass, response, duration and phi."
    ),
    Misuse(
      "simulate bounce C=1",
      "bounce needs one of delta, omega, frequency, stiffness, response and duration. It takes C, delta, omega, frequency, stiffness, mass, response, duration and phi."
    ),
    Misuse(
      "simulate bounce C=1 delta=1 x0=1",
      "bounce has no constant 'x0'. It takes C, delta, omega, frequency, stiffness, mass, response, duration and phi."
    ),
    Misuse(
      "simulate bounce c=1 delta=1",
      "bounce has no constant 'c'. Near it: C. It takes C, delta, omega, frequency, stiffness, mass, response, duration and phi."
    ),
    Misuse("simulate bounce C=1 C=2 delta=1", "C is given twice."),
    Misuse(
      "simulate bounce C delta=1",
      "'C' is no name=value for bounce. It takes C, delta, omega, frequency, stiffness, mass, response, duration and phi."
    ),
    Misuse(
      "simulate bounce =1 delta=1",
      "'=1' is no name=value for bounce. It takes C, delta, omega, frequency, stiffness, mass, response, duration and phi."
    ),
    Misuse(
      "simulate bounce C=fast delta=1",
      "C must be a number, not 'fast'; it may end in pt/s or pt/ms."),
    Misuse(
      "simulate bounce C= delta=1", "C must be a number, not ''; it may end in pt/s or pt/ms."),
    Misuse("simulate bounce C=nan delta=1", "C must be a finite number."),
    Misuse("simulate bounce C=1e999 delta=1", "C must be a finite number."),
    Misuse(
      "simulate bounce C=0 delta=1",
      "C must be a number other than 0, not 0 (speed at the edge, pt/s)."),
    Misuse(
      "simulate bounce C=1 delta=-2",
      "delta must be above 0, not -2 (decay rate, half the damping per mass, 1/s)."),
    Misuse(
      "simulate bounce C=1 delta=1Hz", "delta must be a number, not '1Hz'."),
    Misuse(
      "simulate decelerate v0=1",
      "decelerate needs one of k, d, time_constant, half_life and factor. It takes v0, x0, k, d, time_constant, half_life, factor, fps, coulomb, stop, epsilon and form."
    ),
    Misuse("simulate decelerate v0=1 k=2 d=0.998", "Give only one of k and d."),
    Misuse(
      "simulate decelerate v0=1 d=1",
      "d must be between 0 and 1, not 1 (factor per millisecond)."),
    Misuse(
      "simulate decelerate v0=1 k=2 form=sum", "form must be continuous or discrete, not 'sum'."),
    Misuse(
      "simulate decelerate v0=1 k=2 form=discrete coulomb=9",
      "The discrete form has no friction: leave coulomb= out."),
    Misuse(
      "simulate decelerate v0=1 k=2 --edge -88",
      "decelerate has no edge; x0= sets its start. Try session."),
    Misuse(
      "simulate rubber-band c=0.55",
      "rubber-band needs d. It takes c, d, travel and step."),
    Misuse(
      "simulate rubber-band c=0.55 d=600 --edge 0",
      "rubber-band records the overscroll, which needs no --edge."),
    Misuse(
      "simulate rubber-band c=0.55 d=600 --settle 1",
      "--settle is for bounce, spring and session only."),
    Misuse(
      "simulate session gestures=1.5",
      "gestures must be a whole number from 1 to 10000, not 1.5 (how many)."),
    Misuse(
      "simulate session catches=1.5",
      "catches must be from 0 to 1, not 1.5 (share of decelerations that a touch stops)."),
    Misuse(
      "simulate session gestures_x=2 --axis both",
      "session has no constant 'gestures_x'. Near it: gestures."
        + " It takes gestures, catches, jumps, length, c, d, k, stop, delta, kappa and release."),
    Misuse(
      "simulate session release=11",
      "release must be below delta: the content would cross its edge."),
    Misuse("simulate session --side top", "--side is for bounce and spring only."),
    Misuse("simulate session --settle 0", "--settle 0 would let no gesture of a session end."),
    Misuse(
      "simulate bounce C_x=1 delta=1",
      "bounce has no constant 'C_x'. It takes C, delta, omega, frequency, stiffness, mass, response, duration and phi."
    ),
    Misuse(
      "simulate bounce C_x=1 delta=1 --axis both",
      "bounce needs C for y. It takes C, delta, omega, frequency, stiffness, mass, response, duration and phi."
    ),
    Misuse(
      "simulate decelerate v0=1 k=2 d_x=0.9 --axis both", "Give only one of k and d for x."),
    Misuse(
      "simulate bounce C=1 delta=1 --side left", "--side left is along x, which --axis leaves out."),
    Misuse(
      "simulate bounce C=1 delta=1 --side top --side bottom", "--side names two edges along y."),
    Misuse(
      "simulate bounce C=1 delta=1 --edge 1e10", "--edge must be from -1e9 to 1e9."),
    Misuse("simulate bounce C=1 delta=1 --settle=-1", "--settle must be 0 or more points."),
    Misuse("simulate bounce C=1 delta=1 --rate 0", "--rate must be from 0.1 to 100000."),
    Misuse("simulate bounce C=1 delta=1 --scale 0", "--scale must be from 0.1 to 100."),
    Misuse("simulate bounce C=1 delta=1 --drop 1.5", "--drop must be from 0 to 1."),
    Misuse("simulate bounce C=1 delta=1 --drop 1", "No frame is left: --drop 1 has lost them all."),
    Misuse("simulate bounce C=1 delta=1 --outliers nan", "--outliers must be from 0 to 1."),
    Misuse("simulate bounce C=1 delta=1 --noise=-1", "--noise must be 0 or more."),
    Misuse("simulate bounce C=1 delta=1 --late inf", "--late must be 0 or more."),
    Misuse("simulate bounce C=1 delta=1 --stamp-jitter nan", "--stamp-jitter must be 0 or more."),
    Misuse(
      "simulate bounce C=1 delta=1 --sample-jitter=-1", "--sample-jitter must be 0 or more."),
    Misuse(
      "simulate bounce C=1 delta=1 --duration 0", "--duration must be a positive number of seconds."
    ),
    Misuse(
      "simulate bounce C=1 delta=1e-100",
      "That is more than 2000000 samples, the most a recording may have:"
        + " give a shorter --duration."),
    Misuse(
      "simulate bounce C=1 delta=1 --rounding down",
      "The value 'down' is invalid for '--rounding <rounding>'."
        + " Please provide one of 'nearest', 'truncate' or 'none'."),
    Misuse(
      "simulate bounce C=1e300 delta=1",
      "The motion goes further than 1e12 pt: check the constants."),
    Misuse(
      "simulate bounce C=1 delta=1 --seed=-1",
      "The value '-1' is invalid for '--seed <seed>'"),
    Misuse("inspect", "Missing expected argument '<trace> ...'"),
    Misuse("inspect a.csv --format json", "Unknown option '--format'"),
    Misuse("laws a.csv", "There is no law 'a.csv'. 'scrollfit laws' lists them."),
    Misuse(
      "unknown",
      "There is no command 'unknown'. 'scrollfit --help' lists the commands; a file is fitted without one."
    ),
  ]

  @Test(arguments: lines)
  func `what is no command exits 64, reads nothing, and says what is wrong`(
    line: Misuse
  ) async throws {
    let workspace = try Workspace()
    let outcome = try await Command.run(line.arguments, in: workspace.path)
    #expect(outcome.code == 64)
    #expect(outcome.output == "")
    let lines = outcome.error.split(separator: "\n")
    #expect(lines.first.map { String($0) } == "Error: \(line.message)")
    #expect(lines.contains { $0.hasPrefix("Usage: scrollfit") })
    #expect(lines.last?.contains("--help' for more information.") == true)
    #expect(workspace.names.isEmpty)
  }

  @Test func `a command to type names the file, quoted for a shell`() async throws {
    let workspace = try Workspace()
    let simulated = try await workspace.run("simulate", "bounce", "C=2400", "delta=10.93")
    for name in ["plain.csv", "two words.csv", "-x.csv"] {
      try workspace.write(simulated.output, to: name)
    }
    for (name, command) in [
      ("plain.csv", "'scrollfit bounce plain.csv'"),
      ("two words.csv", "scrollfit bounce 'two words.csv'"),
      ("-x.csv", "'scrollfit bounce ./-x.csv'"),
    ] {
      let outcome = try await workspace.run("decelerate", "--", name)
      #expect(outcome.code == 65)
      #expect(outcome.error.contains("\n  help: \(command) fits what moves here; else "), "\(name)")
    }
    let piped = try await workspace.shell("$SCROLLFIT decelerate - < plain.csv")
    #expect(piped.error.contains("'scrollfit bounce -' fits what moves here"))
  }
}
