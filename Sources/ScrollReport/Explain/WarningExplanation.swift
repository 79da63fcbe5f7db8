import ScrollFitting

/// What a warning means and what the user can do: a row of Docs/Reference/Warnings.md, in Markdown.
struct WarningExplanation: Sendable {
  let code: Warning.Code
  let meaning: String
  /// What the user can do.
  let remedy: String

  init(_ code: Warning.Code, _ meaning: String, remedy: String) {
    self.code = code
    self.meaning = meaning
    self.remedy = remedy
  }

  /// All explanations, ordered by code.
  static let all = [
    WarningExplanation(
      .stampsAssumed,
      "there are no stamps; a fixed interval was assumed",
      remedy:
        "record a time column; in a log print the time of the frame in s in front of the offset, as `12.345678 -88.33`"
    ),
    WarningExplanation(
      .stampsIrregular,
      "the stamps fit no refresh grid, and their distances vary by more than a tenth",
      remedy: "record the time of the frame, or give `refresh_hz`"),
    WarningExplanation(
      .stampsDuplicate,
      "stamps, or whole rows, repeat",
      remedy: "record stamps in microseconds, once a frame"),
    WarningExplanation(
      .framesDropped,
      "frames are missing",
      remedy: "nothing: the stamps are used"),
    WarningExplanation(
      .stampsSnapped,
      "the stamps were put on the refresh grid; they were 20 µs off or more",
      remedy: "`--stamps recorded`, if samples were really taken at the stamps"),
    WarningExplanation(
      .stampsWeighted,
      """
      residuals grow with speed as if times were in error; samples were weighted for it. The message counts the fast samples \
      that show an earlier frame, as scripts of browsers see some
      """,
      remedy:
        "record the time of the frame, not of the callback; `identify` finds the frames that late samples show"
    ),
    WarningExplanation(
      .columnsIgnored,
      """
      unknown columns, columns without any value, keys of JSON that first come behind 1024 objects, or a `phase` column \
      without a known label, were passed over
      """,
      remedy: "nothing, unless one was meant"),
    WarningExplanation(
      .edgeInferred,
      "the edge was inferred, or fitted together with the law",
      remedy: "`--edge`, or `edge_top` and so on in the file"),
    WarningExplanation(
      .changesOnly,
      """
      the recording holds only changes: how many samples were [filled \
      in](Traces.md#sampling-facts-and-how-they-are-found), or that constants can be wrong by \
      two standard errors where none could
      """,
      remedy: "none needed; else record every frame"),
    WarningExplanation(
      .stampUnit,
      """
      the unit of the stamps is not stated and was [inferred from their \
      distance](Traces.md#times); or they are more than 2 s apart, 0.5 s where nothing states that they are \
      seconds
      """,
      remedy: "name the unit, as in `t_ms`, or give `--time-unit`"),
    WarningExplanation(
      .linesIgnored,
      """
      lines of a [log](Traces.md#logs) contain no offset in the form of the others and were ignored
      """,
      remedy: "nothing, unless they hold samples: print all in one form, or `--offset NAME`"),
    WarningExplanation(
      .rowsLost,
      """
      rows have an empty cell where a value belongs: they are lost samples of that column, and of no other
      """,
      remedy: "nothing, if the recorder missed them; without stamps each counts as one frame"),
    WarningExplanation(
      .samplesMixed,
      """
      samples of a [log](Traces.md#logs) have different words in front, in turns, or two samples in five have the stamp of \
      the one before and another value: they may be of several views
      """,
      remedy:
        "read the lines of one view, or print `view=A` in front and choose with `--where view=A`"),
    WarningExplanation(
      .decimalCommas,
      "numbers have [decimal commas](Traces.md#the-file), as `0,016` has, and were read so",
      remedy: "nothing, unless commas separate thousands"),
    WarningExplanation(
      .samplesHeld,
      """
      offsets were read several times for each frame that was drawn; [samples that only repeat a \
      frame](Traces.md#sampling-facts-and-how-they-are-found) were left out
      """,
      remedy: "nothing; a recorder called once for each frame gives better times"),
    WarningExplanation(
      .pixelsSuspected,
      """
      the lines of a [log](Traces.md#logs) are those of logcat, and their offsets have no unit: a View of Android and \
      Compose count pixels, and points were taken
      """,
      remedy:
        "if they are pixels, `--offset-unit px --scale N` with the pixels in a point; else `--offset-unit pt`"
    ),
    WarningExplanation(
      .truncationSuspected,
      """
      a constant between 0.25 and 0.8 steps remains beside the law, more than 4 of its \
      errors: values may be cut to a pixel instead of rounded, or the edge may be off
      """,
      remedy: "`--rest-offset`; check the edge"),
    WarningExplanation(
      .decimalsTruncated,
      "the last printed digit of some values is cut off, not rounded",
      remedy: "nothing: values are put on the pixel grid where it matters"),
    WarningExplanation(
      .signReversed,
      """
      the overscroll is negative and was read with its sign turned; of a transfer: the two \
      offsets run in opposite directions
      """,
      remedy: "write it positive outward; write both so that they grow the same way"),
    WarningExplanation(
      .startsLate,
      """
      the first sample comes after the furthest point, or the errors of C and phi are \
      correlated by 0.98 or more
      """,
      remedy: "record from before the content reaches the edge; or `--fix`"),
    WarningExplanation(
      .notSettled,
      """
      the recording ends too early. Bounce: nothing settled, and the last samples lie more \
      than 3 steps and 5 % of the furthest from the edge. Deceleration: it, or its way to the \
      edge, ends above 15 % of the first speed, so the limit offset is extrapolated; a log of changes that ends \
      at three steps a frame or less has come to rest
      """,
      remedy: "record until the content rests"),
    WarningExplanation(
      .tooFewSamples,
      "fewer than three samples a parameter stand above two steps",
      remedy: "record every frame; or `--fix`"),
    WarningExplanation(
      .atBound,
      """
      the sum of squares falls all the way to the limit of delta, k or c: this is not the law
      """,
      remedy: "look at it with `inspect`; pull further, or `--fix d=`"),
    WarningExplanation(
      .illConditioned,
      """
      the samples do not distinguish the parameters, or hardly (condition above 10 000); of a deceleration \
      also: the standard error of the limit offset is above a tenth of the distance
      """,
      remedy: "record more of the motion; or `--fix`"),
    WarningExplanation(
      .secondMinimum,
      """
      another minimum has less than twice the sum of squares; or the search from `--start` \
      ended above the best
      """,
      remedy: "record more; start nearer, or leave out `--start`"),
    WarningExplanation(
      .notConverged,
      """
      the search did not end at a minimum, as always with `--method article`; or k is not \
      known to half of itself
      """,
      remedy: "`--method descent` or `newton` without `--start`; `inspect`"),
    WarningExplanation(
      .stretchNotFitted,
      """
      other parts of the recording could not be fitted, slow down but follow no \
      deceleration, as a finger does, or are left because those before them took the \
      evaluations for one recording
      """,
      remedy: "`inspect`; `--from`, `--to`"),
    WarningExplanation(
      .startLeftOut,
      "samples at the start are not on the curve and were ignored",
      remedy: "nothing; `--from` sets the start"),
    WarningExplanation(
      .interrupted,
      """
      a glide ended above 40 pt/s and 15 % of its first speed: a touch or a changed target \
      ended it. k and v0 are not harmed; rest offset and duration are those of the \
      interruption
      """,
      remedy: "nothing"),
    WarningExplanation(
      .shortPull,
      "c and d, both free, are correlated by 0.995 or more, or d is not known to 5 %",
      remedy: "pull further; `--fix d=`"),
    WarningExplanation(
      .narrowSpread,
      """
      a table whose speeds are too alike to tell k from the stopping speed (correlation \
      beyond 0.95)
      """,
      remedy: "add flings of other speeds; `--fix d=` or `stop=`"),
    WarningExplanation(
      .peaksBiased,
      "a table of bounces: recorded peaks lie below the true ones, by how much",
      remedy: "fit recordings rather than peaks"),
    WarningExplanation(
      .fingerZeroGuessed,
      """
      the finger already moved when the overscroll began: where its travel starts is a guess
      """,
      remedy: "record from before the edge"),
    WarningExplanation(
      .noBreakpoint,
      "no sample lies beyond the breakpoint of a stretch",
      remedy: "record both sides, or `--fix breakpoint=`"),
    WarningExplanation(
      .autocorrelated,
      "neighbouring residuals are correlated (runs test, p below 0.001)",
      remedy: """
        the law may have the wrong shape, or the times, the edge, d or the finger's zero be \
        wrong; `--coulomb`
        """),
    WarningExplanation(
      .unequalVariance,
      """
      the HC3 error is more than 1.25 times the classical one, and by chance less than once \
      in 100
      """,
      remedy: "quote the errors given, not the classical ones"),
    WarningExplanation(
      .outliers,
      "samples lie more than 6 scales off the curve",
      remedy: "look at them with `--residuals`; `--loss tukey`"),
    WarningExplanation(
      .exactData,
      """
      the samples follow the law to 1e-10 and no steps are seen: there is nothing to estimate \
      errors from; pools and `check` take 1e-9 of each constant
      """,
      remedy: "nothing; recordings of a program may be exact, those of a screen never are"),
    WarningExplanation(
      .lawRejected,
      """
      no curve of this law reproduces these samples after rounding. Gravity and collision: residuals \
      are more than three times the rounding, and neighbouring ones are correlated. Stretch: \
      residuals are more than rounding of both columns explains
      """,
      remedy: """
        noise, wrong times and a motion that was ended do this too; else another law: `identify`
        """),
    WarningExplanation(
      .implausible,
      """
      a constant that no known scroll view has: delta below 4 or above 40 1/s, k below 0.7 or \
      above 30 1/s, c below 0.1 or above 1.2, e above 1.02
      """,
      remedy: "a drag, another law or a wrong unit gives such values: `inspect`"),
    WarningExplanation(
      .heterogeneous,
      """
      gestures disagree on a constant, or places on a comparison; of a collision: e differs \
      from rebound to rebound
      """,
      remedy: "check each fit"),
    WarningExplanation(
      .hysteresis,
      "a height is that of another frame, or differs between up and down",
      remedy: "record both in the same callback, after the layout"),
    WarningExplanation(
      .notCritical,
      """
      the damping ratio of a bounce is not 1: another damping describes the samples better (t \
      test of kappa = 0, p below 0.001)
      """,
      remedy: "`scrollfit spring`"),
    WarningExplanation(
      .coverageUnsure,
      """
      95 % intervals of the constants named have less than their stated coverage: times are \
      in error (W106), or uneven stamps or W405 suggest it and too few samples move fast to \
      tell; or a spring damped above 1.25 creeps to a rest that was fitted too. \
      [Honesty.md](../Development/Honesty.md) has the coverage
      """,
      remedy: "record the time of the frame; `--edge`"),
    WarningExplanation(
      .wrongLaw,
      """
      the motion does not follow this law: residuals are correlated, exceed their independent part, and \
      are more than 0.2 % of the motion, or 0.01 % where values come in no steps. The constants are those of the closest curve; errors \
      and intervals are withheld, and pools and `check` leave them out
      """,
      remedy: "`identify` says which law it follows"),
  ]
}
