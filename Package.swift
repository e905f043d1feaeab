// swift-tools-version: 6.2
import PackageDescription

let common: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .treatAllWarnings(as: .error),
]

/// What others call of a target is known where it is called, in release builds.
let acrossTargets: [SwiftSetting] = [
  .unsafeFlags(["-cross-module-optimization"], .when(configuration: .release))
]

/// The targets whose tests are built for a sanitizer, with spaces between them, or `all`; nil where
/// none is used.
let sanitized = Context.environment["SANITIZED_TESTS"]
let isForSome = (sanitized ?? "all") != "all"

/// Decisions are optimised in debug builds too: the simulation lives through a million of them.
let optimized: [SwiftSetting] =
  isForSome ? [] : [.unsafeFlags(["-O"], .when(configuration: .debug))]

/// Where `boardd` has its memory from, and a coordinator within `board`, which is one person's, has not;
/// a sanitizer has an allocator of its own.
let allocator: [Target.Dependency] = sanitized == nil ? ["CJemalloc"] : []

/// A target that holds decisions only: no input or output, no clock, no Foundation, no unsafe memory.
func pure(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(
    name: name, dependencies: dependencies,
    swiftSettings: common + optimized + acrossTargets + [.strictMemorySafety()])
}

/// A target that turns bytes into events and effects into bytes, and decides nothing.
func shell(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: common + acrossTargets)
}

func program(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .executableTarget(name: name, dependencies: dependencies, swiftSettings: common + acrossTargets)
}

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .testTarget(name: name, dependencies: dependencies, swiftSettings: common)
}

let collections = Target.Dependency.product(
  name: "HashTreeCollections", package: "swift-collections")
let deques = Target.Dependency.product(name: "DequeModule", package: "swift-collections")
let nioCore = Target.Dependency.product(name: "NIOCore", package: "swift-nio")
let nioPosix = Target.Dependency.product(name: "NIOPosix", package: "swift-nio")
let nioEmbedded = Target.Dependency.product(name: "NIOEmbedded", package: "swift-nio")
let sqlite = Target.Dependency.product(name: "GRDBSQLite", package: "GRDB.swift")
let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")
let arguments = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")

