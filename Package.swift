// swift-tools-version: 6.2

import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

// Arguments, files and processes: the three things the standard library lacks.
let argumentParser = Target.Dependency.product(
  name: "ArgumentParser", package: "swift-argument-parser")
let realModule = Target.Dependency.product(name: "RealModule", package: "swift-numerics")
let systemPackage = Target.Dependency.product(name: "SystemPackage", package: "swift-system")
let subprocess = Target.Dependency.product(name: "Subprocess", package: "swift-subprocess")

// Tests that call the libraries or run the tool, and compute little themselves, take longer to optimise than to run.
let testSettings =
  settings + [.unsafeFlags(["-Onone"], .when(configuration: .release))]

let package = Package(
  name: "scrollfit",
  platforms: [.macOS(.v13)],
  products: [
    .executable(name: "scrollfit", targets: ["scrollfit"]),
    .library(name: "ScrollPhysics", targets: ["ScrollPhysics"]),
    .library(name: "CurveFitting", targets: ["CurveFitting"]),
    .library(name: "ScrollRecordings", targets: ["ScrollRecordings"]),
    .library(name: "ScrollTraces", targets: ["ScrollTraces"]),
    .library(name: "ScrollFitting", targets: ["ScrollFitting"]),
    .library(name: "ScrollSimulation", targets: ["ScrollSimulation"]),
    .library(name: "ScrollFormats", targets: ["ScrollFormats"]),
    .library(name: "ScrollReport", targets: ["ScrollReport"]),
  ],
  dependencies: [
    // Commands, options, help and completions; the tool alone.
    .package(
      url: "https://github.com/apple/swift-argument-parser", .upToNextMinor(from: "1.8.2")),
    // Elementary functions without Foundation.
    .package(url: "https://github.com/apple/swift-numerics", .upToNextMinor(from: "1.1.1")),
    // Files and paths as bytes, without Foundation.
    .package(url: "https://github.com/apple/swift-system", .upToNextMinor(from: "1.8.1")),
    // Runs the binary in tests; without Foundation, which only they would load.
    .package(
      url: "https://github.com/swiftlang/swift-subprocess", .upToNextMinor(from: "1.0.2"),
      traits: []),
    // `swift package generate-documentation`; nothing is built of it before that.
    .package(
      url: "https://github.com/swiftlang/swift-docc-plugin", .upToNextMinor(from: "1.5.0")),
  ],
  targets: [
    // Splits rows into fields; LGPL, linked dynamically.
    .systemLibrary(
      name: "CLibCSV", providers: [.apt(["libcsv-dev"]), .brew(["libcsv"])]),
    .target(name: "ScrollPhysics", dependencies: [realModule], swiftSettings: settings),
    .target(name: "CurveFitting", dependencies: [realModule], swiftSettings: settings),
    .target(name: "ScrollRecordings", swiftSettings: settings),
    // ScrollFitting, which takes longest, is compiled beside these two.
    .target(
      name: "ScrollTraces", dependencies: ["ScrollRecordings", "CLibCSV", systemPackage],
      swiftSettings: settings),
    .target(
      name: "ScrollFitting",
      dependencies: ["ScrollRecordings", "CurveFitting", "ScrollPhysics", realModule],
      swiftSettings: settings),
    .target(
      name: "ScrollSimulation",
      dependencies: ["ScrollFitting", "ScrollRecordings", "ScrollPhysics", realModule],
      swiftSettings: settings),
    .target(
      name: "ScrollFormats", dependencies: ["ScrollTraces", "ScrollPhysics", systemPackage],
      swiftSettings: settings),
    .target(
      name: "ScrollReport",
      dependencies: [
        "ScrollFormats", "ScrollFitting", "ScrollTraces", "ScrollPhysics", systemPackage,
      ],
      swiftSettings: settings),
    .target(
      name: "ScrollBatch",
      dependencies: ["ScrollReport", "ScrollFormats", "ScrollFitting", "ScrollTraces"],
      swiftSettings: settings),
    .executableTarget(
      name: "scrollfit",
      dependencies: [
        "ScrollBatch", "ScrollReport", "ScrollFormats", "ScrollFitting", "ScrollSimulation",
        "ScrollTraces", "CurveFitting", "ScrollPhysics", argumentParser,
      ],
      swiftSettings: settings),
    // Reads Tests/Oracles; no product, no test of its own.
    .target(
      name: "TestSupport", dependencies: [realModule], path: "Tests/TestSupport",
      swiftSettings: settings),
    .testTarget(
      name: "ScrollPhysicsTests", dependencies: ["ScrollPhysics", "TestSupport", realModule],
      swiftSettings: settings),
    .testTarget(
      name: "CurveFittingTests", dependencies: ["CurveFitting", "TestSupport", realModule],
      exclude: ["NIST"], swiftSettings: settings),
    .testTarget(
      name: "ScrollTracesTests", dependencies: ["ScrollTraces"], swiftSettings: testSettings),
    .testTarget(
      name: "ScrollFittingTests",
      dependencies: [
        "ScrollFitting", "ScrollSimulation", "ScrollTraces", "CurveFitting", "ScrollPhysics",
        "TestSupport", realModule,
      ],
      swiftSettings: testSettings),
    .testTarget(
      name: "ScrollSimulationTests",
      dependencies: ["ScrollSimulation", "ScrollFitting", "ScrollTraces", "ScrollPhysics"],
      swiftSettings: testSettings),
    .testTarget(
      name: "ScrollReportTests",
      dependencies: [
        "ScrollReport", "ScrollFormats", "ScrollFitting", "ScrollTraces", "ScrollPhysics",
      ],
      swiftSettings: testSettings),
    .testTarget(
      name: "CommandTests",
      dependencies: [
        "scrollfit", "ScrollReport", "ScrollFormats", "ScrollFitting", "ScrollSimulation",
        "ScrollPhysics", subprocess,
        systemPackage,
      ],
      exclude: ["Golden"], swiftSettings: testSettings),
  ]
)
