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
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    ],
    targets: [
        .executableTarget(name: "measure"),
        .executableTarget(
            name: "bench",
            dependencies: [
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "HealthFormats", package: "open-health-kit"),
                .product(name: "HealthKitCombine", package: "open-health-kit"),
                .product(name: "HealthModel", package: "open-health-kit"),
                .product(name: "HealthStatistics", package: "open-health-kit"),
                .product(name: "HealthStore", package: "open-health-kit"),
                .product(name: "HealthTestSupport", package: "open-health-kit"),
                .product(name: "OpenHealthKit", package: "open-health-kit"),
            ],
            swiftSettings: settings),
    ]
)
