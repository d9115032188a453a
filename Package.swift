// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

let package = Package(
    name: "open-health-kit",
    products: [
        .library(name: "HealthModel", targets: ["HealthModel"]),
        .library(name: "HealthStatistics", targets: ["HealthStatistics"]),
        .library(name: "HealthFormats", targets: ["HealthFormats"]),
        .library(name: "HealthStore", targets: ["HealthStore"]),
        .library(name: "OpenHealthKit", targets: ["OpenHealthKit"]),
        .library(name: "HealthKit", targets: ["HealthKit"]),
        .library(name: "HealthKitCombine", targets: ["HealthKitCombine"]),
        .library(name: "CoreLocation", targets: ["CoreLocation"]),
        .library(name: "UniformTypeIdentifiers", targets: ["UniformTypeIdentifiers"]),
        .library(name: "OSLog", targets: ["OSLog"]),
        .library(name: "HealthAPI", targets: ["HealthAPI"]),
        .library(name: "HealthServer", targets: ["HealthServer"]),
        .library(name: "HealthRemote", targets: ["HealthRemote"]),
        .library(name: "HealthWarehouse", targets: ["HealthWarehouse"]),
        .library(name: "HealthTestSupport", targets: ["HealthTestSupport"]),
        .executable(name: "health", targets: ["health"]),
    ],
    dependencies: [
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/OpenCombine/OpenCombine", .upToNextMinor(from: "0.14.0")),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.0"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
        .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.1"),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    ],
    targets: [
        .systemLibrary(name: "CISAL", pkgConfig: "libisal", providers: [.apt(["libisal-dev"])]),
        .target(name: "HealthModel", swiftSettings: settings),
        .target(name: "HealthStatistics", dependencies: ["HealthModel"], swiftSettings: settings),
        .target(name: "HealthFormats", dependencies: ["HealthModel", "CISAL"], swiftSettings: settings),
        .target(
            name: "HealthStore",
            dependencies: [
                "HealthModel", "HealthStatistics",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ],
            swiftSettings: settings),
        .target(name: "CoreLocation", swiftSettings: settings),
        .target(name: "UniformTypeIdentifiers", swiftSettings: settings),
        .target(
            name: "OSLog", dependencies: [.product(name: "Logging", package: "swift-log")], swiftSettings: settings),
        .target(
            name: "OpenHealthKit",
            dependencies: [
                "HealthModel", "HealthStatistics", "HealthStore", "CoreLocation", "UniformTypeIdentifiers",
            ],
            swiftSettings: settings),
        .target(name: "HealthKit", dependencies: ["OpenHealthKit"], swiftSettings: settings),
        .systemLibrary(name: "CNetlink"),
        .target(
            name: "HealthKitCombine",
            dependencies: [
                "HealthModel", "HealthStatistics", "HealthStore", "OpenHealthKit", "CNetlink",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "OpenCombineShim", package: "OpenCombine"),
            ],
            swiftSettings: settings),
        .target(name: "HealthAPI", dependencies: ["HealthModel"], swiftSettings: settings),
        .target(
            name: "HealthServer",
            dependencies: [
                "HealthModel", "HealthStatistics", "HealthFormats", "HealthStore", "HealthAPI",
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "HummingbirdTLS", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Mustache", package: "swift-mustache"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ],
            resources: [.copy("Web")], swiftSettings: settings),
        .target(
            name: "HealthRemote",
            dependencies: [
                "HealthModel", "HealthStatistics", "HealthStore", "OpenHealthKit", "HealthKitCombine", "HealthAPI",
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "OpenCombineShim", package: "OpenCombine"),
            ],
            swiftSettings: settings),
        .target(
            name: "HealthWarehouse",
            dependencies: [
                "HealthModel", "HealthStatistics", "HealthStore",
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
            ],
            swiftSettings: settings),
        .target(
            name: "HealthTestSupport",
            dependencies: [
                "HealthModel", "HealthStatistics", "HealthFormats", "HealthStore", "OpenHealthKit", "CoreLocation",
                "HealthAPI",
            ],
            swiftSettings: settings),
        .target(name: "ModelGenerator", swiftSettings: settings),
        .executableTarget(name: "generate-model", dependencies: ["ModelGenerator"], swiftSettings: settings),
        .target(name: "ProjectChecks", swiftSettings: settings),
        .executableTarget(name: "project-checks", dependencies: ["ProjectChecks"], swiftSettings: settings),
        .executableTarget(
            name: "health",
            dependencies: [
                "HealthModel", "HealthStatistics", "HealthFormats", "HealthStore", "HealthServer", "HealthWarehouse",
                "HealthTestSupport",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: settings),
        .testTarget(
            name: "HealthModelTests", dependencies: ["HealthModel", "HealthTestSupport"], swiftSettings: settings),
        .testTarget(
            name: "HealthStatisticsTests", dependencies: ["HealthModel", "HealthStatistics", "HealthTestSupport"],
            swiftSettings: settings),
        .testTarget(
            name: "HealthFormatsTests", dependencies: ["HealthModel", "HealthFormats", "HealthTestSupport"],
            resources: [.copy("Fixtures")], swiftSettings: settings),
        .testTarget(
            name: "HealthStoreTests",
            dependencies: [
                "HealthModel", "HealthStatistics", "HealthFormats", "HealthStore", "HealthTestSupport",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ],
            resources: [.copy("Fixtures")], swiftSettings: settings),
        // Programs that tests start, and ports for them, for the tests of more than one target.
        .target(name: "ProcessTestSupport", path: "Tests/ProcessTestSupport", swiftSettings: settings),
        // A daemon for the tests of more than one target.
        .target(
            name: "RemoteTestSupport",
            dependencies: [
                "HealthModel", "HealthStore", "OpenHealthKit", "HealthServer", "HealthRemote", "HealthTestSupport",
                "ProcessTestSupport",
                .product(name: "Logging", package: "swift-log"),
            ],
            path: "Tests/RemoteTestSupport", swiftSettings: settings),
        .testTarget(
            name: "OpenHealthKitTests",
            dependencies: [
                "HealthModel", "HealthStore", "OpenHealthKit", "HealthKit", "CoreLocation", "UniformTypeIdentifiers",
                "HealthTestSupport", "HealthServer", "HealthRemote", "RemoteTestSupport",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "OSLogTests", dependencies: ["OSLog", .product(name: "Logging", package: "swift-log")],
            swiftSettings: settings),
        .testTarget(
            name: "HealthKitCombineTests",
            dependencies: [
                "HealthModel", "HealthStore", "OpenHealthKit", "HealthKitCombine", "HealthTestSupport", "HealthAPI",
                "HealthServer", "HealthRemote", "RemoteTestSupport",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "OpenCombineShim", package: "OpenCombine"),
            ],
            swiftSettings: settings),
        // What the articles print, in the language mode of the apps that it is from.
        .testTarget(
            name: "ArticleTests",
            dependencies: [
                "HealthKit", "HealthKitCombine", "HealthTestSupport",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "OpenCombineShim", package: "OpenCombine"),
            ],
            swiftSettings: [.swiftLanguageMode(.v5)]),
        .testTarget(
            name: "HealthAPITests", dependencies: ["HealthModel", "HealthAPI", "HealthTestSupport"],
            swiftSettings: settings),
        .testTarget(
            name: "HealthServerTests",
            dependencies: [
                "HealthModel", "HealthStatistics", "HealthFormats", "HealthStore", "HealthAPI", "HealthServer",
                "HealthTestSupport", "ProcessTestSupport",
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ],
            swiftSettings: settings),
        .testTarget(
            name: "HealthRemoteTests",
            dependencies: [
                "HealthModel", "HealthStore", "OpenHealthKit", "HealthKitCombine", "HealthAPI", "HealthServer",
                "HealthRemote", "HealthTestSupport", "ProcessTestSupport", "RemoteTestSupport",
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "OpenCombineShim", package: "OpenCombine"),
            ],
            swiftSettings: settings),
        // Real ClickHouse servers and ZooKeeper on loopback.
        .target(
            name: "WarehouseTestSupport",
            dependencies: [
                "HealthModel", "HealthStore", "HealthWarehouse", "HealthTestSupport", "ProcessTestSupport",
            ],
            path: "Tests/WarehouseTestSupport", swiftSettings: settings),
        .testTarget(
            name: "HealthWarehouseTests",
            dependencies: [
                "HealthModel", "HealthStatistics", "HealthFormats", "HealthStore", "HealthWarehouse",
                "HealthTestSupport", "ProcessTestSupport", "WarehouseTestSupport",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "HealthTests",
            dependencies: [
                "health", "HealthModel", "HealthFormats", "HealthStore", "HealthTestSupport", "HealthWarehouse",
                "ProcessTestSupport", "WarehouseTestSupport",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "ProjectTests", dependencies: ["ModelGenerator", "ProjectChecks"], swiftSettings: settings),
    ]
)
