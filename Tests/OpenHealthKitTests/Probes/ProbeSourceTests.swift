// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Tests that each probe names the source of its claim, and that the README states their number.
@Suite struct ProbeSourceTests {
    @Test func everyProbeHasASource() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .filter { $0.lastPathComponent.hasPrefix("Probes+") }
        var count = 0
        for file in files {
            let lines = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n")
            for (before, line) in zip(lines, lines.dropFirst()) where line.hasPrefix("    @Test ") {
                count += 1
                #expect(before.hasPrefix("    /// Source: "), "\(file.lastPathComponent): \(line)")
            }
        }
        #expect(count >= 60)
        var root = folder
        for _ in 0..<3 { root.deleteLastPathComponent() }
        let readme = try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
        let row = "| documented behaviours that the suite `Probes` tests, each with the source of the claim |"
        #expect(readme.contains("\(row) \(count) |"))
    }
}
