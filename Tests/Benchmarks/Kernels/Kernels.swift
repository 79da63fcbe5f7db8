internal import Benchmark
internal import KernelCases

/// Each kernel at three lengths; what is printed is the time of one fit.
let benchmarks: @Sendable () -> Void = {
  for kernel in KernelCase.all {
    for samples in [60, 90, 120] {
      let inputs = KernelInput.simulated(kernel.isSlow ? 1 : 1000, samples: samples, for: kernel)
      var configuration = Benchmark.Configuration()
      configuration.metrics = [.wallClock]
      configuration.scalingFactor = kernel.isSlow ? .one : .kilo
      configuration.maxDuration = .seconds(1)
      Benchmark("\(kernel.name) \(samples)", configuration: configuration) { benchmark in
        var results = [Double](repeating: .nan, count: inputs.count)
        benchmark.startMeasurement()
        kernel.fit(inputs, &results)
        benchmark.stopMeasurement()
        blackHole(results)
        if results.contains(where: \.isNaN) { benchmark.error("a fit failed") }
      }
    }
  }
}
