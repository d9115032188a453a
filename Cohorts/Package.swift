// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

/// A product of the package in the folder above. A clone can have any name, so the package is named here.
func house(_ name: String) -> Target.Dependency {
    .product(name: name, package: "open-health-kit")
}

let package = Package(
    name: "open-health-kit-cohorts",
    products: [
        .library(name: "OpenHealthWarehouse", targets: ["OpenHealthWarehouse"]),
        .executable(name: "health-cohort", targets: ["health-cohort"]),
    ],
    dependencies: [
        .package(name: "open-health-kit", path: ".."),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
    ],
    targets: [
        .target(
            name: "OpenHealthWarehouse",
            dependencies: [
                house("OpenHealthModel"), house("OpenHealthStatistics"), house("OpenHealthStore"),
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
            ],
            swiftSettings: settings),
        .executableTarget(
            name: "health-cohort",
            dependencies: [
                "OpenHealthWarehouse", house("OpenHealthModel"), house("OpenHealthStore"), house("OpenHealthDemo"),
                house("OpenHealthCommandLine"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: settings),
        // A program of a researcher, in the Swift 5 language mode.
        .executableTarget(
            name: "WomensStudy",
            dependencies: [
                "OpenHealthWarehouse", house("OpenHealthStore"), house("OpenHealthDemo"),
            ],
            path: "Examples/WomensStudy", exclude: ["README.md", "cases.sh"],
            swiftSettings: [.swiftLanguageMode(.v5)]),
        // Real ClickHouse servers and ZooKeeper on loopback.
        .target(
            name: "WarehouseTestSupport",
            dependencies: [
                "OpenHealthWarehouse", house("OpenHealthModel"), house("OpenHealthStore"),
                house("OpenHealthTestSupport"), house("ProcessTestSupport"),
            ],
            path: "Tests/WarehouseTestSupport", swiftSettings: settings),
        .testTarget(
            name: "OpenHealthWarehouseTests",
            dependencies: [
                "OpenHealthWarehouse", "WarehouseTestSupport", house("OpenHealthModel"),
                house("OpenHealthStatistics"), house("OpenHealthStore"), house("OpenHealthAccess"),
                house("OpenHealthDemo"), house("OpenHealthTestBasics"), house("OpenHealthTestSupport"),
                house("ProcessTestSupport"),
            ],
            swiftSettings: settings),
        .testTarget(
            name: "HealthCohortTests",
            dependencies: [
                "OpenHealthWarehouse", "WarehouseTestSupport", house("OpenHealthStore"), house("OpenHealthDemo"),
                house("OpenHealthTestSupport"), house("ProcessTestSupport"),
            ],
            swiftSettings: settings),
    ]
)
