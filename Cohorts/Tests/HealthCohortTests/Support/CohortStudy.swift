// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthDemo
import OpenHealthWarehouse
import ProcessTestSupport
import WarehouseTestSupport

/// A cohort of generated people whose stores, tables and pushes were all created by the tool.
final class CohortStudy: Sendable {
    /// A person of truth.json, the true data recorded by `health cohort demo`.
    struct Person: Decodable, Sendable {
        var participant: String
        var timeZone: String
        var days: [DemoParticipant.Day]
    }

    /// The receipt printed by `health cohort push --format json`.
    struct Receipt: Decodable, Sendable {
        var participant: String
        var shard: String
        var anchor: Int
        var samples: Int
        var deletions: Int
        var days: Int
        var blocks: Int
        var described: Bool

        /// Decodes the only receipt of a successful push.
        init(_ result: Tool.Result) throws {
            let receipts = result.status == 0 ? try? Parsed.decoded([Self].self, result.output) : nil
            guard let receipts, receipts.count == 1 else { throw Parsed.Malformed(text: "\(result)") }
            self = receipts[0]
        }
    }

    /// Six people in two groups, for tests that change nothing.
    static let shared = Task {
        try await CohortStudy(people: 6, days: 40) { $0 < 3 ? "early" : "late" }
    }

    let home: Home
    /// The argument of `--cluster`.
    let cluster: String
    /// The true data of all people in the order of their names, which start with p001.
    let people: [Person]
    /// The receipts of their pushes, by name.
    let receipts: [String: Receipt]

    /// Creates people and pushes their data.
    /// - Parameters:
    ///   - days: The number of days of each person's data.
    ///   - layout: The servers; `nil` for a separate database on the shared server.
    ///   - group: A closure that returns the group of the person with a number, where 1 is p001.
    init(
        people count: Int, days: Int, layout: ClusterLayout? = nil, group: (Int) -> String? = { _ in nil }
    ) async throws {
        home = try Home()
        try Self.succeed(
            ["cohort", "demo", home.path("people"), "--participants", "\(count)", "--days", "\(days)"], in: home)
        people = try Parsed.decoded(
            [Person].self, String(contentsOf: home.file("people/truth.json"), encoding: .utf8))
        if let layout {
            cluster = home.path("study.json")
            try Data(layout.json.utf8).write(to: home.file("study.json"))
            try Self.succeed(["cohort", "init", "--cluster", cluster], in: home)
        } else {
            cluster = try await Self.freshCohort(in: home)
        }
        var receipts: [String: Receipt] = [:]
        for (number, name) in zip(1..., people.map(\.participant)) {
            let arguments = [
                "cohort", "push", "--participant", name, "--store", home.path("people/\(name).db"), "--cluster",
                cluster, "--format", "json",
            ]
            let options = group(number).map { ["--group", $0] } ?? []
            receipts[name] = try Receipt(try Tool.run(arguments + options, in: home))
        }
        self.receipts = receipts
    }

    /// Creates the tables of a cohort without participants on the shared server.
    /// - Returns: The argument of `--cluster`.
    static func freshCohort(in home: Home) async throws -> String {
        let (url, name) = (try await WarehouseEngine.oldest.url.absoluteString, WarehouseEngine.freshName())
        try succeed(["cohort", "init", "--cluster", url, "--name", name], in: home)
        return "\(url)?database=\(name)"
    }

    /// Runs the tool, and expects it to succeed.
    private static func succeed(_ arguments: [String], in home: Home) throws {
        let result = try Tool.run(arguments, in: home)
        guard result.status == 0 else { throw Parsed.Malformed(text: "\(arguments): \(result)") }
    }

    /// The names of all people, sorted.
    var names: [String] { people.map(\.participant) }

    /// Returns the path of a person's store.
    func store(_ name: String) -> String { home.path("people/\(name).db") }

    /// Runs `health cohort` with a command and its arguments on the cohort.
    func run(_ arguments: [String]) throws -> Tool.Result {
        try Tool.run(["cohort"] + arguments + ["--cluster", cluster], in: home)
    }

    /// Returns the rows of a listing.
    func rows(_ arguments: [String]) throws -> [[String: Any]] {
        let result = try run(arguments + ["--format", "json"])
        guard result.status == 0 else { throw Parsed.Malformed(text: "\(arguments): \(result)") }
        return try Parsed.array(result.output)
    }

    /// Pushes a person's store again, or under another pseudonym.
    func push(_ store: String, as pseudonym: String? = nil, _ options: [String] = []) throws -> Tool.Result {
        try run(["push", "--participant", pseudonym ?? store, "--store", self.store(store)] + options)
    }

    /// Pushes a person's store again, or under another pseudonym, and returns the receipt.
    func receipt(_ store: String, as pseudonym: String? = nil, _ options: [String] = []) throws -> Receipt {
        try Receipt(try push(store, as: pseudonym, options + ["--format", "json"]))
    }

    /// Returns the cohort's row for a participant, or `nil` if there is none.
    func participant(_ pseudonym: String) throws -> [String: Any]? {
        try rows(["participants"]).first { $0["participant"] as? String == pseudonym }
    }
}
