// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import OpenHealthChecks

@Suite struct DependencyTests {
    private static let manifest = """
        let package = Package(
            targets: [
                .systemLibrary(name: "CSQL"),
                .target(name: "Model", swiftSettings: settings),
                .target(name: "Store", dependencies: ["Model", "CSQL", .product(name: "SQL", package: "sql")]),
                .executableTarget(
                    name: "tool",
                    dependencies: ["Store", product("Log", "swift-log", for: "Logging")],
                    resources: [.copy("Web")]),
                .target(name: "Support", dependencies: ["Model"], path: "Tests/Support"),
                .testTarget(
                    name: "ToolTests",
                    dependencies: [.product(name: "Net", package: "net", condition: .when(traits: ["Server"])), "tool"]),
            ])
        """

    @Test func thisTreeHasNoUnusedDependency() throws {
        let faults = try projectTrees.flatMap(DependencyCheck.faults)
        #expect(faults.isEmpty, "\(faults.map(\.description).joined(separator: "\n"))")
        #expect(DependencyCheck.targets(in: try projectTree.file("Package.swift")).count > 30)
        #expect(DependencyCheck.targets(in: try projectTrees[1].file("Package.swift")).count > 5)
    }

    @Test func theTargetsOfAManifestAreRead() {
        let targets = DependencyCheck.targets(in: SourceFile(path: "Package.swift", text: Self.manifest))
        #expect(targets.map(\.name) == ["Store", "tool", "Support", "ToolTests"])
        #expect(
            targets.map(\.dependencies) == [["Model", "CSQL", "SQL"], ["Store", "Log"], ["Model"], ["tool", "Net"]])
        #expect(targets.map(\.folder) == ["Sources/Store", "Sources/tool", "Tests/Support", "Tests/ToolTests"])
        #expect(targets.map(\.line) == [5, 6, 10, 11])
    }

    @Test func aDependencyWithoutAnImportIsReported() throws {
        let scratch = try ScratchTree()
        try scratch.write("Package.swift", Self.manifest)
        try scratch.write("Sources/Store/B.swift", ScratchTree.file("import Model\nimport SQL"))
        try scratch.write("Sources/tool/C.swift", ScratchTree.file("import Log\nimport Store"))
        try scratch.write("Tests/Support/D.swift", ScratchTree.file("// import Model"))
        try scratch.write("Tests/ToolTests/E.swift", ScratchTree.file("import Net\n@testable import tool"))
        #expect(
            try DependencyCheck.faults(in: scratch.tree).map(\.description) == [
                "Package.swift:5: Store depends on CSQL, which no file of it imports",
                "Package.swift:10: Support depends on Model, which no file of it imports",
            ])
    }
}
