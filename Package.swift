// swift-tools-version: 6.2
import PackageDescription

/// A target of ours and the folder it lives in; its tests, if any, live in `Tests/<name>Tests`.
struct Part {
  var name: String
  var path: String
  var dependencies: [Target.Dependency] = []
  var tests: [Target.Dependency]? = []
  var exclude: [String] = []
}

let modules: [Part] = [
  Part(name: "Locking", path: "Modules/Locking", tests: nil),
  Part(name: "StrictJSON", path: "Modules/StrictJSON", tests: ["TestSupport"]),
  Part(
    name: "FeatureFlags", path: "Modules/FeatureFlags", dependencies: ["StrictJSON", "Locking"],
    tests: ["FeatureFlagsTesting", "InMemoryStore"]),
  Part(
    name: "PushwooshWire", path: "Modules/PushwooshWire", dependencies: ["FeatureFlags", "StrictJSON", "Locking"]),
  Part(name: "FlagRules", path: "Modules/FlagRules", dependencies: ["StrictJSON"]),
  Part(
    name: "FeatureFlagsTesting", path: "Modules/FeatureFlagsTesting", dependencies: ["FeatureFlags", "Locking"],
    tests: ["InMemoryStore"]),
  Part(
    name: "PushwooshFramework", path: "Modules/PushwooshFramework",
    dependencies: ["FeatureFlags", "Locking", "PushwooshWire", "StrictJSON"],
    tests: ["FeatureFlagsTesting", "InMemoryStore", "PushwooshDefaults", "pushwoosh-sample"]),
]

let plugins: [Part] = [
  Part(
    name: "CurlTransport", path: "Plugins/Transports/CurlTransport",
    dependencies: ["CCurl", "FeatureFlags", "Locking"],
    tests: ["FeatureFlagsTesting", "TestSupport"]),
  Part(
    name: "FixtureTransport", path: "Plugins/Transports/FixtureTransport",
    dependencies: ["FeatureFlags", "StrictJSON", "Locking"], tests: ["FeatureFlagsTesting", "TestSupport"]),
  Part(name: "PrivateFiles", path: "Plugins/PrivateFiles", dependencies: ["Locking"], tests: nil),
  Part(
    name: "JSONFileStore", path: "Plugins/Stores/JSONFileStore", dependencies: ["FeatureFlags", "PrivateFiles"],
    tests: ["FeatureFlagsTesting", "Locking", "TestSupport"]),
  Part(
    name: "InMemoryStore", path: "Plugins/Stores/InMemoryStore", dependencies: ["FeatureFlags", "Locking"],
    tests: ["FeatureFlagsTesting"]),
  Part(
    name: "SystemClock", path: "Plugins/Clocks/SystemClock", dependencies: ["FeatureFlags"],
    tests: ["FeatureFlagsTesting"]),
  Part(
    name: "StdoutEventSink", path: "Plugins/EventSinks/StdoutEventSink",
    dependencies: ["FeatureFlags", "StrictJSON"], tests: ["FeatureFlagsTesting"]),
  Part(
    name: "PushwooshEventSink", path: "Plugins/EventSinks/PushwooshEventSink",
    dependencies: ["FeatureFlags", "PushwooshWire"], tests: ["FeatureFlagsTesting", "StrictJSON"]),
  Part(
    name: "DurableEventSink", path: "Plugins/EventSinks/DurableEventSink",
    dependencies: ["FeatureFlags", "Locking", "PrivateFiles", "StrictJSON"],
    tests: ["FeatureFlagsTesting", "TestSupport"]),
  Part(
    name: "TeeEventSink", path: "Plugins/EventSinks/TeeEventSink", dependencies: ["FeatureFlags"],
    tests: ["FeatureFlagsTesting"]),
]

let composition = Part(
  name: "Composition", path: "Tools/Composition",
  dependencies: [
    "FeatureFlags", "FeatureFlagsTesting", "PushwooshWire", "FixtureTransport", "JSONFileStore", "InMemoryStore",
    "SystemClock", "StdoutEventSink", "PushwooshEventSink", "TeeEventSink", "DurableEventSink", "CurlTransport",
  ])

/// The adapters of a drop-in that chooses none; found by name, since a module imports no adapter.
let pushwooshDefaults = Part(
  name: "PushwooshDefaults", path: "Tools/PushwooshDefaults",
  dependencies: [
    "PushwooshFramework", "FeatureFlags", "PushwooshWire", "CurlTransport", "JSONFileStore", "PushwooshEventSink",
    "SystemClock",
  ], tests: nil)

/// What the two programs share and no product needs.
let commandOptions = Part(name: "CommandOptions", path: "Tools/CommandOptions", dependencies: ["CGetopt", "Locking"])

let tools: [Part] = [
  Part(
    name: "flagctl", path: "Tools/flagctl",
    dependencies: [
      "CommandOptions", "Composition", "FeatureFlags", "FeatureFlagsTesting", "Locking", "PushwooshWire", "StrictJSON",
    ]),
  Part(
    name: "flagserver", path: "Tools/flagserver",
    dependencies: ["CMicroHTTPD", "CPanel", "CSQLite", "CommandOptions", "FlagRules", "Locking", "StrictJSON"]),
  Part(
    name: "flagcrash", path: "Tools/flagcrash",
    dependencies: ["DurableEventSink", "FeatureFlags", "FeatureFlagsTesting", "JSONFileStore", "SystemClock"],
    tests: nil),
  Part(
    name: "flagload", path: "Tools/flagload",
    dependencies: [
      "CurlTransport", "FeatureFlags", "FeatureFlagsTesting", "InMemoryStore", "JSONFileStore", "PushwooshWire",
      "SystemClock",
    ], tests: nil),
  Part(name: "flagsim", path: "Tools/flagsim", dependencies: ["CommandOptions", "FeatureFlags", "Locking"]),
]

