// swift-tools-version: 6.1

import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// A library of scrollfit.
func scrollfit(_ name: String) -> Target.Dependency { .product(name: name, package: "scrollfit") }

// A package of its own: who builds scrollfit builds nothing of this.
let package = Package(
  name: "Fuzzing",
  platforms: [.macOS(.v13)],
  dependencies: [
    .package(name: "scrollfit", path: "../.."),
    .package(url: "https://github.com/apple/swift-system", .upToNextMinor(from: "1.8.1")),
  ],
  targets: [
    // What the header of libFuzzer says; the library comes with -sanitize=fuzzer.
    .systemLibrary(name: "CLibFuzzer"),
    // One executable for all targets: it is linked, and its modules are built, once.
    .executableTarget(
      name: "fuzz",
      dependencies: [
        "CLibFuzzer", .product(name: "SystemPackage", package: "swift-system"),
        scrollfit("ScrollFitting"), scrollfit("ScrollPhysics"),
        scrollfit("ScrollReport"), scrollfit("ScrollFormats"), scrollfit("ScrollTraces"),
        scrollfit("ScrollRecordings"),
        scrollfit("CurveFitting"),
      ],
      swiftSettings: settings),
  ]
)
