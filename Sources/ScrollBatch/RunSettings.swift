package import ScrollFitting
package import ScrollReport
package import ScrollTraces

/// What a run over many recordings does with each.
package struct RunSettings: Sendable {
  /// How they are read.
  package var reading: ReadingOptions
  /// The law of every recording; nil for its own.
  package var law: (any Law.Type)?
  /// The axis to look at; nil for all.
  package var axis: Axis?
  /// Whether every bounce is fitted as a spring of any damping too.
  package var addsSprings = false
  /// How they are fitted.
  package var options: FitOptions
  /// Whether the lines of results are needed.
  package var needsLine: Bool
  /// The results that are there already.
  package var log: ResultLog?
  /// The hash of everything but the recording that a result depends on.
  package var hash: UInt64
  /// Whether outcomes have whole results.
  package var keepsResults = false

  /// Settings of a run.
  package init(
    reading: ReadingOptions, law: (any Law.Type)?, axis: Axis?, addsSprings: Bool,
    options: FitOptions, needsLine: Bool, hash: UInt64
  ) {
    self.reading = reading
    self.law = law
    self.axis = axis
    self.addsSprings = addsSprings
    self.options = options
    self.needsLine = needsLine
    self.hash = hash
  }
}
