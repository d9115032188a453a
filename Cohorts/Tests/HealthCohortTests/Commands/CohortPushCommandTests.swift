// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ProcessTestSupport
import Testing
import WarehouseTestSupport

/// The tests of `health cohort push`. Each test pushes stores that no other test in this suite pushes.
@Suite("health cohort push")
struct CohortPushCommandTests {
    private static let study = Task { try await CohortStudy(people: 7, days: 3) }

    @Test("a receipt counts as many samples as the store")
    func receipts() async throws {
        let study = try await Self.study.value
        for name in study.names {
            let types = try Parsed.array(
                Tool.run(["types", "--store", study.store(name), "--format", "json"], in: study.home).output)
            let receipt = try #require(study.receipts[name])
            let samples = types.reduce(0) { $0 + ($1["count"] as? Int ?? 0) }
            #expect(receipt.samples == samples && samples > 0)
            #expect(receipt.participant == name)
            #expect(receipt.shard == "shard-1")
            #expect(receipt.anchor >= samples)
            #expect(receipt.blocks > 0 && receipt.days == 3 && receipt.deletions == 0)
            #expect(receipt.described)
        }
    }

    @Test("a push leaves no log beside the store")
    func log() async throws {
        let study = try await CohortStudy(people: 6, days: 1)
        for name in study.names {
            let store = study.store(name)
            #expect(FileManager.default.fileExists(atPath: store))
            #expect(!FileManager.default.fileExists(atPath: store + "-wal"), "\(name)")
        }
    }

    @Test("a second push sends nothing, and --since sends again")
    func again() async throws {
        let study = try await Self.study.value
        let first = try #require(study.receipts["p001"])
        let second = try study.receipt("p001")
        #expect((second.blocks, second.samples, second.days) == (0, 0, 0))
        #expect(second.anchor == first.anchor)
        #expect(!second.described)
        let text = try study.push("p001")
        #expect(text.output.hasPrefix("p001 on shard-1: nothing new"), "\(text)")
        let all = try study.receipt("p001", ["--since", "0"])
        #expect(all.samples == first.samples)
        #expect(all.blocks > 0)
        #expect(try study.participant("p001")?["samples"] as? Int == first.samples)
        let later = try study.push("p001", ["--since", "99999999"])
        #expect(later.status == 2)
        #expect(later.output.isEmpty)
        #expect(later.errors.contains("--since"), "\(later.errors)")
    }

    @Test("the receipt shows what was sent and what was kept")
    func text() async throws {
        let study = try await Self.study.value
        let result = try study.push("p002", as: "w02")
        let lines = result.lines
        try #require(lines.count == 3, "\(result)")
        #expect(lines[0].hasPrefix("pushed w02 to shard-1 in "))
        let samples = try #require(study.receipts["p002"]).samples
        #expect(lines[1].replacing(",", with: "").hasPrefix("\(samples) samples 0 deletions and "), "\(lines[1])")
        #expect(lines[2].wholeMatch(of: /not sent: .*names? of (a )?sources?.*, 1 date of birth/) != nil)
    }

    @Test("a new group is sent without samples")
    func group() async throws {
        let study = try await Self.study.value
        #expect(try study.participant("p003")?["group"] as? String == "")
        let result = try study.push("p003", ["--group", "north"])
        #expect(result.status == 0)
        #expect(result.output.contains("updated the participant p003"), "\(result)")
        #expect(!result.output.contains("nothing new"))
        #expect(try study.participant("p003")?["group"] as? String == "north")
        #expect(!(try study.receipt("p003", ["--group", "north"]).described))
        let receipt = try study.receipt("p003", ["--group", "south"])
        #expect(receipt.described)
        #expect((receipt.samples, receipt.days) == (0, 0))
        // A value that begins with a hyphen is not an option.
        for (arguments, group) in [(["--group", "-1st"], "-1st"), (["--group=-2nd"], "-2nd")] {
            _ = try study.receipt("p003", arguments)
            #expect(try study.participant("p003")?["group"] as? String == group)
        }
    }

    @Test("a pseudonym belongs to the first store")
    func otherStore() async throws {
        let study = try await Self.study.value
        let result = try study.push("p004", as: "p005")
        #expect(result.status == 1)
        #expect(result.output.isEmpty)
        #expect(result.errors.contains("p005 belongs to another store"), "\(result.errors)")
        #expect(try study.participant("p005")?["samples"] as? Int == study.receipts["p005"]?.samples)
    }

    @Test("a missing store is named")
    func missingStore() async throws {
        let study = try await Self.study.value
        let path = study.home.path("missing.db")
        let result = try study.run(["push", "--participant", "w99", "--store", path])
        #expect(result.status == 1)
        #expect(result.errors.contains(path), "\(result.errors)")
        #expect(!FileManager.default.fileExists(atPath: path))
        #expect(try study.participant("w99") == nil)
    }

    @Test("the environment can name the cohort, and must name one of two on a server")
    func environment() async throws {
        let study = try await Self.study.value
        let push = "$health cohort push --participant w06 --store \(study.store("p006"))"
        let result = try Tool.shell("HEALTH_COHORT='\(study.cluster)' \(push)", in: study.home)
        #expect(result.status == 0, "\(result.errors)")
        #expect(try study.participant("w06") != nil)
        let other = try await CohortStudy.freshCohort(in: study.home)
        let url = try await WarehouseEngine.oldest.url.absoluteString
        let vague = try Tool.shell("HEALTH_COHORT='\(url)' \(push)", in: study.home)
        #expect(vague.status == 2)
        for cohort in [study.cluster, other] {
            let name = try #require(cohort.split(separator: "=").last)
            #expect(vague.errors.contains(name), "\(vague.errors)")
        }
    }

    @Test("Ctrl-C ends a waiting push with an explanation")
    func interrupted() async throws {
        let study = try await Self.study.value
        let server = try SilentServer()
        let url = "http://127.0.0.1:\(server.port)"
        try Data(#"{"name": "deaf", "shards": [{"name": "one", "replicas": [{"url": "\#(url)"}]}]}"#.utf8).write(
            to: study.home.file("deaf.json"))
        let push = try Tool.start(
            [
                "cohort", "push", "--participant", "w07", "--store", study.store("p007"), "--cluster",
                study.home.path("deaf.json"),
            ], in: study.home)
        // The program handles Ctrl-C before its first request to a server.
        try server.accept()
        push.send(SIGINT)
        let result = try push.end()
        #expect(result.status == 130)
        #expect(result.output.isEmpty)
        #expect(result.errorLines.count == 1)
        #expect(result.errors.contains("run the same command again"), "\(result.errors)")
    }
}
