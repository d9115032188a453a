// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ProcessTestSupport
import Testing

@Suite("health cohort symptoms")
struct CohortSymptomsTests {
    private static let study = Task { try await CohortStudy(people: 12, days: 66, group: group) }
    private static let symptoms = ["symptoms", "--types", "abdominalCramps,headache,moodChanges"]

    private static func group(_ number: Int) -> String { number % 2 == 0 ? "even" : "odd" }

    private static func rows(_ arguments: [String]) async throws -> [[String: Any]] {
        try await study.value.rows(symptoms + arguments)
    }

    @Test(
        "frequencies equal truth.json, and other symptoms are not disclosed",
        arguments: ["week", "cycle-day"], [[], ["--group"]])
    func counts(by: String, group: [String]) async throws {
        let counts = SymptomCounts(
            try await Self.study.value.people, isByWeek: by == "week",
            types: ["AbdominalCramps", "Headache", "MoodChanges"]
        ) { group.isEmpty ? nil : Self.group($0) }
        let rows = try await Self.rows(["--by", by] + group)
        let keys = rows.map { SymptomCounts.Key($0, isByWeek: by == "week") }
        try #require(Set(keys) == Set(counts.counts.keys) && rows.count == keys.count)
        for (row, key) in zip(rows, keys) {
            let count = try #require(counts.counts[key])
            let reason = row["suppressedBy"] as? String
            #expect(row["suppressed"] as? Bool == (reason != nil))
            #expect(reason == counts.reason(key), "\(row) \(count)")
            let hidden = [
                nil: [], "cases": ["cases", "present"],
                "participants": ["participants", "cases", "observed", "present"],
            ][reason]
            for (name, figure) in count.figures {
                if hidden?.contains(name) == true {
                    #expect(row[name] is NSNull, "\(name): \(row)")
                } else {
                    #expect(row[name] as? Int == figure, "\(name): \(row)")
                }
            }
            let limits = ["low", "frequency", "high"].compactMap { row[$0] as? Double }
            #expect(limits.count == (reason == nil ? 3 : 0))
            guard limits.count == 3 else { continue }
            #expect(limits == limits.sorted() && limits[0] >= 0 && limits[2] <= 1, "\(row)")
            // Foundation's JSON decoder occasionally changes the last digit.
            #expect(abs(limits[1] - Double(count.present) / Double(count.observed)) < 1e-12)
        }
        let reasons = Set(rows.map { $0["suppressedBy"] as? String })
        // Every participant is observed in every week.
        try #require(reasons == (by == "week" ? [nil, "cases"] : [nil, "cases", "participants"]))
    }

    @Test("weeks are dates of Mondays")
    func weeks() async throws {
        let reader = ISO8601DateFormatter()
        reader.formatOptions = .withFullDate
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let rows = try await Self.rows(["--by", "week"])
        try #require(rows.count > 20)
        for row in rows {
            let date = try #require((row["week"] as? String).flatMap { reader.date(from: $0) }, "\(row)")
            #expect(calendar.component(.weekday, from: date) == 2, "\(row)")
        }
    }

    @Test("tables show percentages, and what is suppressed and why")
    func table() async throws {
        let study = try await Self.study.value
        let result = try study.run(Self.symptoms + ["--by", "cycle-day"])
        #expect(result.output.contains("suppressed"))
        #expect(result.output.contains(/abdominalCramps +1 .* \d+\.\d % +\d+\.\d % - \d+\.\d %/), "\(result.output)")
        #expect(result.errors.contains("fewer than 5"))
        let open = try study.run(Self.symptoms + ["--by", "cycle-day", "--minimum-group", "1"])
        #expect(!open.output.contains("suppressed"))
        #expect(open.errors.isEmpty)
    }

    @Test("--minimum-group 1 hides nothing", arguments: ["week", "cycle-day"])
    func open(by: String) async throws {
        let rows = try await Self.rows(["--by", by, "--group", "--minimum-group", "1"])
        try #require(!rows.isEmpty)
        for row in rows {
            #expect(row["suppressed"] as? Bool == false && row["suppressedBy"] is NSNull, "\(row)")
            #expect(row["cases"] is Int && row["frequency"] is Double, "\(row)")
        }
    }

    @Test("CSV has the same columns")
    func csv() async throws {
        let study = try await Self.study.value
        let records = try Parsed.csv(study.run(Self.symptoms + ["--by", "cycle-day", "--format", "csv"]).output)
        let columns = try #require(records.first)
        let rows = try await Self.rows(["--by", "cycle-day"])
        try #require(records.count == rows.count + 1)
        for (record, row) in zip(records.dropFirst(), rows) {
            #expect(Set(columns) == Set(row.keys))
            let fields = Dictionary(uniqueKeysWithValues: zip(columns, record))
            #expect(fields["suppressed"] == (row["suppressed"] as? Bool == true ? "true" : "false"))
            #expect(fields["suppressedBy"] == row["suppressedBy"] as? String ?? "")
            #expect(fields["cases"] == (row["cases"] as? Int).map(String.init) ?? "")
        }
    }

    @Test(
        "invalid queries are refused before a request",
        arguments: [
            (["--by", "week"], "--types"), (["--types", "headache"], "--by"),
            (["--types", "headache", "--by", "month"], "cycle-day"), (["--types", "", "--by", "week"], "no symptom"),
            (["--types", "stepCount", "--by", "week"], "\"stepCount\" is not a symptom type"),
            (["--types", "headach", "--by", "week"], "did you mean"),
            (["--types", "headache", "--by", "week", "--confidence", "1"], "0.5 to 0.9999"),
            (["--types", "headache", "--by", "week", "--minimum-group", "0"], "1 to 1000"),
            (["--types", "headache", "--by", "week", "--from", "2025-03-01T08:00"], "a time of day"),
            (["--types", "headache", "--by", "week", "--from", "2025-03-02", "--to", "2025-03-01"], "swap"),
        ])
    func refused(arguments: [String], reason: String) throws {
        let result = try Tool.run(
            ["cohort", "symptoms"] + arguments + ["--cluster", "http://127.0.0.1:1"], in: try Home())
        #expect(result.status == 2, "\(result.errors)")
        #expect(result.output.isEmpty)
        #expect(result.errors.contains(reason), "\(result.errors)")
    }
}
