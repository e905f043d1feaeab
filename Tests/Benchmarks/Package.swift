// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

let package = Package(
  name: "Benchmarks",
  dependencies: [
    .package(name: "board", path: "../.."),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/HdrHistogram/hdrhistogram-swift", from: "0.2.0"),
  ],
  targets: [
    .executableTarget(
      name: "abuse",
      dependencies: [
        "LoadParts", "CAffinity", .product(name: "BoardParts", package: "board"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: settings),
    .executableTarget(
      name: "board-bench",
      dependencies: [
        "LoadParts", .product(name: "BoardParts", package: "board"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Histogram", package: "hdrhistogram-swift"),
      ],
      swiftSettings: settings),
    .executableTarget(
      name: "deletions", dependencies: [.product(name: "BoardParts", package: "board")],
      swiftSettings: settings),
    .executableTarget(
      name: "digest-growth", dependencies: [.product(name: "BoardParts", package: "board")],
      swiftSettings: settings),
    .executableTarget(
      name: "durable-log",
      dependencies: [
        .product(name: "BoardParts", package: "board"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
      ],
      swiftSettings: settings),
    .target(
      name: "LoadParts",
      dependencies: ["CEpoll", .product(name: "BoardParts", package: "board")],
      swiftSettings: settings),
    .executableTarget(
      name: "make-trace", dependencies: [.product(name: "BoardParts", package: "board")],
      swiftSettings: settings),
    .executableTarget(
      name: "rebase", dependencies: [.product(name: "BoardParts", package: "board")],
      swiftSettings: settings),
    .executableTarget(
      name: "trace-replay",
      dependencies: [
        .product(name: "BoardParts", package: "board"),
        .product(name: "CAllocator", package: "board"),
        .product(name: "DequeModule", package: "swift-collections"),
      ],
      swiftSettings: settings),
    .systemLibrary(name: "CAffinity"),
    .systemLibrary(name: "CEpoll"),
    .executableTarget(
      name: "window-latency", dependencies: [.product(name: "BoardParts", package: "board")],
      swiftSettings: settings),
  ]
)
