// swift-tools-version: 6.1
import PackageDescription

// An app that imports HealthKit alone: without the traits of the library, GRDB is the only package that is resolved and built.
let package = Package(
    name: "light",
    dependencies: [.package(name: "open-health-kit", path: "../..", traits: [])],
    targets: [
        .executableTarget(
            name: "Light", dependencies: [.product(name: "HealthKit", package: "open-health-kit")], path: "Source")
    ]
)
