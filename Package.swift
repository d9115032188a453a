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
        .library(name: "OpenHealthModel", targets: ["OpenHealthModel"]),
        .library(name: "OpenHealthStatistics", targets: ["OpenHealthStatistics"]),
        .library(name: "OpenHealthFormats", targets: ["OpenHealthFormats"]),
        .library(name: "OpenHealthStore", targets: ["OpenHealthStore"]),
        .library(name: "OpenHealthKit", targets: ["OpenHealthKit"]),
        .library(name: "HealthKit", targets: ["HealthKit"]),
        .library(name: "HealthKitCombine", targets: ["HealthKitCombine"]),
        .library(name: "CoreLocation", targets: ["CoreLocation"]),
        .library(name: "UniformTypeIdentifiers", targets: ["UniformTypeIdentifiers"]),
        .library(name: "OSLog", targets: ["OSLog"]),
        .library(name: "OpenHealthAPI", targets: ["OpenHealthAPI"]),
        .library(name: "OpenHealthServer", targets: ["OpenHealthServer"]),
        .library(name: "OpenHealthRemote", targets: ["OpenHealthRemote"]),
        .library(name: "OpenHealthWarehouse", targets: ["OpenHealthWarehouse"]),
        .library(name: "OpenHealthTestSupport", targets: ["OpenHealthTestSupport"]),
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
        .systemLibrary(name: "COpenHealthISAL", pkgConfig: "libisal", providers: [.apt(["libisal-dev"])]),
        .target(name: "OpenHealthModel", swiftSettings: settings),
        .target(name: "OpenHealthStatistics", dependencies: ["OpenHealthModel"], swiftSettings: settings),
        .target(
            name: "OpenHealthFormats", dependencies: ["OpenHealthModel", "COpenHealthISAL"], swiftSettings: settings),
        .target(
            name: "OpenHealthStore",
            dependencies: [
                "OpenHealthModel", "OpenHealthStatistics",
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
                "OpenHealthModel", "OpenHealthStatistics", "OpenHealthStore", "CoreLocation", "UniformTypeIdentifiers",
            ],
            swiftSettings: settings),
        .target(name: "HealthKit", dependencies: ["OpenHealthKit"], swiftSettings: settings),
        .systemLibrary(name: "COpenHealthNetlink"),
        .target(
            name: "HealthKitCombine",
            dependencies: [
                "OpenHealthModel", "OpenHealthStatistics", "OpenHealthStore", "OpenHealthKit", "COpenHealthNetlink",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "OpenCombineShim", package: "OpenCombine"),
            ],
            swiftSettings: settings),
        .target(name: "OpenHealthAPI", dependencies: ["OpenHealthModel"], swiftSettings: settings),
        .target(
            name: "OpenHealthServer",
            dependencies: [
                "OpenHealthModel", "OpenHealthStatistics", "OpenHealthFormats", "OpenHealthStore", "OpenHealthAPI",
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
            name: "OpenHealthRemote",
            dependencies: [
                "OpenHealthModel", "OpenHealthStatistics", "OpenHealthStore", "OpenHealthKit", "HealthKitCombine",
                "OpenHealthAPI",
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "OpenCombineShim", package: "OpenCombine"),
            ],
            swiftSettings: settings),
        .target(
            name: "OpenHealthWarehouse",
            dependencies: [
                "OpenHealthModel", "OpenHealthStatistics", "OpenHealthStore",
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
            ],
            swiftSettings: settings),
        .target(
            name: "OpenHealthTestSupport",
            dependencies: [
                "OpenHealthModel", "OpenHealthStatistics", "OpenHealthFormats", "OpenHealthStore", "OpenHealthKit",
                "CoreLocation",
                "OpenHealthAPI",
            ],
            swiftSettings: settings),
        .target(name: "OpenHealthModelGenerator", swiftSettings: settings),
        .executableTarget(name: "generate-model", dependencies: ["OpenHealthModelGenerator"], swiftSettings: settings),
        .target(name: "OpenHealthChecks", swiftSettings: settings),
        .executableTarget(name: "project-checks", dependencies: ["OpenHealthChecks"], swiftSettings: settings),
        .executableTarget(
            name: "health",
            dependencies: [
                "OpenHealthModel", "OpenHealthStatistics", "OpenHealthFormats", "OpenHealthStore", "OpenHealthServer",
                "OpenHealthWarehouse",
                "OpenHealthTestSupport",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: settings),
        .testTarget(
            name: "OpenHealthModelTests", dependencies: ["OpenHealthModel", "OpenHealthTestSupport"],
            swiftSettings: settings),
        .testTarget(
            name: "OpenHealthStatisticsTests",
            dependencies: ["OpenHealthModel", "OpenHealthStatistics", "OpenHealthTestSupport"],
            swiftSettings: settings),
        .testTarget(
            name: "OpenHealthFormatsTests",
            dependencies: ["OpenHealthModel", "OpenHealthFormats", "OpenHealthTestSupport"],
            resources: [.copy("Fixtures")], swiftSettings: settings),
        .testTarget(
            name: "OpenHealthStoreTests",
            dependencies: [
                "OpenHealthModel", "OpenHealthStatistics", "OpenHealthFormats", "OpenHealthStore",
                "OpenHealthTestSupport",
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
                "OpenHealthModel", "OpenHealthStore", "OpenHealthKit", "OpenHealthServer", "OpenHealthRemote",
                "OpenHealthTestSupport",
                "ProcessTestSupport",
                .product(name: "Logging", package: "swift-log"),
            ],
            path: "Tests/RemoteTestSupport", swiftSettings: settings),
        .testTarget(
            name: "OpenHealthKitTests",
            dependencies: [
                "OpenHealthModel", "OpenHealthStore", "OpenHealthKit", "HealthKit", "CoreLocation",
                "UniformTypeIdentifiers",
                "OpenHealthTestSupport", "OpenHealthServer", "OpenHealthRemote", "RemoteTestSupport",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "OSLogTests", dependencies: ["OSLog", .product(name: "Logging", package: "swift-log")],
            swiftSettings: settings),
        .testTarget(
            name: "HealthKitCombineTests",
            dependencies: [
                "OpenHealthModel", "OpenHealthStore", "OpenHealthKit", "HealthKitCombine", "OpenHealthTestSupport",
                "OpenHealthAPI",
                "OpenHealthServer", "OpenHealthRemote", "RemoteTestSupport",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "OpenCombineShim", package: "OpenCombine"),
            ],
            swiftSettings: settings),
        // What the articles print, in the language mode of the apps that it is from.
        .testTarget(
            name: "ArticleTests",
            dependencies: [
                "HealthKit", "HealthKitCombine", "OpenHealthTestSupport",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "OpenCombineShim", package: "OpenCombine"),
            ],
            swiftSettings: [.swiftLanguageMode(.v5)]),
        .testTarget(
            name: "OpenHealthAPITests", dependencies: ["OpenHealthModel", "OpenHealthAPI", "OpenHealthTestSupport"],
            swiftSettings: settings),
        .testTarget(
            name: "OpenHealthServerTests",
            dependencies: [
                "OpenHealthModel", "OpenHealthStatistics", "OpenHealthFormats", "OpenHealthStore", "OpenHealthAPI",
                "OpenHealthServer",
                "OpenHealthTestSupport", "ProcessTestSupport",
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
            name: "OpenHealthRemoteTests",
            dependencies: [
                "OpenHealthModel", "OpenHealthStore", "OpenHealthKit", "HealthKitCombine", "OpenHealthAPI",
                "OpenHealthServer",
                "OpenHealthRemote", "OpenHealthTestSupport", "ProcessTestSupport", "RemoteTestSupport",
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
                "OpenHealthModel", "OpenHealthStore", "OpenHealthWarehouse", "OpenHealthTestSupport",
                "ProcessTestSupport",
            ],
            path: "Tests/WarehouseTestSupport", swiftSettings: settings),
        .testTarget(
            name: "OpenHealthWarehouseTests",
            dependencies: [
                "OpenHealthModel", "OpenHealthStatistics", "OpenHealthFormats", "OpenHealthStore",
                "OpenHealthWarehouse",
                "OpenHealthTestSupport", "ProcessTestSupport", "WarehouseTestSupport",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "HealthTests",
            dependencies: [
                "health", "OpenHealthModel", "OpenHealthFormats", "OpenHealthStore", "OpenHealthTestSupport",
                "OpenHealthWarehouse",
                "ProcessTestSupport", "WarehouseTestSupport",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "ProjectTests", dependencies: ["OpenHealthModelGenerator", "OpenHealthChecks"],
            swiftSettings: settings),
    ]
)
