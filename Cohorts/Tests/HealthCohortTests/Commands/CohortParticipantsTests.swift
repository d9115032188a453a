// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthDemo
import OpenHealthStore
import OpenHealthTestSupport
import ProcessTestSupport
import Testing

@Suite("health cohort participants")
struct CohortParticipantsTests {
    @Test("all participants are listed with their data and their pushes")
    func rows() async throws {
        let study = try await CohortStudy.shared.value
        let rows = try study.rows(["participants"])
        try #require(rows.map { $0["participant"] as? String } == study.names)
        for (row, person) in zip(rows, study.people) {
            let receipt = try #require(study.receipts[person.participant])
            #expect(row["group"] as? String == (person.participant < "p003" ? "early" : "late"))
            #expect(row["firstDay"] as? String == person.days.first?.date)
            #expect(row["lastDay"] as? String == person.days.last?.date)
            #expect(row["timeZone"] as? String == person.timeZone)
            #expect(row["samples"] as? Int == receipt.samples)
            #expect(row["shard"] as? String == receipt.shard)
            #expect(row["anchor"] as? Int == receipt.anchor)
            #expect(row["disclosed"] as? [String] == [])
            // The seconds can be followed by a fraction.
            let text = "\((row["pushed"] as? String ?? "").prefix(19))Z"
            let pushed = try #require(ISO8601DateFormatter().date(from: text), "\(row)")
            #expect(abs(pushed.timeIntervalSinceNow) < 86_400)
        }
    }

    @Test("columns of CSV and of tables")
    func columns() async throws {
        let study = try await CohortStudy.shared.value
        let records = try Parsed.csv(try study.run(["participants", "--format", "csv"]).output)
        let names = [
            "participant", "group", "firstDay", "lastDay", "pushed", "samples", "shard", "anchor", "timeZone",
            "disclosed",
        ]
        #expect(records.first == names)
        #expect(records.dropFirst().map { $0[0] } == study.names)
        let table = try study.run(["participants"]).lines
        #expect(table.first?.split(separator: " ").map(String.init) == names.dropLast(2))
        #expect(table.count == 7)
    }

    /// Runs `health cohort` on a cohort, expects it to succeed, and returns its output.
    private static func output(_ arguments: [String], of cluster: String, in home: Home) throws -> String {
        let result = try Tool.run(["cohort"] + arguments + ["--cluster", cluster], in: home)
        try #require(result.status == 0, "\(arguments): \(result.errors)")
        return result.output
    }

    @Test("a cohort without participants")
    func noParticipants() async throws {
        let home = try Home()
        let cluster = try await CohortStudy.freshCohort(in: home)
        func list(_ options: String...) throws -> String {
            try Self.output(["participants"] + options, of: cluster, in: home)
        }
        #expect(try list() == "no participants\n")
        #expect(try list("--format", "json") == "[]\n")
        #expect(try Parsed.csv(list("--format", "csv")).count == 1)
    }

    @Test("a store without samples has no days and no observation")
    func noSamples() async throws {
        let home = try Home()
        let cluster = try await CohortStudy.freshCohort(in: home)
        _ = try HealthDatabase(url: home.file("empty.db"))
        func ask(_ arguments: String...) throws -> String {
            try Self.output(arguments, of: cluster, in: home)
        }
        let pushed = try ask("push", "--participant", "w1", "--store", home.path("empty.db"), "--format", "json")
        #expect(try Parsed.array(pushed).map { $0["samples"] as? Int } == [0])
        for query in [["symptoms", "--types", "headache", "--by", "week"], ["statistics", "stepCount"]] {
            #expect(try Self.output(query + ["--format", "json"], of: cluster, in: home) == "[]\n")
        }
        let rows = try Parsed.array(ask("participants", "--format", "json"))
        try #require(rows.count == 1)
        #expect(rows[0]["samples"] as? Int == 0)
        #expect(rows[0]["firstDay"] is NSNull && rows[0]["lastDay"] is NSNull, "\(rows)")
        let records = try Parsed.csv(ask("participants", "--format", "csv"))
        #expect(records.dropFirst().map { $0[2...3] } == [["", ""]])
        #expect(!(try ask("participants").contains("1970")))
    }

    @Test("1970 has a first day and a first week")
    func firstWeek() async throws {
        let home = try Home()
        let cluster = try await CohortStudy.freshCohort(in: home)
        let store = ["--store", home.path("old.db")]
        for sample in [
            ["heartRate", "60", "--at", "1970-01-01T08:00Z"], ["headache", "severe", "--at", "1970-01-02T12:00Z"],
            ["stepCount", "7", "--at", "1970-01-03T08:00Z"],
        ] {
            let added = try Tool.run(["add"] + sample + store, in: home)
            #expect(added.status == 0, "\(added.errors)")
        }
        _ = try Self.output(["push", "--participant", "w1"] + store, of: cluster, in: home)
        func rows(_ arguments: String...) throws -> [[String: Any]] {
            let options = ["--minimum-group", "1", "--format", "json"]
            return try Parsed.array(Self.output(arguments + options, of: cluster, in: home))
        }
        let steps = try rows("statistics", "stepCount", "--every", "week")
        #expect(steps.map { $0["firstDay"] as? String } == ["1970-01-01"])
        #expect(steps.map { $0["lastDay"] as? String } == ["1970-01-04"])
        #expect(steps.map { $0["total"] as? Double } == [7])
        let symptoms = try rows("symptoms", "--types", "headache", "--by", "week")
        #expect(symptoms.map { $0["week"] as? String } == ["1970-01-01"])
        #expect(symptoms.map { $0["cases"] as? Int } == [1])
        let participants = try Parsed.array(
            Self.output(["participants", "--format", "json"], of: cluster, in: home))
        #expect(participants.map { $0["firstDay"] as? String } == ["1970-01-01"])
        #expect(participants.map { $0["lastDay"] as? String } == ["1970-01-03"])
    }
}
