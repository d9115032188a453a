// swift-tools-version: 6.0
import PackageDescription

// Small programs as an app's author would write them: no code is specific to Linux. They use the Swift 5 language mode, like most
// code for HealthKit. Each can use publishers.
func example(_ name: String, _ others: Target.Dependency...) -> Target {
    .executableTarget(
        name: name,
        dependencies: [
            .product(name: "HealthKit", package: "open-health-kit"),
            .product(name: "HealthKitCombine", package: "open-health-kit"),
            .product(name: "HealthKitRemote", package: "open-health-kit"),
        ] + others,
        path: name, exclude: ["README.md", "cases.sh"], swiftSettings: [.swiftLanguageMode(.v5)])
}

let package = Package(
    name: "open-health-kit-examples",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "open-health-kit", path: ".."),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/OpenCombine/OpenCombine", .upToNextMinor(from: "0.14.0")),
    ],
    targets: [
        example("SymptomReader"),
        example("SymptomJournal"),
        example("WriteHealth"),
        example("ReadHealth"),
        example("StepTracker"),
        example(
            "ExpenseTracker", .product(name: "GRDB", package: "GRDB.swift"),
            .product(name: "OpenCombineShim", package: "OpenCombine")),
    ]
)
