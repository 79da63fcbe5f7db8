/// Exit codes and error codes: rows of tables in Docs/Reference, in Markdown.
extension Term {
  /// The exit codes, as in Results.md.
  static let exitCodes = [
    Term(
      "0",
      is: """
        done; warnings do not change it. Of `check`: nothing failed and nothing is missing; with `--strict` \
        something was compared and nothing is unsure either
        """),
    Term(
      "1",
      is: """
        `check` only: a constant failed or is missing, or the run is not as `--strict` has it; `--exit-zero` \
        makes this 0 and no other
        """),
    Term("64", is: "the command line is wrong"),
    Term(
      "65",
      is: """
        a file is not a recording or a result, nothing could be fitted, or no fit converged: see the code in \
        `error`
        """),
    Term(
      "66",
      is:
        "a file is missing or cannot be opened, a folder holds no recording, or no reference was found"
    ),
    Term("70", is: "a bug"),
    Term("73", is: "an output cannot be created"),
    Term("74", is: "reading or writing failed"),
    Term("78", is: "a reference or a list of engines is invalid, or newer than the tool"),
    Term("130", is: "the command was interrupted; `batch` says how it goes on"),
  ]

  /// Error codes: why nothing could be fitted, as in Results.md, then why a file is not a recording, as in Traces.md.
  static let errorCodes = fitErrors + readingErrors

  private static let fitErrors = [
    Term(
      "no-channel",
      is:
        "no offset (of a bounce and a rubber band: no offset or overscroll), or not along the axis asked for"
    ),
    Term(
      "is-table",
      is: """
        the rows are gestures, not samples; or the table lacks the columns of the law; or an option has no \
        meaning in a table
        """),
    Term("no-motion", is: "the values never change, or nothing but their noise does"),
    Term(
      "too-few-samples",
      is: "not more samples, or rows, than parameters; of a rubber band fewer than three"),
    Term("no-convergence", is: "no minimum was found, or k is not known to half of itself"),
    Term(
      "out-of-range",
      is:
        "numbers beyond 1e12, times of less than 1e-12 s or more than 1e12 s, motions of less than 1e-12 pt"
    ),
    Term(
      "nothing-beyond-edge",
      is: "bounce, rubber band: no stretch lies beyond an edge, or no edge is known"),
    Term(
      "no-glide",
      is:
        "deceleration, resistance: nothing moves one way and slows down, or no phase is a deceleration"
    ),
    Term(
      "no-fall", "no-rebound",
      is: "gravity, collision: nothing moves one way faster and faster; the item falls and stays"),
    Term("no-finger", is: "rubber band: no finger column"),
    Term("no-height", is: "stretch: no column `height`"),
    Term(
      "no-inner", "no-handover",
      is: "transfer: no offset of an inner view; only one view moves, or both at the same time"),
    Term(
      "nothing-to-fit",
      is: """
        `fit`: no phase could be fitted; what `identify` knows of the motion, else the phases, is printed all the \
        same, and `help` names the command that fits it
        """),
  ]

  private static let readingErrors = [
    Term(
      "file-not-found", "is-directory", "not-readable",
      is: "no file has this name; the path is a folder; the file cannot be opened (exit code 66)"),
    Term("no-trace", is: "a folder, or a list of files, without a recording (exit code 66)"),
    Term("read-failed", is: "the system failed while reading (exit code 74)"),
    Term(
      "empty", "header-only",
      is: "nothing, or only comments and blank lines; a header and no row"),
    Term("no-header", is: "two or more columns of numbers without names"),
    Term(
      "no-known-column",
      is: """
        none of the columns measures anything that is known; several arrays of samples inside an object, or samples in \
        its messages; offsets between 0 and 1, as a share of the way is; changes of the offset, or speeds, in place of it
        """
    ),
    Term("column-not-found", is: "the column of `--time` or `--offset` is not there"),
    Term(
      "ambiguous-column",
      is: """
        two columns could be the same quantity; two numbers of a log, without names, could be the offset, or an offset \
        and its speed
        """),
    Term(
      "unclear-time",
      is: """
        a column grows as a time does, and neither its name nor its unit says that it is one; times that are frames in \
        another unit than that of their column; times that count ticks, frames or whole seconds, or what each row lasts; a \
        time in two columns, as `tv_sec` and `tv_nsec`, or `value` and `timescale`
        """),
    Term(
      "mixed-rows",
      is: """
        the offsets of several views, or of the content and a finger, stand in turns; an offset starts anew at each item \
        of a list
        """),
    Term("not-a-number", is: "text where a number belongs, or a number with thousands separators"),
    Term(
      "empty-cell",
      is: "no time for a value, no position of the finger, or no row with a value"),
    Term(
      "decimal-comma",
      is: "a decimal comma beside decimal points, or one that may separate thousands"),
    Term("number-too-large", is: "a number beyond 1.8e308"),
    Term("ragged-row", is: "more or fewer fields than the header"),
    Term("mixed-line-ends", is: "carriage returns divide a line into several rows"),
    Term(
      "stray-quote", "unterminated-quote",
      is: "a quote inside a field that it does not enclose; a quote that is never closed"),
    Term(
      "foreign-file",
      is: """
        a file of another kind: a spreadsheet, an archive, an array of NumPy, a table of Parquet, a video, a picture, a \
        property list, a web page, a HAR file, records of psql one below the other, a document in RTF, text in UTF-32, a \
        trace of Perfetto, Chrome or systrace, the output of getevent
        """),
    Term(
      "broken-json",
      is: "an object without an end, a value that JSON does not have, something between objects"),
    Term(
      "not-utf-8", "utf-16", "nul-byte",
      is: "a comment, name or label that is not UTF-8; a file in UTF-16; a byte 0"),
    Term("bad-metadata", is: "a value that its key cannot have, or two different ones"),
    Term("time-backwards", is: "a stamp earlier than the one before it"),
    Term("needs-scale", is: "a column in pixels, and no scale"),
    Term("nothing-in-window", is: "no sample between `--from` and `--to`"),
    Term("nothing-chosen", is: "no row has what `--where` asks for"),
    Term(
      "too-many-columns", "field-too-large", "metadata-too-large", "too-many-samples",
      "too-many-phases",
      is: "beyond a [limit](Security.md#limits)"),
  ]
}
