/// Terms about motions and recordings.
extension Term {
  static let motions = [
    Term(
      "not measured", "not judged", "incomplete",
      is: """
        what `check` says of a constant that a recording leaves out where noise may be the reason; of a file that is no \
        recording; and of a run that compares nothing, or not all that it was given. The last two end with exit code 65
        """),
    Term(
      "group", "groups", "--group-by",
      is:
        "recordings with the same metadata, such as a device, which are pooled apart from the others"
    ),
    Term(
      "motion", "fits", "constants",
      is: """
        lines of a fit: what its constants mean for what a user sees, whether the samples follow the law, and the numbers \
        of the law
        """),
    Term(
      "furthest", "after", "max_overscroll", "time_to_max",
      is: """
        how far content gets beyond its edge, in pt, and how long after the start of the motion; the start is the edge, or \
        where a finger let go
        """),
    Term(
      "what a user feels", "consequences",
      is: """
        what constants mean for flings of 500, 2000 and 5000 pt/s: how far content goes and when it comes to rest, on one \
        side beside the other, or beside the reference
        """),
    Term(
      "nearest", "closest", "the closest curve",
      is: """
        the engine or the law that comes nearest, where none lies within the intervals or the rounding: how far it is off \
        stands beside it
        """),
    Term(
      "offset", "velocity", "acceleration",
      is: """
        where the content is, in pt, how fast it moves, in pt/s, and how fast that changes, in pt/s^2; negative against the \
        direction in which the offset grows
        """),
    Term(
      "limit_distance", "no stop",
      is: "how far a motion would go if nothing ended it, neither a stopping speed nor an edge"),
    Term(
      "distance_per_speed", "distance_per_speed_discrete",
      is:
        "how many pt a glide goes for each pt/ms of its first speed; discrete: summed over whole milliseconds"
    ),
    Term(
      "sample", "samples", "row", "rows",
      is:
        "one line of a recording: where the content was in one frame; of a table a row is one gesture"
    ),
    Term(
      "recording", "trace", "log", "columns", "column",
      is: """
        a file of samples: CSV, JSON, or the log of a console; `scrollfit inspect` says what its columns are taken for. A \
        column `trace` names the recording of each row where a file has several
        """),
    Term(
      "metadata", "device", "bounds_height", "bounds_width",
      is: """
        lines `# key: value` above the samples: scale, edges, the size of the view (`bounds_height`), and what the \
        recorder says of itself
        """),
    Term(
      "inferred", "fitted",
      is: """
        how an edge is known where neither the file nor an option says it: from where the content came back to rest, or \
        as one more constant of the fit
        """),
    Term(
      "from phase to phase", "edge_share", "crossing_time", "crossing delay", "C / edge speed",
      "v0 / finger speed",
      "share of speed",
      is: """
        what ties neighbouring phases together: how much of the speed a glide carries over its edge and how much later \
        than it reached it, and a fling's first speed beside that of the finger
        """),
    Term(
      "releases", "last two samples", "line of 40 ms", "line of 100 ms", "v0 / last two samples",
      "v0 / line of 40 ms", "v0 / line of 100 ms", "carried over", "carried",
      is: """
        a fling's first speed beside the finger's, told by its last two samples or by a line through the last ones. \
        Carried over is the part of the speed before that a fling has beside the finger's, where it interrupted another
        """),
    Term(
      "distance_power", "duration_power", "flings",
      is: """
        a and b of D ~ v0^a and T ~ v0^b: how distance and duration of flings grow with their first speed. a is 1 for a \
        viscous deceleration, 1.74 for Android's fling and 2 for a constant deceleration
        """),
    Term(
      "joint", "joints", "pooled_joints", "from phase to phase",
      is: """
        where one phase goes over into the next: what the law of the first expects there beside what the second has, \
        such as the speed with which a deceleration crosses the edge and a bounce begins
        """),
    Term(
      "scale",
      is: "pixels in a point; it says how offsets were rounded, and turns pixels into points"),
    Term(
      "pt", "point", "points", "dp",
      is: """
        a length on a screen, the same at every density: about 1/160 inch on a phone; a dp of Android, a CSS px on the web
        """),
    Term(
      "px", "pixel", "pixels",
      is: """
        a dot of the screen, in the name or the unit of a column: `scale` pixels, from `--scale` or the file, are a point. A \
        CSS px is a point already
        """),
    Term(
      "law", "laws",
      is:
        "a formula of the offset over time, with a few constants; `scrollfit laws` lists those that are fitted"
    ),
    Term(
      "engine", "engines",
      is: """
        a known scroll view with the laws and constants that it ships; `scrollfit engines` lists them. One describes a \
        motion if its steps and ending do so within rounding; else those are named whose constants lie in the intervals
        """
    ),
    Term(
      "decay rate", "stiffness",
      is: """
        how fast a motion dies away, in 1/s: k of a glide, delta of a return to an edge. The stiffness of a spring is \
        omega^2 for a unit of mass
        """),
    Term(
      "wheel", "notch", "wheel gain", "wheel_gains",
      is: """
        scrolling by events of a mouse wheel or a trackpad, whose steps are `delta_x` and `delta_y`. Where offsets stand \
        beside them, the gain is how far the content moves for 1 pt asked, and a notch how far for one event
        """),
    Term(
      "fling threshold", "fling_threshold",
      is: """
        the speed that a finger must have for a fling to follow: between that of the fastest drag without one and that \
        of the slowest with one
        """),
    Term(
      "fling", "glide", "viscous", "exponential",
      is: """
        content that goes on after a finger let go. Viscous: each second it loses the same share of its speed, v = v0 \
        e^(-k t); other engines slow down by other laws
        """),
    Term(
      "critical", "critically damped", "damping",
      is: """
        a spring that returns as fast as it can without swinging past its rest (zeta 1). With less damping it rings, \
        with more it creeps
        """),
    Term(
      "tween", "easing",
      is: "a motion of a given length that follows a fixed curve, such as ease-in-out of CSS"),
    Term(
      "stamps", "stamp", "jitter", "frame", "frames", "gaps", "refresh rate", "refresh grid",
      "refresh_hz",
      is:
        "the times of the samples, best those of the frames; a jitter is how far they are off even frames, a gap where frames are missing"
    ),
    Term(
      "snapped", "weighted", "recorded", "--stamps",
      is: """
        how a fit takes its times. Recorded: as they are. Snapped: each on its frame of the display. Weighted: as they are, \
        and samples at high speed count less, as an error of the time moves these most. Auto chooses by the residuals
        """),
    Term(
      "overscroll",
      is: "how far the content is beyond its edge, in pt, positive outward"),
    Term(
      "edge", "edge_top", "edge_bottom", "edge_left", "edge_right",
      is: """
        the offset at which the content ends: it returns to it. Given with `--edge` or in the file, else told from where \
        the content comes to rest
        """),
    Term(
      "phase", "phases", "deceleration", "rest", "tracking", "drag", "pull",
      is: """
        a part of a recording in which one thing moves the content: a finger (tracking, or rubber-band beyond an edge), \
        nothing (rest), or the scroll view itself (deceleration, bounce, release, animation)
        """),
    Term(
      "interrupted",
      is: """
        a deceleration that ended before it came to rest: a finger stopped it, or a program changed its target. Its \
        constants hold; how far it would have gone was not seen (W310)
        """),
    Term(
      "jump", "unknown",
      is: """
        phases that no law describes: a jump moves the content from one frame to the next, as a program does; unknown is \
        what moves otherwise
        """),
    Term("release", is: "the return from beyond an edge after a finger let go"),
    Term(
      "animation",
      is:
        "a motion from rest to rest that a law follows and no finger makes: a tween, or a scroll to a place"
    ),
    Term(
      "settle", "settle_time", "settle threshold", "settle time",
      is: """
        the overscroll below which a scroll view ends a bounce at once, about 0.5 pt of UIScrollView; the settle time is \
        when that happens
        """),
    Term(
      "stopping speed", "stop", "stop_velocity",
      is: "the speed at which a scroll view ends a deceleration, about 10 pt/s of UIScrollView"),
    Term(
      "decelerationRate", "d",
      is: """
        the factor of the velocity in one millisecond, as UIScrollView states it: 0.998 normal, 0.99 fast. k = -1000 ln d. \
        Of a rubber band d is the size of the view
        """),
    Term(
      "exit code", "exit codes", "exit status",
      is: """
        a number by which a command tells a script how it ended; `scrollfit explain 65` says what one means, [Exit \
        codes](Results.md#exit-codes) lists them
        """),
    Term(
      "late samples", "late_samples",
      is: "samples that show an earlier frame than their stamp; they are fitted there, or left out"
    ),
    Term(
      "stray samples", "stray_samples",
      is: "samples that are far off the curve that the others follow, and are left out"
    ),
    Term(
      "engine clock", "engine_clock_s",
      is: """
        the unit of the engine's own times, if the values determine these: 1 ms, or the period of a timer that moves the \
        content; the stamps are not used then
        """),
    Term(
      "time error", "time_error_s",
      is:
        "how far samples lie off their times (standard deviation), as their scatter about a law tells it"
    ),
  ]
}
