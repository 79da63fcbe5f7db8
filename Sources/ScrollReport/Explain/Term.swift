/// A term in the results that is not a law, constant, engine or warning, in Markdown. Docs/Reference/Terms.md has those that
/// no other page explains.
struct Term: Sendable {
  let names: [String]
  let meaning: String

  init(_ names: String..., is meaning: String) {
    self.names = names
    self.meaning = meaning
  }

  /// All terms, in the order of the page.
  static let all = errors + tests + motions

  private static let errors = [
    Term(
      "±", "interval", "confidence", "95 % interval",
      is: """
        half the width of the 95 % interval: the intervals of about 95 of 100 recordings of the same scroll view contain \
        the true constant. Only the tables of `--details` have the standard error there, about half of that, and say so
        """),
    Term(
      "standard error", "errors", "HC3", "hc3_error", "classical error", "moderated",
      is: """
        how far a constant would scatter if the recording were repeated. The classical error takes all samples to be \
        equally uncertain; HC3 does not (MacKinnon and White 1985), and where the two differ the larger one is quoted. \
        Moderated: of few samples part of the classical error stands for HC3, which scatters then
        """),
    Term(
      "t", "Student t", "Student's t",
      is: """
        the constant less the stated value, in standard errors, as in t = 3.1. Student's t says how large it gets by chance, \
        larger with fewer degrees of freedom; a 95 % interval reaches as many errors to each side
        """),
    Term(
      "rounding", "within rounding", "floor", "pixel grid", "quantum", "step",
      is: """
        a scroll view puts its offset on whole pixels: on a 3x screen each sample is rounded to 1/3 pt. That alone \
        leaves residuals of step / sqrt(12), 0.096 pt of 1/3 pt; a law that leaves no more follows the motion
        """),
    Term(
      "rms", "residual", "residuals", "max",
      is: """
        a residual is a sample minus the fitted curve, in pt; the rms is the root of their mean square, with as many \
        taken off the count as constants were fitted; the max is the largest of them without its sign
        """),
    Term(
      "rounding allows", "feasible",
      is: """
        the values of a constant with which some curve of the law, rounded to pixels, gives every sample exactly. With \
        none, something beside rounding is in the samples: W405
        """),
    Term(
      "held", "fixed", "--fix",
      is: "a constant that was given and not fitted; it has no error of its own"),
    Term(
      "pool", "pooled", "agree", "disagree", "spread", "heterogeneous",
      is: """
        one value from several gestures or recordings, each weighted by its own error. Where they differ by more than \
        their errors, the spread between them widens the interval
        """),
    Term(
      "off", "outlier", "outliers",
      is: """
        a recording whose value lies so far from those of the others that chance does not put it there; it is in no \
        pooled value. Look at it
        """),
    Term(
      "left out",
      is: """
        a constant of a recording or a gesture that is in no pool: its fit gives no error, or a warning says that the law \
        does not hold there. The reason stands beside it
        """),
    Term(
      "copies",
      is:
        "recordings whose files hold what another one holds: they are counted and are in no pooled value"
    ),
    Term(
      "degrees of freedom", "degrees", "correlation", "corr", "profile",
      is: """
        on how many residuals an error rests; how far two constants can replace each other, from -1 to 1; the interval \
        in which the fit gets worse by no more than chance explains
        """),
    Term(
      "search", "converged", "evaluations", "start",
      is: """
        how the best constants were found: from which values on, after how many looks at the sum of squares. Converged \
        says that no step makes it smaller
        """),
    Term(
      "integral equation", "started by the integral equation", "relative steps",
      is: """
        where a search starts: at constants that the sums of the samples give by linear algebra, as the law is the solution of \
        an equation with integrals; and where it ends: when steps of that part of a constant improve nothing
        """),
    Term(
      "trimmed", "trimmed as settled",
      is:
        "samples at rest after the motion that a fit leaves out: they tell nothing of its constants"
    ),
    Term(
      "descent", "steepest descent", "newton", "article", "--method",
      is: """
        the searches for the best constants. Descent tries a step along each direction in which the sum of squares falls, \
        and halves it where it does not; newton uses the curvature too and needs fewer steps. Both end at the same minimum. Article is the published search for a bounce, with steps that are not halved
        """),
    Term(
      "loss", "linear", "huber", "tukey", "--loss",
      is: """
        how much a residual counts. Linear: by its square. Huber: beyond a limit no more than in proportion; tukey: beyond \
        a limit not at all. The last two resist samples that are far off the law
        """),
    Term(
      "Q", "Cochran",
      is: """
        Cochran's Q: how much the members of a pool differ, beside the number of members less one. A p below 0.01 says \
        that they differ by more than their errors
        """),
    Term(
      "Cramer-Rao", "Cramér-Rao", "efficiency",
      is:
        "the smallest error that any method could have with these samples, and the part of it that this fit reaches"
    ),
    Term(
      "condition",
      is: """
        how nearly the constants can replace each other in this recording; above 10 000 they cannot be distinguished: W305
        """),
  ]

