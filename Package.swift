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
        .library(name: "HealthTestSupport", targets: ["HealthTestSupport"]),
        .executable(name: "health", targets: ["health"]),
    ],
    dependencies: [
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/OpenCombine/OpenCombine", .upToNextMinor(from: "0.14.0")),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
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
        .target(
            name: "HealthTestSupport",
            dependencies: ["HealthModel", "HealthFormats", "HealthStore", "OpenHealthKit", "CoreLocation"],
            swiftSettings: settings),
        .target(name: "ModelGenerator", swiftSettings: settings),
        .executableTarget(name: "generate-model", dependencies: ["ModelGenerator"], swiftSettings: settings),
        .target(name: "ProjectChecks", swiftSettings: settings),
        .executableTarget(name: "project-checks", dependencies: ["ProjectChecks"], swiftSettings: settings),
        .executableTarget(
            name: "health",
            dependencies: [
                "HealthModel", "HealthStatistics", "HealthFormats", "HealthStore", "HealthTestSupport",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
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
            ],
            resources: [.copy("Fixtures")], swiftSettings: settings),
        .testTarget(
            name: "OpenHealthKitTests",
            dependencies: [
                "HealthModel", "HealthStore", "OpenHealthKit", "HealthKit", "CoreLocation", "UniformTypeIdentifiers",
                "HealthTestSupport",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "HealthKitCombineTests",
            dependencies: [
                "HealthModel", "HealthStore", "OpenHealthKit", "HealthKitCombine", "HealthTestSupport",
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
            name: "HealthTests", dependencies: ["health", "HealthModel", "HealthFormats", "HealthTestSupport"],
            swiftSettings: settings),
        .testTarget(
            name: "ProjectTests", dependencies: ["ModelGenerator", "ProjectChecks"], swiftSettings: settings),
    ]
)
