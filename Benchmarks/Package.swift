// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

let package = Package(
    name: "open-health-kit-benchmarks",
    dependencies: [
        .package(name: "open-health-kit", path: ".."),
        .package(name: "open-health-kit-cohorts", path: "../Cohorts"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
    ],
    targets: [
        .executableTarget(name: "measure"),
        .executableTarget(
            name: "hello", dependencies: [.product(name: "Hummingbird", package: "hummingbird")],
            swiftSettings: settings),
        .executableTarget(
            name: "bench",
            dependencies: [
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "OpenHealthServer", package: "open-health-kit"),
                .product(name: "OpenHealthFormats", package: "open-health-kit"),
                .product(name: "HealthKitCombine", package: "open-health-kit"),
                .product(name: "OpenHealthModel", package: "open-health-kit"),
                .product(name: "OpenHealthStatistics", package: "open-health-kit"),
                .product(name: "OpenHealthStore", package: "open-health-kit"),
                .product(name: "OpenHealthDemo", package: "open-health-kit"),
                .product(name: "OpenHealthTestBasics", package: "open-health-kit"),
                .product(name: "OpenHealthWarehouse", package: "open-health-kit-cohorts"),
                .product(name: "OpenHealthKit", package: "open-health-kit"),
            ],
            swiftSettings: settings),
    ]
)
