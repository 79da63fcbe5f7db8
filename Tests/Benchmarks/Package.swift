// swift-tools-version: 6.1

import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// A library of scrollfit.
func scrollfit(_ name: String) -> Target.Dependency { .product(name: name, package: "scrollfit") }

// A package of its own: who builds scrollfit fetches nothing of this.
let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v13)],
  dependencies: [
    .package(name: "scrollfit", path: "../.."),
    .package(url: "https://github.com/apple/swift-numerics", .upToNextMinor(from: "1.1.1")),
    // Without its counters of allocations, which replace malloc.
    .package(
      url: "https://github.com/ordo-one/benchmark", .upToNextMinor(from: "1.38.1"), traits: []),
  ],
  targets: [
    .target(
      name: "KernelCases",
      dependencies: [
        scrollfit("CurveFitting"), scrollfit("ScrollFitting"), scrollfit("ScrollPhysics"),
        scrollfit("ScrollSimulation"), scrollfit("ScrollTraces"),
        .product(name: "RealModule", package: "swift-numerics"),
      ],
      swiftSettings: settings),
    .executableTarget(
      name: "kernel-times", dependencies: ["KernelCases", scrollfit("ScrollTraces")],
      path: "Sources/KernelTimes", swiftSettings: settings),
    .executableTarget(
      name: "Kernels",
      dependencies: ["KernelCases", .product(name: "Benchmark", package: "benchmark")],
      // `swift package benchmark` runs what lies in a folder named Benchmarks.
      path: "Kernels",
      swiftSettings: settings,
      plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]),
  ]
)
