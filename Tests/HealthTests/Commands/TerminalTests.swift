// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ProcessTestSupport
import Testing

/// Tests of the tool on a terminal, emulated by `script` of util-linux.
@Suite("On a terminal", .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/script")))
struct TerminalTests {
    private static func run(_ line: String, columns: Int, in home: Home) throws -> Tool.Result {
        try "stty cols \(columns); \(line)\n".write(
            to: home.file("line.sh"), atomically: true, encoding: .utf8)
        return try Tool.shell("script -qec 'sh \(home.path("line.sh"))' /dev/null", in: home)
    }

    @Test("tables fit, and omit the UUID where it does not", arguments: [56, 70, 100, 130])
    func tables(_ columns: Int) throws {
        let home = try Home()
        let store = try DemoStore.shared.get().home.path(".local/share/openhealthkit/health.db")
        let result = try Self.run(
            #""$health" samples heartRate --limit 5 --store "\#(store)""#, columns: columns, in: home)
        let lines = result.output.split(whereSeparator: \.isNewline)
        #expect(lines.count == 6, "\(result)")
        #expect(lines.allSatisfy { $0.count <= columns }, "\(result.output)")
        #expect(lines.first?.contains("uuid") == (columns >= 100))
    }

    @Test("an import leaves its receipt and no progress bar")
    func bar() throws {
        let home = try Home()
        try Tool.run(["demo", home.path("a.zip"), "--records", "3000"], in: home)
        let result = try Self.run(#""$health" import "\#(home.path("a.zip"))""#, columns: 80, in: home)
        // Each redraw erases the line first, and so does the end.
        let drawn = result.output.components(separatedBy: "\r\u{1B}[K")
        #expect(drawn.last?.hasPrefix("imported a.zip in ") == true, "\(result.output)")
        #expect(drawn.dropLast().allSatisfy { $0.isEmpty || $0.hasPrefix("a.zip [") }, "\(result.output)")
    }
}
