// swift-tools-version: 6.0
import PackageDescription

// Small programs as an app's author would write them: nothing in them knows that this is not a phone. They are in the
// Swift 5 language mode, as most of what has been written with HealthKit is.
func example(_ name: String, _ others: String...) -> Target {
    .executableTarget(
        name: name,
        dependencies: [.product(name: "HealthKit", package: "open-health-kit")]
            + others.map { Target.Dependency(stringLiteral: $0) },
        path: name, swiftSettings: [.swiftLanguageMode(.v5)])
}

let package = Package(
    name: "open-health-kit-examples",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "open-health-kit", path: "..")
    ],
    targets: [
        example("SymptomReader"),
        example("WriteHealth"),
        example("ReadHealth"),
        example("StepTracker"),
    ]
)