  private static let tests = [
    Term(
      "Durbin-Watson", "runs test",
      is: """
        whether neighbouring residuals are correlated. Durbin-Watson is near 2 where they are not, near 0 where they are \
        strongly; the p of the runs test is small then
        """),
    Term(
      "AICc", "BIC", "dAICc", "dBIC", "weight",
      is: """
        scores by which laws with different numbers of constants are compared on the same samples: a better fit lowers \
        them, a further constant raises them. The weight is the share that a law has among those compared
        """),
    Term(
      "tests", "F test", "F",
      is: """
        whether a further constant, or another law, follows the samples better than chance explains: F, as in F = 5.2 with \
        1 and 92 degrees, is how much it lowers the squares beside what is left, with the degrees of freedom of both, \
        and its p
        """),
    Term(
      "springs", "round",
      is: """
        lines of `spring --details`: all springs that rounding allows, and those of round stiffness and damping among \
        them, as programmers write them, with how often chance alone puts one there
        """),
    Term(
      "sure", "likely", "open", "none",
      is: """
        how `identify` says what it found. Sure: one law follows the samples within their rounding, the others do not or need \
        constants that are not needed, fifteen samples move at least, and no more than one in a hundred of what \
        moves, or the one that may be the finger's, is left over. Likely: it is the best, but something is left to \
        doubt. Open: several laws follow alike, or the one that does has a free shape. \
        None: no known law follows, and the nearest one is named
        """),
    Term(
      "candidate", "candidates", "share", "rivals", "or as well", "free start",
      is: """
        a law that `identify` has laid through a motion; the share of the moving samples that it explains. Rivals \
        describe the motion as well, or nearly. Of a return \
        with a free start place and speed at the first sample are fitted, as where no edge is known
        """),
    Term(
      "p", "p-value",
      is: "how often chance alone gives something as extreme where the stated hypothesis is true"),
    Term(
      "reference", "reference constants", "--update",
      is: """
        the constants that `check` compares with: a file that `check --update` wrote of recordings, results of an \
        earlier run, a file of required values, or a known engine. Commit the file and accept a change that is \
        meant with `check --update`, never in CI
        """),
    Term(
      "verdict", "tolerance", "pass", "fail", "error", "unsure", "missing", "new", "strict",
      "--strict",
      is: """
        what `check` says of a constant: pass where its interval lies within the tolerance of the reference, fail where \
        it lies outside, unsure where it does neither, missing where the reference has it and the recording does not \
        tell it, new where it is the other way about, error where it could not be judged. A constant that fails or is \
        missing ends with exit code 1; `--strict` fails what is pooled and unsure, too
        """),
    Term(
      "differs", "the same", "not known",
      is: """
        what `compare` says of a constant: it differs where the difference of A and B is more than its 95 % interval; it is \
        the same where it is not, and half of that interval is at most 5 % of the constant; with a wider one it is \
        unsure. Not known: a value or its error is missing
        """),
  ]
}
