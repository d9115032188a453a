// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "open-health-kit-fuzz",
    dependencies: [
        .package(name: "open-health-kit", path: "..")
    ],
    targets: [
        .executableTarget(
            name: "fuzz",
            dependencies: [.product(name: "OpenHealthFuzzing", package: "open-health-kit")],
            swiftSettings: [
                .swiftLanguageMode(.v6),
                .enableUpcomingFeature("ExistentialAny"),
                .enableUpcomingFeature("MemberImportVisibility"),
                // Otherwise the compiler would create a second entry point.
                .unsafeFlags(["-parse-as-library"]),
            ])
    ]
)