let package = Package(
  name: "board",
  products: [
    .executable(name: "board", targets: ["board"]),
    .executable(name: "boardd", targets: ["boardd"]),
    .executable(name: "board-conformance", targets: ["board-conformance"]),
    // For the benchmarks, which are a package of their own.
    .library(
      name: "BoardParts",
      targets: [
        "BoardModel", "Wire", "LogRecords", "Coordination", "WindowSync", "Screen", "Identity",
        "TLS", "Transport", "Randomness", "MemoryStore", "HandmadeHello",
      ]),
    .library(name: "CAllocator", targets: ["CAllocator"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
  ],
  targets: [
    pure("BoardModel", [collections, deques]),
    pure("Wire", ["BoardModel"]),
    pure("LogRecords", ["BoardModel", "Wire"]),
    pure("Coordination", ["BoardModel", "Wire", "LogRecords", collections, deques]),
    pure("Ownership"),
    pure("WindowSync", ["BoardModel", "Wire", deques]),
    pure("Screen"),
    pure("Wording", ["BoardModel", "Wire"]),
    pure("Windows", ["BoardModel", "WindowSync", "Screen", "Wording"]),

    .systemLibrary(
      name: "COpenSSL", pkgConfig: "openssl", providers: [.apt(["libssl-dev"])]),
    .systemLibrary(name: "CAllocator"),
    .target(name: "COpenSSLSetup", dependencies: ["COpenSSL"]),
    .target(name: "CJemalloc", linkerSettings: [.linkedLibrary("jemalloc")]),
    shell("TLS", ["COpenSSL", "COpenSSLSetup", nioCore]),
    shell("Identity", ["COpenSSL", "TLS"]),
    shell("Transport", ["TLS", deques, nioCore, nioPosix]),
    shell(
      "Launcher",
      ["Files", "Transport", "TLS", "Identity", "Wire", "Wording", nioCore, nioPosix]),
    shell("Files", []),
    shell("OperationLog", ["BoardModel", "Wire", "LogRecords", "Files", "TLS", grdb, sqlite]),
    shell("WindowStore", ["WindowSync", "Wire", "BoardModel", "Files"]),
    shell(
      "CoordinatorHost",
      [
        "CAllocator", "Coordination", "OperationLog", "LogRecords", "Transport", "Identity", "TLS",
        "Launcher", "Wire", "BoardModel", "Files", nioCore, nioPosix, logging,
      ]),
    shell(
      "WindowHost",
      [
        "Files", "Windows", "WindowStore", "WindowSync", "Screen", "Wording", "Transport",
        "Identity", "TLS", "Launcher", "Wire", "BoardModel", nioCore, nioPosix,
      ]),
    shell(
      "Commands",
      [
        "WindowSync", "WindowStore", "Screen", "Wording", "Files", "Transport", "Identity", "TLS",
        "Launcher", "Wire", "BoardModel", nioCore, nioPosix, arguments,
      ]),
    .target(
      name: "Conformance", dependencies: ["TLS", "Transport", nioCore, nioPosix],
      // A link to Protocol/schema: there is one schema, and the suite carries it.
      resources: [.embedInCode("protocol.json")], swiftSettings: common),

    program(
      "board", ["WindowHost", "Commands", "CoordinatorHost", "Launcher", arguments, logging]),
    program(
      "boardd",
      [
        "CoordinatorHost", "Identity", "Launcher", "OperationLog", "Transport", "Screen",
        logging,
        arguments,
      ] + allocator),
    program("board-conformance", ["Conformance", arguments]),

    .target(name: "ReservedPort", path: "Tests/ReservedPort", swiftSettings: common),
    // The end of a program is tested with a program.
    .executableTarget(
      name: "EndedProgram", dependencies: ["TLS", "COpenSSL"], path: "Tests/EndedProgram",
      swiftSettings: common),
    .target(name: "SpawnedProcess", path: "Tests/SpawnedProcess", swiftSettings: common),
    .target(
      name: "JoinDoor", dependencies: ["Identity", "TLS", "Transport", "Wire", nioCore, nioPosix],
      path: "Tests/JoinDoor", swiftSettings: common),
    .target(name: "HandmadeHello", path: "Tests/HandmadeHello", swiftSettings: common),
    .target(name: "Statements", path: "Tests/Statements", swiftSettings: common),
    .target(name: "OwnThread", path: "Tests/OwnThread", swiftSettings: common),
    // SQLite's interface for files is one of C.
    .target(
      name: "FaultyDisk", path: "Tests/FaultyDisk", linkerSettings: [.linkedLibrary("sqlite3")]),
    .target(name: "Randomness", path: "Tests/Randomness", swiftSettings: common + optimized),
    .target(name: "PageMap", path: "Tests/PageMap", swiftSettings: common + optimized),
    .target(
      name: "SampleHistory", dependencies: ["BoardModel", "Wire", "LogRecords"],
      path: "Tests/SampleHistory",
      swiftSettings: common),
    .target(name: "RecordedTables", path: "Tests/RecordedTables", swiftSettings: common),
    .target(
      name: "MemoryStore",
      dependencies: ["BoardModel", "Coordination", "LogRecords", "Wire", "SampleHistory"],
      path: "Tests/MemoryStore", swiftSettings: common + optimized),
    .target(
      name: "NaiveText", dependencies: ["BoardModel"], path: "Tests/NaiveText",
      swiftSettings: common + optimized),
    .target(
      name: "WindowDisk", dependencies: ["BoardModel", "WindowSync"], path: "Tests/WindowDisk",
      swiftSettings: common + optimized),
    tests(
      "BoardModelTests",
      ["Statements", "BoardModel", "Wording", "NaiveText", "Randomness", collections]),
    tests("WireTests", ["Statements", "Wire", "BoardModel", "Randomness"]),
    tests(
      "CoordinationTests",
      [
        "MemoryStore", "OwnThread", "Statements", "Coordination", "LogRecords", "Wire",
        "BoardModel", "SampleHistory", "Randomness", collections,
      ]),
    .testTarget(
      name: "WindowSyncTests",
      dependencies: [
        "Statements", "WindowSync", "Wire", "BoardModel", "SampleHistory", "RecordedTables",
        "Randomness",
      ],
      exclude: ["Tables"], swiftSettings: common),
    .testTarget(
      name: "WordingTests", dependencies: ["Wording", "BoardModel", "RecordedTables"],
      exclude: ["Tables"], swiftSettings: common),
    .testTarget(
      name: "SimulationTests",
      dependencies: [
        "MemoryStore", "SampleHistory",
        "Coordination", "LogRecords", "WindowSync", "WindowDisk", "WindowStore", "Wire",
        "BoardModel",
        "NaiveText", "Randomness", "OwnThread", collections, deques,
      ],
      exclude: ["Recording/worlds.txt"],
      swiftSettings: common + optimized),
    .testTarget(
      name: "ExplorationTests",
      dependencies: [
        "MemoryStore", "Coordination", "LogRecords", "WindowSync", "Windows", "Screen",
        "WindowDisk", "Wire", "BoardModel", "OwnThread", deques,
      ],
      swiftSettings: common + optimized),
    tests("OwnershipTests", ["Ownership", "Randomness"]),
    tests("ScreenTests", ["Statements", "Screen", "Randomness"]),
    .testTarget(
      name: "WindowsTests",
      dependencies: [
        "Statements", "Windows", "WindowSync", "Wording", "Screen", "Wire", "BoardModel",
        "Randomness",
      ],
      exclude: ["Recording/Screens"], swiftSettings: common),
    tests(
      "TLSTests",
      [
        "Statements",
        "TLS", "Identity", "Transport", "COpenSSL", "ReservedPort", "OwnThread", "SpawnedProcess",
        "EndedProgram", "Randomness", nioCore, nioPosix, nioEmbedded,
      ]),
    tests("FilesTests", ["Files"]),
    tests(
      "OperationLogTests",
      [
        "Statements", "OwnThread", "OperationLog", "LogRecords", "Files", "BoardModel", "Wire",
        "SampleHistory", "Randomness", "PageMap", "FaultyDisk", grdb,
      ]),
    tests(
      "WindowStoreTests",
      ["Statements", "OwnThread", "WindowStore", "Files", "WindowSync", "Wire", "BoardModel"]),
    tests(
      "ConformanceTests",
      [
        "MemoryStore",
        "Statements",
        "Conformance", "CoordinatorHost", "Coordination", "LogRecords", "Transport", "Identity",
        "TLS", "Wire",
        "BoardModel", "COpenSSL", "OwnThread", "SpawnedProcess", nioCore, nioPosix,
      ]),
    tests(
      "CommandsTests",
      [
        "MemoryStore",
        "Statements", "Commands", "WindowStore", "WindowSync", "Wording", "Coordination",
        "LogRecords", "Wire", "Launcher", "Identity", "JoinDoor", "OwnThread", "Transport", "TLS",
        "Screen", "BoardModel", nioCore, nioPosix, arguments,
      ]),
    tests(
      "ProcessTests",
      [
        "Statements",
        "Commands", "CoordinatorHost", "WindowStore", "WindowSync", "Files", "Transport",
        "Identity",
        "TLS", "Wire", "BoardModel", "ReservedPort", "SpawnedProcess", "board", "boardd", nioCore,
        nioPosix,
      ]),
    tests(
      "LauncherTests",
      [
        "Launcher", "Files", "Transport", "Identity", "TLS", "Wire", "JoinDoor", "OwnThread",
        "Statements", nioCore, nioPosix,
      ]),
    tests(
      "CoordinatorHostTests",
      [
        "CoordinatorHost", "Coordination", "OperationLog", "LogRecords", "Transport", "Identity",
        "TLS", "Wire", "BoardModel", "Files", "OwnThread", "Statements", "SampleHistory",
        "Randomness", "PageMap", nioCore, nioPosix, logging, grdb,
      ]),
    tests(
      "WindowHostTests",
      [
        "WindowHost", "Windows", "board", "boardd", "Files", "Identity", "Screen", "WindowStore",
        "WindowSync",
        "BoardModel", "Wire", "OwnThread", "SpawnedProcess", "Statements", nioCore, nioPosix,
      ]),
    tests(
      "BoarddTests",
      [
        "Statements",
        "Transport", "Identity", "TLS", "OperationLog", "LogRecords", "CoordinatorHost", "Files",
        "WindowSync", "Wire", "BoardModel", "SampleHistory", "ReservedPort", "Randomness",
        "HandmadeHello", "OwnThread", "SpawnedProcess", "boardd", nioCore, nioPosix,
      ]),
    tests("HouseTests", ["SpawnedProcess"]),
  ]
)

if isForSome {
  let chosen = Set((sanitized ?? "").split(separator: " ").map(String.init))
  // The conformance suite takes a sixth of the build, and has tests in its own target only.
  let suite: Set = ["Conformance", "ConformanceTests", "board-conformance"]
  package.targets.removeAll {
    suite.contains($0.name) || $0.type == .test && !chosen.contains($0.name)
  }
  package.products.removeAll { suite.contains($0.name) }
}

// It takes effect by being linked into whatever runs; all tests are one program.
if sanitized != nil {
  package.targets.append(.target(name: "ThreadSanitizer", path: "Tests/ThreadSanitizer"))
  for target in package.targets where target.type == .executable || target.name == "FilesTests" {
    target.dependencies.append("ThreadSanitizer")
  }
}
