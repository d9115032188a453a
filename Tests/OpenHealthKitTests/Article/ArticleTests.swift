// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Tests that the article about testing contains only code that is compiled and run here.
@Suite struct ArticleTests {
    @Test func everyListingIsPartOfATestedFile() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
        var code = ""
        for name in ["StepManager.swift", "StepManagerTests.swift"] {
            code += try String(contentsOf: folder.appending(path: name), encoding: .utf8)
        }
        var root = folder
        for _ in 0..<3 { root.deleteLastPathComponent() }
        let article = try String(
            contentsOf: root.appending(
                path: "Sources/OpenHealthTestSupport/OpenHealthTestSupport.docc/TestYourHealthKitCode.md"),
            encoding: .utf8)
        let listings = article.components(separatedBy: "```swift\n").dropFirst().compactMap {
            $0.components(separatedBy: "\n```").first
        }
        #expect(listings.count >= 6)
        for listing in listings {
            // The listing of the manifest is not part of the tested files; omissions in other listings are marked.
            if listing.contains(".package(path:") { continue }
            for part in listing.components(separatedBy: "// …\n") {
                #expect(Self.unindented(code).contains(Self.unindented(part)), "\(part)")
            }
        }
    }

    /// Returns the lines without indentation, because the article shows the members of a type without it.
    private static func unindented(_ text: String) -> String {
        text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
            .joined(separator: "\n")
    }
}
