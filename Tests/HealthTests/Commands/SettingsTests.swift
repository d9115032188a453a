// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import ProcessTestSupport
import Testing

@testable import OpenHealthCommandLine
@testable import health

@Suite("health settings")
struct SettingsTests {
    private static func settings(in home: Home) throws -> [String: String] {
        let rows = try Parsed.array(try Tool.run(["settings", "--format", "json"], in: home).output)
        return Dictionary(
            rows.compactMap { row in (row["setting"] as? String).map { ($0, row["value"] as? String ?? "") } },
            uniquingKeysWith: { first, _ in first })
    }

    @Test("days are those of the chosen zone, and an import without one names the machine's")
    func timeZone() throws {
        let home = try Home()
        let record = MadeStore.record(
            "StepCount", "100", "count", from: "2024-03-10 23:30:00 +0000", to: "2024-03-10 23:40:00 +0000",
            source: "Phone")
        try ImportCommandTests.document([record]).write(to: home.file("one.xml"), atomically: true, encoding: .utf8)
        let imported = try Tool.run(["import", home.path("one.xml")], in: home)
        #expect(imported.lines.last?.contains("health settings set timeZone") == true, "\(imported)")
        #expect(try Tool.run(["settings", "set", "timeZone", "Asia/Tokyo"], in: home).status == 0)
        #expect(try Self.settings(in: home)["timeZone"] == "Asia/Tokyo")
        let day = try Tool.run(["statistics", "stepCount", "--every", "day"], in: home)
        #expect(day.output.contains("2024-03-11"), "\(day)")
        let again = try Tool.run(["import", home.path("one.xml")], in: home)
        #expect(!again.output.contains("health settings"), "\(again)")
        #expect(again.output.contains("(Asia/Tokyo)"))
        #expect(try Tool.run(["settings", "set", "timeZone", "default"], in: home).status == 0)
        let rows = try Parsed.array(try Tool.run(["settings", "--format", "json"], in: home).output)
        #expect(rows.first?["chosen"] as? Bool == false)
    }

    @Test("weeks begin with the chosen day")
    func firstWeekday() throws {
        // 2024-03-10 is a Sunday.
        let home = try MadeStore.steps()
        let week = ["statistics", "stepCount", "--every", "week"]
        #expect(try Tool.run(week, in: home).output.contains("2024-03-04"))
        #expect(try Tool.run(["settings", "set", "firstWeekday", "Sun"], in: home).status == 0)
        #expect(try Self.settings(in: home)["firstWeekday"] == "sunday")
        #expect(try Tool.run(week, in: home).output.contains("2024-03-10"))
        #expect(
            try Tool.run(["summary", "--on", "2024-03-11"], in: home).output.contains("this week began on 2024-03-10"))
    }

    @Test("units that are chosen are listed")
    func units() throws {
        let home = try MadeStore.steps()
        _ = try Tool.run(["units", "bodyMass", "lb"], in: home)
        #expect(try Self.settings(in: home)["unit of bodyMass"] == "lb")
    }

    @Test(
        "settings and values that do not exist are refused",
        arguments: [
            (["timeZone", "Europe/Berlim"], "Europe/Berlin"), (["firstWeekday", "someday"], "monday"),
            (["color", "red"], "timeZone"),
            (["timeZone"], "--help"),
        ])
    func refused(_ arguments: [String], _ hint: String) throws {
        let result = try Tool.run(["settings", "set"] + arguments, in: try Home())
        #expect(result.status == 2, "\(result)")
        #expect(result.errorLines.count == 1)
        #expect(result.errors.contains(hint), "\(result.errors)")
    }

    @Test("UTC has one name", arguments: ["UTC", "GMT", "Etc/UTC", "Etc/GMT"])
    func universal(_ name: String) throws {
        #expect(TimeZoneName.text(try #require(TimeZone(identifier: name))) == "UTC")
        let explained = try Tool.run(
            ["explain", "stepCount", "2024-03-10", "--timezone", name], in: try MadeStore.steps())
        #expect(explained.output.contains("UTC") && !explained.output.contains("GMT"), "\(explained)")
    }
}
