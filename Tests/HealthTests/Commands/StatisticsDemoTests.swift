// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthDemo
import ProcessTestSupport
import Testing

@Suite("health statistics of a demo")
struct StatisticsDemoTests {
    private static func sums(_ home: Home, _ arguments: String...) throws -> [String: Double] {
        let result = try Tool.run(["statistics", "stepCount"] + arguments + ["--format", "json"], in: home)
        #expect(result.status == 0, "\(result.errors)")
        let rows = try Parsed.array(result.output)
        return Dictionary(
            uniqueKeysWithValues: rows.map {
                (String(($0["start"] as? String ?? "").prefix(10)), $0["sum"] as? Double ?? .nan)
            })
    }

    private static func matches(_ sums: [String: Double], _ truth: [String: Int]) -> Bool {
        sums.count == truth.count
            && truth.allSatisfy { day, steps in sums[day] == Double(steps) }
    }

    @Test("steps by day and in total are the true ones, also after a second import", arguments: [UInt64(3), 8])
    func steps(_ seed: UInt64) throws {
        let home = try Home()
        let truth = try DemoExport(records: 4000, seed: seed).write(to: home.file("a.zip")).steps
        for _ in 0..<2 {
            #expect(try Tool.run(["import", home.path("a.zip")], in: home).status == 0)
            for _ in 0..<2 {
                let days = try Self.sums(home, "--every", "day", "--timezone", truth.zone)
                #expect(Self.matches(days, truth.byDay))
                #expect(Self.matches(try Self.sums(home), ["\(days.keys.min() ?? "")": truth.total]))
            }
        }
        let rows = try Parsed.array(
            try Tool.run(["statistics", "stepCount", "--by-source", "--format", "json"], in: home).output)
        let sources = rows.first?["sources"] as? [[String: Any]] ?? []
        #expect(sources.count == truth.bySource.count)
        for source in sources {
            let total = try #require(truth.bySource[source["name"] as? String ?? ""]?.total)
            #expect(source["sum"] as? Double == Double(total))
        }
    }

    @Test("the commands of a first session: import, again, another order, without the watch")
    func newcomer() throws {
        let home = try Home()
        func run(_ arguments: String...) throws {
            let result = try Tool.run(arguments, in: home)
            #expect(result.status == 0, "\(arguments): \(result.errors)")
        }
        try run("demo", home.path("demo.zip"), "--records", "3000", "--seed", "4")
        let truth = try JSONDecoder().decode(
            DemoTruth.self, from: try Data(contentsOf: home.file("demo.truth.json"))
        ).steps
        func expectDays(_ days: [String: Int], _ comment: Comment) throws {
            #expect(Self.matches(try Self.sums(home, "--every", "day"), days), comment)
        }
        try run("import", home.path("demo.zip"))
        try expectDays(truth.byDay, "imported")
        try run("import", home.path("demo.zip"))
        try expectDays(truth.byDay, "imported again")
        try run("sources", "--rank", "stepCount", "iPhone", "Watch")
        try expectDays(truth.phonesFirst.byDay, "phones first")
        try run("sources", "--default-order", "stepCount")
        try expectDays(truth.byDay, "the usual order")
        for watch in truth.watches { try run("delete", "--source", watch, "--yes") }
        try expectDays(truth.withoutWatches.byDay, "without watches")
        try run("import", home.path("demo.zip"))
        try expectDays(truth.byDay, "the watches are back")
        try run("check")
    }
}
