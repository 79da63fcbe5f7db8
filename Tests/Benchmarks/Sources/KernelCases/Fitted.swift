internal import CurveFitting
internal import RealModule
internal import ScrollFitting
internal import ScrollTraces

/// A family and where its nonlinear parameter is looked for, with the ranges of the laws in ScrollFitting.
struct SearchedFamily<Family: ProjectionFamily>: Sendable {
  let family: Family
  let range: @Sendable (Observations) -> ProjectedSearch.Range

  func search(_ observations: Observations) -> ProjectedSearch {
    ProjectedSearch(family, observations, range: range(observations))
  }
}

extension ProjectedSearch.Range {
  /// Points that differ by a factor of `ratio` at most, over a window of `span` seconds.
  init(lower: Double, upper: Double, ratio: Double, span: Double, samples: Int) {
    self.init(
      lower: lower, upper: upper,
      count: Int((Double.log(upper / lower) / Double.log(ratio)).rounded(.up)) + 1,
      limits: (lower / 10)...max(10 * upper, 10 * Double(samples) / span))
  }
}

enum Searched {
  static let bounce = SearchedFamily(
    family: ExponentialFamily(degree: 1, constant: false)
  ) {
    let span = $0.abscissae.last ?? 1
    return ProjectedSearch.Range(
      lower: min(1, 0.1 / span), upper: max(200, 100 / span), ratio: 1.15, span: span,
      samples: $0.count)
  }
  static let deceleration = SearchedFamily(
    family: ExponentialFamily(degree: 0, constant: true)
  ) {
    let span = $0.abscissae.last ?? 1
    return ProjectedSearch.Range(
      lower: min(0.2, 0.05 / span), upper: max(60, 60 / span), ratio: 1.25, span: span,
      samples: $0.count)
  }
  static let rubberBand = SearchedFamily(family: HyperbolicFamily()) {
    let reach = $0.abscissae.reduce(1e-9, max)
    return ProjectedSearch.Range(
      lower: 0.01 * reach, upper: 1000 * reach, count: 29, limits: (1e-4 * reach)...(1e5 * reach))
  }
}

/// Fits without errors.
enum Fitted {
  @Sendable static func bounce(_ input: KernelInput) -> Double { theta(Searched.bounce, input) }
  @Sendable static func deceleration(_ input: KernelInput) -> Double {
    theta(Searched.deceleration, input)
  }
  @Sendable static func rubberBand(_ input: KernelInput) -> Double {
    theta(Searched.rubberBand, input)
  }

  private static func theta(
    _ searched: SearchedFamily<some ProjectionFamily>, _ input: KernelInput
  ) -> Double {
    searched.search(input.observations).best?.theta ?? .nan
  }
}

/// The search of the article, through the law: its steps are those of the recording.
@Sendable func articleSearch(_ input: KernelInput) -> Double {
  var options = FitOptions()
  options.method = .article
  let fits = try? BounceLaw.fit(input.trace, axis: .y, options: options)
  return fits?.first?.parameters.first { $0.key == "delta" }?.value ?? .nan
}
