// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ProcessTestSupport
import Testing

@Suite("health cohort withdraw")
struct CohortWithdrawTests {
    private static func names(_ study: CohortStudy) throws -> [String?] {
        try study.rows(["participants"]).map { $0["participant"] as? String }
    }

    @Test("withdrawn participants are gone until they are admitted again")
    func withdrawal() async throws {
        let study = try await CohortStudy(people: 6, days: 3)
        let unasked = try study.run(["withdraw", "p003"])
        #expect(unasked.status == 2)
        #expect(unasked.output.isEmpty)
        #expect(unasked.errorLines.count == 1)
        #expect(unasked.errors.contains("everything of p003") && unasked.errors.contains("--yes"), "\(unasked.errors)")
        let stranger = try study.run(["withdraw", "p033", "--yes"])
        #expect(stranger.status == 1)
        #expect(stranger.errors.contains("the cohort has no participant p033"), "\(stranger.errors)")
        #expect(try Self.names(study) == study.names)
        let statistics = ["statistics", "stepCount", "--every", "day", "--by", "participant"]
        let before = try study.rows(statistics).compactMap { $0["participant"] as? String }
        try #require(before.contains("p003"))

        let withdrawn = try study.run(["withdraw", "p003", "--yes"])
        #expect(withdrawn.status == 0, "\(withdrawn.errors)")
        let samples = try #require(study.receipts["p003"]).samples
        let line = withdrawn.output.replacing(",", with: "")
        #expect(line.hasPrefix("withdrew p003: removed rows ("), "\(line)")
        #expect(line.contains(" 1 of participants \(samples) of samples)"), "\(line)")
        #expect(line.hasSuffix("; the server has nothing left\n"), "\(line)")
        let rest = study.names.filter { $0 != "p003" }
        #expect(try Self.names(study) == rest)
        #expect(try study.rows(statistics).compactMap { $0["participant"] as? String } == before.filter(rest.contains))

        let again = try study.run(["withdraw", "p003", "--yes"])
        #expect(again.status == 0)
        #expect(again.output == "p003 had been withdrawn before: the server has nothing left\n")
        let report = try study.run(["withdraw", "p003", "--yes", "--format", "json"])
        #expect(report.output == #"{"participant":"p003","servers":1,"rows":{}}"# + "\n")
        #expect(try JSONSchema(named: "cohort-withdraw").faults(report.output) == [])
        let refused = try study.push("p003")
        #expect(refused.status == 1)
        #expect(refused.output.isEmpty)
        #expect(refused.errors.contains("p003 has been withdrawn") && refused.errors.contains("--admit"))
        #expect(try Self.names(study) == rest)

        let admitted = try study.receipt("p003", ["--admit"])
        #expect(admitted.samples == samples)
        #expect(try Self.names(study) == study.names)
        #expect(try study.rows(statistics).compactMap { $0["participant"] as? String } == before)
    }

    @Test("invalid pseudonyms are refused before a request", arguments: ["a b", "", "ä"])
    func noPseudonym(_ name: String) throws {
        let result = try Tool.run(
            ["cohort", "withdraw", name, "--yes", "--cluster", "http://127.0.0.1:1"], in: try Home())
        #expect(result.status == 2)
        #expect(result.output.isEmpty)
        #expect(result.errors.contains("cannot be a pseudonym"), "\(result.errors)")
    }
}