/// Measures the figures of the Performance page; not a product.
let bench = Part(
  name: "flagbench", path: "Tools/flagbench",
  dependencies: [
    "CAllocationCount", "CommandOptions", "CurlTransport", "FeatureFlags", "FeatureFlagsTesting", "InMemoryStore",
    "JSONFileStore", "Locking", "PushwooshWire", "StrictJSON", "SystemClock",
  ], tests: nil)

/// A program that does next to nothing, which the start of flagctl is measured against.
let benchBaseline = Part(name: "flagbench-baseline", path: "Tools/flagbench-baseline", tests: nil)

/// Code written for the SDK, as a program; its tests are those of the drop-in.
let sample = Part(
  name: "pushwoosh-sample", path: "Tools/pushwoosh-sample", dependencies: ["PushwooshFramework", "PushwooshDefaults"],
  tests: nil)

/// The C sides of two adapters and of the server, and the files that a program carries in itself. Each header of an adapter looks for its
/// library with `__has_include`, so every target builds on a machine that lacks it; the traits leave it out on purpose.
let shims: [Target] = [
  .target(
    name: "CCurl", path: "Plugins/Transports/CCurl", cSettings: [.define("FEATURE_FLAGS_CURL", .when(traits: ["Curl"]))]
  ),
  .target(name: "CPanel", path: "Tools/CPanel", exclude: ["assets"]),
  .target(
    name: "CMicroHTTPD", path: "Tools/CMicroHTTPD",
    cSettings: [.define("FEATURE_FLAGS_SERVER", .when(traits: ["Server"]))]),
  .target(
    name: "CSQLite", path: "Tools/CSQLite", cSettings: [.define("FEATURE_FLAGS_SERVER", .when(traits: ["Server"]))]),
  .systemLibrary(name: "CGetopt", path: "Tools/CGetopt"),
  .target(name: "CAllocationCount", path: "Tools/CAllocationCount"),
]

/// What `Tools/fuzz` runs on made-up input; its tests run it on the seeds and on what once went wrong.
let fuzzTargets = Part(
  name: "FuzzTargets", path: "Tools/FuzzTargets",
  dependencies: [
    "Composition", "FeatureFlags", "FlagRules", "Locking", "PushwooshFramework", "PushwooshWire", "StrictJSON",
    "flagctl",
  ], tests: ["TestSupport"],
  exclude: ["Answers", "Dictionaries", "Seeds"])

/// The program of `Tools/fuzz`, which links it with the fuzzer of the toolchain; an ordinary build knows nothing of it.
let fuzzers =
  Context.environment["FEATURE_FLAGS_FUZZ"] == nil
  ? [] : [Part(name: "flagfuzz", path: "Tools/flagfuzz", dependencies: ["FuzzTargets"], tests: nil)]

let libraries = modules + plugins + [composition, pushwooshDefaults]
let parts = libraries + [commandOptions, fuzzTargets]

/// What several parts share, and what is no product of its own.
let internalNames = ["Locking", "PrivateFiles"]

/// The targets of a product: its own, and with the drop-in its default adapters, so that one dependency is enough.
func targets(of library: Part) -> [String] {
  library.name == "PushwooshFramework" ? [library.name, pushwooshDefaults.name] : [library.name]
}

let package = Package(
  name: "swift-feature-flags",
  products: libraries.filter { !internalNames.contains($0.name) }.map {
    .library(name: $0.name, targets: targets(of: $0))
  }
    + [.library(name: "PushwooshFrameworkWithoutDefaults", targets: ["PushwooshFramework"])]
    + tools.map { .executable(name: $0.name, targets: [$0.name]) },
  traits: [
    .default(enabledTraits: ["Curl", "Server"]),
    .trait(name: "Curl", description: "CurlTransport talks through libcurl."),
    .trait(name: "Server", description: "flagserver listens through libmicrohttpd and keeps its state with SQLite."),
  ],
  targets: shims
    + parts.map { .target(name: $0.name, dependencies: $0.dependencies, path: $0.path, exclude: $0.exclude) }
    + (tools + [sample, bench, benchBaseline] + fuzzers).map {
      .executableTarget(name: $0.name, dependencies: $0.dependencies, path: $0.path)
    }
    + (parts + tools).compactMap { part in
      part.tests.map { extra in
        .testTarget(
          name: part.name + "Tests", dependencies: [.target(name: part.name)] + part.dependencies + extra,
          path: "Tests/\(part.name)Tests")
      }
    } + [
      // What tests of several targets need.
      .target(name: "TestSupport", dependencies: ["Locking", "PrivateFiles"], path: "Tests/TestSupport"),
      // The client that Composition puts together, against the server, over real sockets.
      .testTarget(
        name: "EndToEndTests",
        dependencies: [
          "Composition", "FeatureFlags", "FeatureFlagsTesting", "FlagRules", "CurlTransport", "JSONFileStore",
          "Locking",
          "PushwooshWire", "StrictJSON", "TestSupport", "flagserver",
        ],
        path: "Tests/EndToEndTests"),
    ],
  swiftLanguageModes: [.v6]
)

for target in package.targets where !shims.contains(where: { $0.name == target.name }) {
  target.swiftSettings = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
  ]
  // As most code written for the SDK is.
  if target.name == sample.name { target.swiftSettings?.append(.swiftLanguageMode(.v5)) }
}
