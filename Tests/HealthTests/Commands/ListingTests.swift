// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthDemo
import OpenHealthTestSupport
import ProcessTestSupport
import Testing

@Suite("Listings")
struct ListingTests {
    private static let listings = [
        ["types"], ["sources"], ["me"], ["samples", "stepCount"], ["samples", "heartRate", "sleepAnalysis"],
        ["workouts"],
        ["ecgs"], ["routes"], ["summaries"], ["imports"],
    ]

    @Test("every listing has the same rows in every form", arguments: listings)
    func formats(_ arguments: [String]) throws {
        let home = try DemoStore.shared.get().home
        func output(_ format: String) throws -> String {
            let result = try Tool.run(arguments + ["--format", format], in: home)
            #expect(result.status == 0, "\(result.errors)")
            #expect(result.errors.isEmpty)
            return result.output
        }
        let objects = try Parsed.array(try output("json"))
        #expect(!objects.isEmpty)
        #expect(try Parsed.lines(try output("ndjson")) as NSArray == objects as NSArray)
        let records = try Parsed.csv(try output("csv"))
        #expect(records.count == objects.count + 1)
        let names = try #require(records.first)
        for (record, object) in zip(records.dropFirst(), objects) {
            #expect(Set(names) == Set(object.keys))
            for (name, field) in zip(names, record) {
                switch object[name] {
                case let text as String: #expect(field == text)
                case let number as NSNumber: #expect(Double(field) == number.doubleValue)
                case is NSNull: #expect(field.isEmpty)
                default: #expect(field.first == "{" || field.first == "[")
                }
            }
        }
        let table = try output("table").split(separator: "\n")
        #expect(table.count == objects.count + 1)
        #expect(table.allSatisfy { $0.last != " " })
    }

    @Test("JSON and CSV have instants as ISO 8601 in UTC")
    func instants() throws {
        for row in try DemoStore.rows("samples", "stepCount", "sleepAnalysis") {
            for name in ["start", "end", "created"] {
                guard let text = row[name] as? String else { continue }
                #expect(text.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/) != nil, "\(text)")
            }
        }
    }

    @Test("types are those of the export with their counts, including unknown ones")
    func types() throws {
        let truth = try DemoStore.shared.get().truth
        let rows = try DemoStore.rows("types")
        let counts = Dictionary(
            uniqueKeysWithValues: rows.map { ($0["type"] as? String ?? "", $0["count"] as? Int ?? 0) })
        for (type, count) in truth.byType { #expect(counts[type] == count, "\(type)") }
        for (element, count) in truth.unknownElements { #expect(counts[element] == count, "\(element)") }
        #expect(counts["HKWorkoutTypeIdentifier"] == truth.workouts)
    }

    @Test("samples of a type: all of the export, in either order, up to a limit")
    func samples() throws {
        let truth = try DemoStore.shared.get().truth
        let all = try DemoStore.rows("samples", "HKQuantityTypeIdentifierStepCount")
        #expect(all.count == truth.byType["HKQuantityTypeIdentifierStepCount"])
        let starts = all.compactMap { $0["start"] as? String }
        #expect(starts == starts.sorted())
        let last = try DemoStore.rows("samples", "step_count", "--limit", "7", "--newest-first")
        #expect(last.compactMap { $0["start"] as? String } == starts.reversed().prefix(7).map(\.self))
        #expect(Set(all.compactMap { $0["uuid"] as? String }).count == all.count)
    }

    @Test("samples of a time range and of a source")
    func ranges() throws {
        let all = try DemoStore.rows("samples", "stepCount")
        let middle = try #require(all[all.count / 2]["start"] as? String)
        let day = String(middle.prefix(10))
        let next = try DemoStore.rows("samples", "stepCount", "--from", day, "--to", day, "--timezone", "UTC")
        let expected = all.filter { row in
            let start = row["start"] as? String ?? ""
            let end = row["end"] as? String ?? ""
            return start.prefix(10) <= day && end >= day + "T00:00:00Z"
        }
        #expect(!next.isEmpty)
        #expect(next.count == expected.count)
        let source = try #require(all.first?["source"] as? String)
        let own = try DemoStore.rows("samples", "stepCount", "--source", source)
        #expect(own.count == all.filter { $0["source"] as? String == source }.count)
        #expect(own.count < all.count)
        let none = try DemoStore.run("samples", "stepCount", "--to", "1999")
        #expect(none.output == "no such samples\n")
        #expect(try DemoStore.rows("samples", "stepCount", "--to", "1999").isEmpty)
    }

    @Test("tables show times in the requested zone, or in that of the import")
    func zones() throws {
        let start = try #require(try DemoStore.rows("samples", "stepCount", "--limit", "1").first?["start"] as? String)
        let date = try #require(try? Date(start, strategy: .iso8601))
        for (options, name) in [([], "Europe/Berlin"), (["--timezone", "Asia/Tokyo"], "Asia/Tokyo")] {
            let zone = try #require(TimeZone(identifier: name))
            var style = Date.ISO8601FormatStyle(dateTimeSeparator: .space, timeZone: zone)
            style = style.year().month().day().time(includingFractionalSeconds: false)
            let result = try Tool.run(
                ["samples", "stepCount", "--limit", "1"] + options, in: try DemoStore.shared.get().home)
            #expect(result.lines.count == 2)
            #expect(result.lines.last?.hasPrefix(date.formatted(style).prefix(19)) == true, "\(name)")
        }
    }

    @Test("electrocardiograms have voltages, and routes points")
    func series() throws {
        let truth = try DemoStore.shared.get().truth
        let ecgs = try DemoStore.rows("ecgs")
        #expect(ecgs.count == truth.ecgs)
        #expect(ecgs.reduce(0) { $0 + ($1["measurements"] as? Int ?? 0) } == truth.ecgVoltages)
        let ecg = try #require(ecgs.first?["uuid"] as? String)
        #expect(try DemoStore.rows("ecgs", "--voltages", ecg).count == ecgs.first?["measurements"] as? Int)
        let routes = try DemoStore.rows("routes")
        #expect(routes.count == truth.routes)
        #expect(routes.reduce(0) { $0 + ($1["points"] as? Int ?? 0) } == truth.routePoints)
        let route = try #require(routes.first { ($0["points"] as? Int ?? 0) > 0 })
        let uuid = try #require(route["uuid"] as? String)
        #expect(try DemoStore.rows("routes", "--points", uuid.lowercased()).count == route["points"] as? Int)
        let workouts = try DemoStore.rows("workouts")
        #expect(workouts.count == truth.workouts)
        #expect(workouts.contains { $0["uuid"] as? String == route["workout"] as? String })
        for options in [["ecgs", "--voltages"], ["routes", "--points"]] {
            let missing = try Tool.run(options + [UUID().uuidString], in: try DemoStore.shared.get().home)
            #expect(missing.status == 1)
            #expect(missing.errorLines.count == 1)
        }
    }

    @Test("a closed pipe ends the listing quietly")
    func brokenPipe() throws {
        for format in ["table", "csv", "json", "ndjson"] {
            let result = try Tool.shell(
                #""$health" samples stepCount heartRate --format \#(format) | head -n 1"#,
                in: try DemoStore.shared.get().home)
            #expect(result.lines.count == 1)
            #expect(result.errors.isEmpty)
        }
    }

    @Test("a full output is an error")
    func fullOutput() throws {
        let result = try Tool.shell(#""$health" types > /dev/full"#, in: try DemoStore.shared.get().home)
        #expect(result.status == 1)
        #expect(result.errorLines.count == 1)
    }
}
