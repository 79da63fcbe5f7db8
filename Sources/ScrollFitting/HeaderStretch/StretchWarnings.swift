internal import CurveFitting
internal import ScrollRecordings

enum StretchWarnings {
  static func all(
    _ fit: Fit, solution: LawSolution<StretchSolver>, samples: StretchSamples,
    offset: SampledChannel,
    height: SampledChannel, reference: Double, options: FitOptions
  ) -> [Warning] {
    let law = solution.coordinates
    var result: [Warning] = []
    if !samples.hasBreakpoint {
      result.warn(
        .noBreakpoint,
        "no sample lies beyond the breakpoint: the intercept is the height that the line has at an offset of \(Printed.short(reference)) pt",
        remedy: "record both sides of the edge, or give it with --fix breakpoint=")
    }
    let step = samples.offsetError * 12.0.squareRoot()
    let visible = 2 * max(height.quantum ?? 0, law.gain.magnitude * step)
    result += FitWarnings.count(
      clear: samples.points.count {
        law.gain.magnitude * law.stretch(at: $0.offset) > visible
      }, parameters: law.count)
    let words = FitWarnings.LawTerminology(
      StretchLaw.description, motion: "stretch", curve: "stretch")
    result += FitWarnings.all(fit, solution: solution.solved, options: options, words: words)
    let lag = hysteresis(law, offset: offset, height: height)
    if let lag { result.append(lag) }
    return result + excess(fit, law, samples: samples, height: height, isKnown: lag != nil)
  }

  /// Warns of residuals larger than the rounding of both columns explains.
  private static func excess(
    _ fit: Fit, _ law: StretchCoordinates, samples: StretchSamples, height: SampledChannel,
    isKnown: Bool
  ) -> [Warning] {
    guard let floor = fit.residual.floor, floor > 0, fit.residual.rms > 1.3 * floor,
      Distribution.chiSquareTail(
        fit.residual.sumOfSquares / (floor * floor), degrees: Double(fit.degreesOfFreedom)) < 1e-4
    else { return [] }
    let bound = 3.0.squareRoot() * (samples.heightError + law.gain.magnitude * samples.offsetError)
    return [Warning](
      .lawRejected,
      "the rms residual is \(Printed.significant(fit.residual.rms / floor, digits: 2)) times that of rounding; the largest residual is \(Printed.significant(fit.residual.max)) pt, rounding explains at most \(Printed.significant(bound)) pt",
      remedy: isKnown
        ? "see W408"
        : "noise does this too, and a header that bends twice or follows another view")
  }

  /// Warns of a height from another frame than the offset, or of one that differs between the two directions.
  ///
  /// A height that is tau frames late is f(x - tau dx) = f(x) + s g p tau dx, for a movement dx per frame and s =
  /// `shape.side`, so the regression of the residuals on s g p dx gives tau.
  private static func hysteresis(
    _ law: StretchCoordinates, offset: SampledChannel, height: SampledChannel
  ) -> Warning? {
    var late = (products: 0.0, squares: 0.0)
    var way = (sum: 0.0, count: 0.0)
    var squares = 0.0
    for index in 1..<offset.values.count {
      let x = offset.values[index]
      let change = x - offset.values[index - 1]
      let share = law.share(at: x)
      guard change != 0, share > 0.5 else { continue }
      let miss = height.values[index] - law.value(at: x)
      let expected = law.gain * law.shape.side * share * change
      late.products += miss * expected
      late.squares += expected * expected
      way.sum += change > 0 ? miss : -miss
      way.count += 1
      squares += miss * miss
    }
    guard way.count >= 10, late.squares > 0, squares > 0 else { return nil }
    let frames = late.products / late.squares
    let mean = way.sum / way.count
    // The remaining sum of squares under each explanation.
    let byFrames = max(0, squares - late.products * frames)
    let byWay = max(0, squares - way.sum * mean)
    let left = min(byFrames, byWay)
    guard left < 0.7 * squares, (squares - left) * (way.count - 1) > 36 * left else { return nil }
    let before = Printed.significant((squares / way.count).squareRoot(), digits: 2)
    let after = Printed.significant((left / way.count).squareRoot(), digits: 2)
    guard byFrames <= byWay else {
      return Warning(
        .hysteresis,
        "the height is \(Printed.significant(2 * mean.magnitude, digits: 2)) pt \(mean > 0 ? "larger" : "smaller") while the offset grows than while it falls; corrected for this, the rms falls from \(before) to \(after) pt",
        remedy:
          "a height that is set in steps or animated does this; fit one way with --from and --to")
    }
    return Warning(
      .hysteresis,
      "the height \(frames > 0 ? "lags" : "leads") the offset by \(Printed.significant(frames.magnitude, digits: 2)) frames; corrected for this, the rms falls from \(before) to \(after) pt",
      remedy: "record offset and height in the same callback, after the layout")
  }
}
