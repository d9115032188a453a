// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

/// A product that only a trait needs: a package that turns the trait off does not resolve it. The trait `Server` needs all.
func product(_ name: String, _ package: String, for trait: String) -> Target.Dependency {
    .product(name: name, package: package, condition: .when(traits: [trait, "Server"]))
}

let package = Package(
    name: "open-health-kit",
    products: [
        .library(name: "OpenHealthModel", targets: ["OpenHealthModel"]),
        .library(name: "OpenHealthStatistics", targets: ["OpenHealthStatistics"]),
        .library(name: "OpenHealthInsights", targets: ["OpenHealthInsights"]),
        .library(name: "OpenHealthFormats", targets: ["OpenHealthFormats"]),
        .library(name: "OpenHealthSharing", targets: ["OpenHealthSharing"]),
        .library(name: "OpenHealthDemo", targets: ["OpenHealthDemo"]),
        .library(name: "OpenHealthSession", targets: ["OpenHealthSession"]),
        .library(name: "OpenHealthStore", targets: ["OpenHealthStore"]),
        .library(name: "OpenHealthAccess", targets: ["OpenHealthAccess"]),
        .library(name: "OpenHealthKit", targets: ["OpenHealthKit"]),
        .library(name: "HealthKit", targets: ["HealthKit"]),
        .library(name: "HealthBridge", targets: ["HealthBridge"]),
        .library(name: "HealthKitCombine", targets: ["HealthKitCombine"]),
        .library(name: "OpenCombineOperators", targets: ["OpenCombineOperators"]),
        .library(name: "OpenHealthConnectivity", targets: ["OpenHealthConnectivity"]),
        .library(name: "OpenHealthOperations", targets: ["OpenHealthOperations"]),
        .library(name: "CoreLocation", targets: ["CoreLocation"]),
        .library(name: "UniformTypeIdentifiers", targets: ["UniformTypeIdentifiers"]),
        .library(name: "OSLog", targets: ["OSLog"]),
        .library(name: "OpenHealthAPI", targets: ["OpenHealthAPI"]),
        .library(name: "OpenHealthServer", targets: ["OpenHealthServer"]),
        .library(name: "OpenHealthPages", targets: ["OpenHealthPages"]),
        .library(name: "OpenHealthRemote", targets: ["OpenHealthRemote"]),
        .library(name: "HealthKitRemote", targets: ["HealthKitRemote"]),
        .library(name: "OpenHealthCommandLine", targets: ["OpenHealthCommandLine"]),
        .library(name: "OpenHealthTestBasics", targets: ["OpenHealthTestBasics"]),
        .library(name: "OpenHealthTestSupport", targets: ["OpenHealthTestSupport"]),
        .library(name: "OpenHealthFuzzing", targets: ["OpenHealthFuzzing"]),
        // For the tests of the package in Cohorts.
        .library(name: "ProcessTestSupport", targets: ["ProcessTestSupport", "TestTimeLimits"]),
        .executable(name: "health", targets: ["health"]),
    ],
    traits: [
        // Everything by default, so that this package builds as it stands. A package that imports HealthKit says `traits: []`
        // beside the URL and resolves GRDB and nothing else.
        //
        // One trait is enough for every use, and no trait enables another: Swift's package manager passes enabled traits to the
        // compiler in an order that differs from run to run, and another order compiles every module again.
        .default(enabledTraits: ["Server"]),
        .trait(name: "App", description: "HealthKitCombine, on OpenCombine, and OSLog, on swift-log."),
        .trait(name: "Server", description: "Everything: the server, its client, the tool and the above."),
    ],
    dependencies: [
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/OpenCombine/OpenCombine", .upToNextMinor(from: "0.14.0")),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.0"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
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
            name: "OpenHealthInsights", dependencies: ["OpenHealthModel", "OpenHealthStatistics"],
            swiftSettings: settings),
        .target(
            name: "OpenHealthFormats", dependencies: ["OpenHealthModel", "COpenHealthISAL"], swiftSettings: settings),
        .target(
            name: "OpenHealthSharing", dependencies: ["OpenHealthModel", "OpenHealthFormats"], swiftSettings: settings),
        // Without the store, so that an edit of the store does not rebuild the tests of the modules below it.
        .target(name: "OpenHealthTestBasics", swiftSettings: settings),
        .target(
            name: "OpenHealthDemo",
            dependencies: ["OpenHealthModel", "OpenHealthFormats", "OpenHealthStore", "OpenHealthTestBasics"],
            swiftSettings: settings),
        .target(
            name: "OpenHealthSession", dependencies: ["OpenHealthModel", "OpenHealthStatistics"],
            swiftSettings: settings),
        .systemLibrary(name: "COpenHealthSQLite", providers: [.apt(["libsqlite3-dev"])]),
        .target(
            name: "OpenHealthStore",
            dependencies: [
                "OpenHealthModel", "OpenHealthStatistics", "COpenHealthSQLite",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ],
            swiftSettings: settings),
        .target(
            name: "OpenHealthAccess",
            dependencies: [
                "OpenHealthModel", "OpenHealthStatistics", "OpenHealthSession", "OpenHealthStore",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ],
            swiftSettings: settings),
        .target(
            name: "OpenHealthExport",
            dependencies: [
                "OpenHealthModel", "OpenHealthStatistics", "OpenHealthFormats", "OpenHealthStore",
                .product(name: "GRDB", package: "GRDB.swift"),
            ],
            swiftSettings: settings),
        .target(
            name: "OpenHealthBackup",
            dependencies: [
                "OpenHealthModel", "OpenHealthFormats", "OpenHealthStore",
                product("Crypto", "swift-crypto", for: "Server"),
                product("CryptoExtras", "swift-crypto", for: "Server"),
            ],
            swiftSettings: settings),
        .target(name: "CoreLocation", swiftSettings: settings),
        .target(name: "UniformTypeIdentifiers", swiftSettings: settings),
        .target(
            name: "OSLog", dependencies: [product("Logging", "swift-log", for: "App")], swiftSettings: settings),
        .target(
            name: "OpenHealthKit",
            dependencies: [
                "OpenHealthModel", "OpenHealthStatistics", "OpenHealthStore", "CoreLocation",
                "UniformTypeIdentifiers", "OpenHealthAccess", "OpenHealthSession",
            ],
            swiftSettings: settings),
        .target(name: "HealthKit", dependencies: ["OpenHealthKit"], swiftSettings: settings),
        .target(name: "HealthBridge", dependencies: ["HealthKit"], swiftSettings: settings),
        .systemLibrary(name: "COpenHealthAllocator"),
        .systemLibrary(name: "COpenHealthNetlink"),
        .target(
            name: "OpenCombineOperators", dependencies: [product("OpenCombineShim", "OpenCombine", for: "App")],
            swiftSettings: settings),
        .target(
            name: "OpenHealthConnectivity",
            dependencies: [
                "OpenHealthModel", "COpenHealthNetlink",
                product("OpenCombineShim", "OpenCombine", for: "App"),
            ],
            swiftSettings: settings),
        .target(
            name: "OpenHealthOperations",
            dependencies: ["OpenHealthModel", product("OpenCombineShim", "OpenCombine", for: "App")],
            swiftSettings: settings),
        .target(
            name: "HealthKitCombine",
            dependencies: [
                "OpenHealthModel", "OpenHealthKit", "OpenCombineOperators", "OpenHealthConnectivity",
                "OpenHealthOperations", "OpenHealthAccess", "OpenHealthSession",
                .product(name: "GRDB", package: "GRDB.swift"),
                product("OpenCombineShim", "OpenCombine", for: "App"),
            ],
            swiftSettings: settings),
        .target(
            name: "OpenHealthAPI",
            dependencies: ["OpenHealthModel", "OpenHealthStatistics", "OpenHealthInsights", "OpenHealthSession"],
            swiftSettings: settings),
        .target(
            name: "OpenHealthServer",
            dependencies: [
                "OpenHealthModel", "OpenHealthStatistics", "OpenHealthFormats", "OpenHealthStore", "OpenHealthAPI",
                "OpenHealthAccess", "OpenHealthSession", "OpenHealthInsights", "OpenHealthExport",
                "OpenHealthBackup", "COpenHealthAllocator",
                product("AsyncHTTPClient", "async-http-client", for: "Server"),
                product("Crypto", "swift-crypto", for: "Server"),
                product("CoreMetrics", "swift-metrics", for: "Server"),
                product("CryptoExtras", "swift-crypto", for: "Server"),
                product("HTTPTypes", "swift-http-types", for: "Server"),
                product("Hummingbird", "hummingbird", for: "Server"),
                product("HummingbirdCore", "hummingbird", for: "Server"),
                product("HummingbirdTLS", "hummingbird", for: "Server"),
                product("Logging", "swift-log", for: "App"),
                product("NIOCore", "swift-nio", for: "Server"),
                product("NIOPosix", "swift-nio", for: "Server"),
                product("NIOHTTP1", "swift-nio", for: "Server"),
                product("NIOHTTPTypes", "swift-nio-extras", for: "Server"),
                product("NIOHTTPTypesHTTP1", "swift-nio-extras", for: "Server"),
                product("NIOSSL", "swift-nio-ssl", for: "Server"),
                product("ServiceLifecycle", "swift-service-lifecycle", for: "Server"),
            ],
            swiftSettings: settings),
        .target(
            name: "OpenHealthPages",
            dependencies: [
                "OpenHealthModel", "OpenHealthServer", "OpenHealthAPI", "OpenHealthAccess", "OpenHealthFormats",
                "OpenHealthInsights", "OpenHealthSession", "OpenHealthStatistics", "OpenHealthStore",
                "OpenHealthExport",
                product("Hummingbird", "hummingbird", for: "Server"),
                product("HTTPTypes", "swift-http-types", for: "Server"),
                product("Logging", "swift-log", for: "App"),
                product("Mustache", "swift-mustache", for: "Server"),
                product("NIOCore", "swift-nio", for: "Server"),
            ],
            resources: [.copy("Web")], swiftSettings: settings),
        .target(
            name: "OpenHealthRemote",
            dependencies: [
                "OpenHealthModel", "OpenHealthStatistics", "OpenHealthSession", "OpenHealthAPI",
                "OpenHealthConnectivity",
                product("AsyncHTTPClient", "async-http-client", for: "Server"),
                product("NIOCore", "swift-nio", for: "Server"),
                product("NIOHTTP1", "swift-nio", for: "Server"),
                product("NIOSSL", "swift-nio-ssl", for: "Server"),
                product("OpenCombineShim", "OpenCombine", for: "App"),
            ],
            swiftSettings: settings),
        .target(
            name: "HealthKitRemote", dependencies: ["OpenHealthModel", "OpenHealthKit", "OpenHealthRemote"],
            swiftSettings: settings),
        // For the tools of this package and of the package in Cohorts.
        .target(
            name: "OpenHealthCommandLine",
            dependencies: [
                "OpenHealthModel", "OpenHealthFormats", "OpenHealthStore",
                product("ArgumentParser", "swift-argument-parser", for: "Server"),
            ],
            swiftSettings: settings),
        .target(
            name: "OpenHealthTestSupport",
            dependencies: [
                "OpenHealthModel", "OpenHealthStore", "OpenHealthKit", "OpenHealthAccess", "OpenHealthSession",
                "OpenHealthTestBasics",
            ],
            swiftSettings: settings),
        // Without it, the tests of an app would build the readers of files and the interface of the server.
        .target(
            name: "OpenHealthFuzzing",
            dependencies: [
                "OpenHealthModel", "OpenHealthStatistics", "OpenHealthFormats", "OpenHealthStore", "OpenHealthAPI",
                "OpenHealthDemo", "OpenHealthAccess", "OpenHealthSession", "OpenHealthExport", "OpenHealthTestBasics",
            ],
            swiftSettings: settings),
        .target(name: "OpenHealthModelGenerator", swiftSettings: settings),
        .executableTarget(name: "generate-model", dependencies: ["OpenHealthModelGenerator"], swiftSettings: settings),
        .target(name: "OpenHealthChecks", swiftSettings: settings),
        .executableTarget(name: "project-checks", dependencies: ["OpenHealthChecks"], swiftSettings: settings),
        .executableTarget(
            name: "health",
            dependencies: [
                "OpenHealthModel", "OpenHealthAPI", "OpenHealthStatistics", "OpenHealthFormats", "OpenHealthStore",
                "OpenHealthServer", "OpenHealthDemo", "OpenHealthAccess", "OpenHealthSession", "OpenHealthPages",
                "OpenHealthInsights", "OpenHealthExport", "OpenHealthBackup", "OpenHealthTestBasics",
                "OpenHealthCommandLine",
                product("ArgumentParser", "swift-argument-parser", for: "Server"),
                product("AsyncHTTPClient", "async-http-client", for: "Server"),
                product("Logging", "swift-log", for: "App"),
                product("NIOCore", "swift-nio", for: "Server"),
                product("NIOHTTP1", "swift-nio", for: "Server"),
            ],
            swiftSettings: settings),
        .testTarget(
            name: "OpenHealthModelTests", dependencies: ["OpenHealthModel", "OpenHealthTestBasics", "TestTimeLimits"],
            swiftSettings: settings),
        .testTarget(
            name: "OpenHealthTestBasicsTests", dependencies: ["OpenHealthTestBasics", "TestTimeLimits"],
            swiftSettings: settings),
        .testTarget(
            name: "OpenHealthStatisticsTests",
            dependencies: ["OpenHealthModel", "OpenHealthStatistics", "OpenHealthTestBasics"],
            swiftSettings: settings),
        .testTarget(
            name: "OpenHealthInsightsTests",
            dependencies: ["OpenHealthInsights", "OpenHealthModel", "OpenHealthStatistics", "OpenHealthTestBasics"],
            swiftSettings: settings),
        .testTarget(
            name: "OpenHealthFormatsTests",
            dependencies: [
                "OpenHealthModel", "OpenHealthFormats", "OpenHealthSharing", "OpenHealthDemo", "OpenHealthFuzzing",
                "OpenHealthTestSupport", "TestTimeLimits",
            ],
            resources: [.copy("Fixtures")], swiftSettings: settings),
        .testTarget(
            name: "OpenHealthExportTests",
            dependencies: [
                "OpenHealthModel", "OpenHealthFormats", "OpenHealthStatistics", "OpenHealthStore", "OpenHealthExport",
                "OpenHealthDemo", "OpenHealthFuzzing", "OpenHealthTestSupport", "TestTimeLimits",
                .product(name: "GRDB", package: "GRDB.swift"),
            ],
            swiftSettings: settings),
        .testTarget(
            name: "OpenHealthBackupTests",
            dependencies: [
                "OpenHealthModel", "OpenHealthFormats", "OpenHealthStore", "OpenHealthBackup", "OpenHealthDemo",
                "OpenHealthFuzzing", "OpenHealthTestSupport",
                .product(name: "GRDB", package: "GRDB.swift"),
            ],
            swiftSettings: settings),
        .testTarget(
            name: "OpenHealthStoreTests",
            dependencies: [
                "OpenHealthModel", "OpenHealthStatistics", "OpenHealthFormats", "OpenHealthStore",
                "OpenHealthTestBasics", "OpenHealthTestSupport", "OpenHealthAccess", "OpenHealthSession",
                "OpenHealthDemo", "OpenHealthFuzzing", "TestTimeLimits",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ],
            resources: [.copy("Fixtures")], swiftSettings: settings),
        // The time limits of tests, in one place.
        .target(name: "TestTimeLimits", path: "Tests/TestTimeLimits", swiftSettings: settings),
        // Programs that tests start, and ports for them, for the tests of more than one target.
        .target(name: "ProcessTestSupport", path: "Tests/ProcessTestSupport", swiftSettings: settings),
        // A daemon for the tests of more than one target.
        .target(
            name: "RemoteTestSupport",
            dependencies: [
                "OpenHealthModel", "OpenHealthStore", "OpenHealthKit", "OpenHealthServer", "OpenHealthRemote",
                "ProcessTestSupport", "HealthKitRemote", "OpenHealthAccess", "OpenHealthSession",
                product("Logging", "swift-log", for: "App"),
                product("ServiceLifecycle", "swift-service-lifecycle", for: "Server"),
            ],
            path: "Tests/RemoteTestSupport", swiftSettings: settings),
        .testTarget(
            name: "OpenHealthKitTests",
            dependencies: [
                "OpenHealthModel", "OpenHealthStore", "OpenHealthKit", "HealthKit", "CoreLocation",
                "UniformTypeIdentifiers", "OpenHealthTestBasics", "OpenHealthTestSupport", "RemoteTestSupport",
                "OpenHealthAccess",
                "OpenHealthSession", "OpenHealthStatistics", "TestTimeLimits",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "HealthBridgeTests",
            dependencies: [
                "HealthBridge", "HealthKit", "OpenHealthModel", "OpenHealthStore", "OpenHealthAccess",
                "OpenHealthSession",
                "OpenHealthKit", "OpenHealthTestSupport", "RemoteTestSupport", "TestTimeLimits",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "OSLogTests", dependencies: ["OSLog"],
            swiftSettings: settings),
        .testTarget(
            name: "HealthKitCombineTests",
            dependencies: [
                "OpenHealthModel", "OpenHealthStore", "OpenHealthKit", "HealthKitCombine", "OpenHealthConnectivity",
                "OpenHealthTestBasics", "OpenHealthTestSupport", "RemoteTestSupport", "OpenHealthAccess",
                "OpenHealthSession",
                "ProcessTestSupport", "TestTimeLimits",
                .product(name: "GRDB", package: "GRDB.swift"),
                product("OpenCombineShim", "OpenCombine", for: "App"),
            ],
            swiftSettings: settings),
        // What the articles print, in the language mode of the apps that it is from.
        .testTarget(
            name: "ArticleTests",
            dependencies: [
                "HealthKit", "HealthKitCombine", "OpenHealthTestSupport", "OpenHealthKit", "OpenHealthSession",
                "OpenHealthSharing",
                .product(name: "GRDB", package: "GRDB.swift"),
                product("OpenCombineShim", "OpenCombine", for: "App"),
            ],
            swiftSettings: [.swiftLanguageMode(.v5)]),
        .testTarget(
            name: "OpenHealthAPITests",
            dependencies: [
                "OpenHealthModel", "OpenHealthStatistics", "OpenHealthAPI", "OpenHealthSession",
                "OpenHealthTestSupport", "TestTimeLimits",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "OpenHealthServerTests",
            dependencies: [
                "OpenHealthModel", "OpenHealthStatistics", "OpenHealthFormats", "OpenHealthStore", "OpenHealthAPI",
                "OpenHealthServer", "OpenHealthPages", "OpenHealthTestBasics", "OpenHealthTestSupport",
                "ProcessTestSupport",
                "OpenHealthAccess", "OpenHealthInsights", "OpenHealthExport", "OpenHealthBackup",
                "OpenHealthSession", "OpenHealthDemo", "OpenHealthFuzzing", "TestTimeLimits",
                product("AsyncHTTPClient", "async-http-client", for: "Server"),
                product("Crypto", "swift-crypto", for: "Server"),
                .product(name: "GRDB", package: "GRDB.swift"),
                product("HTTPTypes", "swift-http-types", for: "Server"),
                product("Hummingbird", "hummingbird", for: "Server"),
                product("HummingbirdCore", "hummingbird", for: "Server"),
                product("Logging", "swift-log", for: "App"),
                product("MetricsTestKit", "swift-metrics", for: "Server"),
                product("NIOCore", "swift-nio", for: "Server"),
                product("NIOEmbedded", "swift-nio", for: "Server"),
                product("NIOHTTP1", "swift-nio", for: "Server"),
                product("NIOPosix", "swift-nio", for: "Server"),
            ],
            swiftSettings: settings),
        .testTarget(
            name: "OpenHealthPagesTests",
            dependencies: [
                "OpenHealthPages", "OpenHealthModel", "OpenHealthStatistics", "OpenHealthAPI", "OpenHealthFormats",
                product("NIOCore", "swift-nio", for: "Server"),
            ], swiftSettings: settings),
        .testTarget(
            name: "OpenHealthRemoteTests",
            dependencies: [
                "OpenHealthModel", "OpenHealthStore", "OpenHealthKit", "OpenHealthRemote", "ProcessTestSupport",
                "RemoteTestSupport", "HealthKitRemote", "OpenHealthAccess", "OpenHealthSession",
                "OpenHealthTestBasics", "TestTimeLimits",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "HealthTests",
            dependencies: [
                "health", "OpenHealthModel", "OpenHealthFormats", "OpenHealthStore", "OpenHealthTestSupport",
                "OpenHealthCommandLine", "ProcessTestSupport", "OpenHealthAccess",
                "OpenHealthSession", "OpenHealthDemo", "OpenHealthFuzzing",
                "OpenHealthInsights", "TestTimeLimits",
                .product(name: "GRDB", package: "GRDB.swift"),
            ],
            swiftSettings: settings),
        .testTarget(
            name: "ProjectTests", dependencies: ["OpenHealthModelGenerator", "OpenHealthChecks"],
            swiftSettings: settings),
    ]
)
