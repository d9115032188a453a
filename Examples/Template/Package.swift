// swift-tools-version: 6.2
import PackageDescription

// A package of an app with its health code: on Apple's systems with HealthKit, on Linux with OpenHealthKit.
let package = Package(
    name: "Steps",
    platforms: [.iOS(.v18), .watchOS(.v11), .macOS(.v15)],
    products: [.library(name: "Steps", targets: ["Steps"])],
    dependencies: [
        .package(url: "https://github.com/openhealthkit/open-health-kit", branch: "main", traits: [])
    ],
    targets: [
        .target(
            name: "Steps",
            dependencies: [
                .product(name: "HealthKit", package: "open-health-kit", condition: .when(platforms: [.linux]))
            ]),
        .testTarget(
            name: "StepsTests",
            dependencies: [
                "Steps",
                .product(name: "HealthKit", package: "open-health-kit", condition: .when(platforms: [.linux])),
                .product(
                    name: "OpenHealthTestSupport", package: "open-health-kit",
                    condition: .when(platforms: [.linux])),
            ]),
    ]
)
