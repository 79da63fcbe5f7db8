// swift-tools-version: 6.2

import PackageDescription

// A package of your own names scrollfit by its address and version.
let package = Package(
  name: "ExampleLaw",
  platforms: [.macOS(.v13)],
  dependencies: [.package(name: "scrollfit", path: "../..")],
  targets: [
    .executableTarget(
      name: "ExampleLaw",
      dependencies: [
        .product(name: "ScrollTraces", package: "scrollfit"),
        .product(name: "ScrollFitting", package: "scrollfit"),
        .product(name: "ScrollFormats", package: "scrollfit"),
        .product(name: "ScrollReport", package: "scrollfit"),
      ],
      path: "Sources")
  ]
)
