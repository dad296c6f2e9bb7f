// swift-tools-version: 6.2
import PackageDescription

// A package as a user would write it: a store of its own, and nothing of ours but the core and the contract suites.
let package = Package(
  name: "third-party",
  dependencies: [.package(name: "swift-feature-flags", path: "../..", traits: [])],
  targets: [
    .executableTarget(
      name: "ThirdParty",
      dependencies: [
        .product(name: "FeatureFlags", package: "swift-feature-flags"),
        .product(name: "FeatureFlagsTesting", package: "swift-feature-flags"),
      ])
  ]
)
