package import ScrollFitting
package import ScrollReport
package import ScrollTraces

/// The settings of a batch for each recording.
package struct RunSettings: Sendable {
  package var reading: ReadingOptions
  /// The law of every recording; nil for its own.
  package var law: (any Law.Type)?
  /// The axis; nil for all axes.
  package var axis: Axis?
  /// Whether every bounce is also fitted as a spring of any damping.
  package var addsSprings = false
  package var options: FitOptions
  package var needsLine: Bool
  package var log: ResultLog?
  /// The hash of everything that a result depends on except the recording.
  package var hash: UInt64
  /// Whether outcomes contain whole results.
  package var keepsResults = false

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
