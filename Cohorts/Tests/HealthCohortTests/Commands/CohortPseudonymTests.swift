// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ProcessTestSupport
import Testing

/// Tests of the default pseudonyms of participants, and of names that look like options.
@Suite("health cohort push: pseudonyms")
struct CohortPseudonymTests {
    private static let study = Task { try await CohortStudy(people: 2, days: 1) }

    /// Pushes a store without a pseudonym, with a key file in a folder.
    private static func push(
        _ options: String, store: String = "p001", keys: String
    ) async throws -> CohortStudy.Receipt {
        let study = try await study.value
        let line = """
            XDG_CONFIG_HOME='\(study.home.path(keys))' $health cohort push --store '\(study.store(store))' \
            --cluster '\(study.cluster)' --format json \(options)
            """
        return try CohortStudy.Receipt(try Tool.shell(line, in: study.home))
    }

    @Test("an existing key gives the same pseudonym again")
    func madeKey() async throws {
        let study = try await Self.study.value
        let first = try await Self.push("", keys: "keys")
        #expect(first.participant.wholeMatch(of: /[0-9A-HJKMNP-TV-Z]{26}/) != nil, "\(first)")
        let key = study.home.file("keys/openhealthkit/cohort.key")
        let mode = try FileManager.default.attributesOfItem(atPath: key.path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        let bytes = try Data(contentsOf: key)
        let second = try await Self.push("", keys: "keys")
        #expect(second.participant == first.participant)
        #expect((first.blocks > 0, second.blocks) == (true, 0))
        #expect(try Data(contentsOf: key) == bytes)
        let named = try await Self.push("--key '\(key.path)'", keys: "none")
        #expect(named.participant == first.participant)
        let other = try await Self.push("", keys: "others")
        #expect(other.participant != first.participant)
        #expect(!FileManager.default.fileExists(atPath: study.home.path(".config")))
    }

    @Test("an identity that begins with a hyphen is not an option")
    func hyphens() async throws {
        let apart = try await Self.push("--identity -5x", store: "p002", keys: "identities")
        let together = try await Self.push("--identity=-5x", store: "p002", keys: "identities")
        #expect(apart.participant == together.participant)
        let other = try await Self.push("--identity=5x", store: "p002", keys: "identities")
        #expect(other.participant != apart.participant)
        let study = try await Self.study.value
        let named = try study.receipt("p002", as: "-5x")
        #expect(named.participant == "-5x")
        #expect(try study.participant("-5x")?["samples"] as? Int == study.receipts["p002"]?.samples)
        let withdrawn = try study.run(["withdraw", "-5x", "--yes"])
        #expect(withdrawn.status == 0, "\(withdrawn.errors)")
        #expect(withdrawn.output.hasPrefix("withdrew -5x: "))
        #expect(try study.participant("-5x") == nil)
    }

    @Test(
        "ambiguous arguments are refused before a request",
        arguments: [
            (["--participant", "w1", "--key", "study.key"], 2, "omit one"),
            (["--participant", "w1", "--identity", "x"], 2, "omit one"),
            (["--participant", "a b"], 2, "a b"), (["--participant", ""], 2, "pseudonym"),
            (["--identity", ""], 2, "--identity"), (["--key", "missing.key"], 2, "missing.key does not exist"),
            (["--participant", "w1", "--disclose", "names"], 2, "source-names"),
            (["--participant", "w1", "--timezone", "Berlin"], 2, "Europe/Berlin"),
        ])
    func refused(arguments: [String], status: Int32, reason: String) async throws {
        let study = try await Self.study.value
        let result = try Tool.run(
            ["cohort", "push", "--store", study.store("p001"), "--cluster", "http://127.0.0.1:1"] + arguments,
            in: study.home)
        #expect(result.status == status, "\(result.errors)")
        #expect(result.output.isEmpty)
        #expect(result.errors.contains(reason), "\(result.errors)")
    }
}
