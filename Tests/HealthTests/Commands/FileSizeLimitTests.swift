// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ProcessTestSupport
import Testing

/// Tests that a limit on the size of files (`ulimit -f`) ends a command with an error instead of a signal.
@Suite("File size limits")
struct FileSizeLimitTests {
    @Test(
        "a file size limit is a named error",
        arguments: [
            #""$health" backup limited-backup.db"#, #""$health" import export.xml --store limited-store.db"#,
            #""$health" samples heartRate --format csv > limited.csv"#, #""$health" export limited.zip"#,
            #""$health" export limited --format csv"#,
            #""$health" restore "$HEALTH_STORE" --store limited-restored.db"#,
        ])
    func isAnError(command: String) throws {
        let store = try DemoStore.shared.get()
        let home = try Home()
        let large = (0..<4000).map { index in
            #"<Record type="HKQuantityTypeIdentifierStepCount" sourceName="Phone" unit="count" startDate="2024-01-01 00:00:00 +0000" "#
                + #"endDate="2024-01-01 00:00:00 +0000" creationDate="2024-01-01 00:00:00 +0000" value="\#(index + 1)"/>"#
        }
        let export = "<HealthData locale=\"en_US\">\n" + large.joined(separator: "\n") + "\n</HealthData>\n"
        try Data(export.utf8).write(to: home.file("export.xml"))
        let file = home.path("source.db")
        #expect(try Tool.run(["backup", file], in: store.home).status == 0)
        let result = try Tool.shell(
            "cd '\(home.url.path)'; HEALTH_STORE='\(file)'; export HEALTH_STORE; ulimit -f 32; \(command)", in: home)
        #expect(result.signal == nil)
        #expect(result.status == 1, "\(result)")
        #expect(result.errorLines.count == 1, "\(result.errors)")
        #expect(result.errors.contains("ulimit") || result.errors.contains("too large"), "\(result.errors)")
        #expect(!result.errors.contains(".partial"), "\(result.errors)")
        let left = try FileManager.default.contentsOfDirectory(atPath: home.url.path)
        #expect(!left.contains { $0.contains(".partial") })
        // A store that the command created and could not fill is removed.
        #expect(!left.contains { $0.hasPrefix("limited-store.db") || $0.hasPrefix("limited-restored.db") }, "\(left)")
        #expect(try Tool.run(["check", "--store", file], in: home).status == 0)
    }

    @Test("a store of which nothing could be written is removed")
    func emptyStoreIsRemoved() throws {
        let home = try Home()
        let result = try Tool.shell(
            "cd '\(home.url.path)'; ulimit -f 0; \"$health\" add stepCount 5 --store empty.db", in: home)
        #expect(result.status == 1, "\(result)")
        let left = try FileManager.default.contentsOfDirectory(atPath: home.url.path)
        #expect(!left.contains { $0.hasPrefix("empty.db") }, "\(left)")
    }
}
