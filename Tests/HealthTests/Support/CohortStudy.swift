// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthTestSupport
import OpenHealthWarehouse
import WarehouseTestSupport

/// A cohort of made-up people that the tool alone has made: their stores, the tables, the pushes.
final class CohortStudy: Sendable {
    /// A person of truth.json, in which `health cohort demo` records the true data.
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

        /// Reads the only receipt of a push that went well.
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
    /// The true data of all people, in the order of their names: p001 and so on.
    let people: [Person]
    /// The receipts of their pushes, by name.
    let receipts: [String: Receipt]

    /// Creates people and pushes their data.
    /// - Parameters:
    ///   - days: how many days of data each has.
    ///   - layout: the servers; nil for a database of its own on the one that all tests share.
    ///   - group: the group of the person with a number, 1 being p001.
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

    /// Creates the tables of a cohort without participants on the server that all tests share.
    /// - Returns: what `--cluster` takes to find it.
    static func freshCohort(in home: Home) async throws -> String {
        let (url, name) = (try await WarehouseEngine.oldest.url.absoluteString, WarehouseEngine.freshName())
        try succeed(["cohort", "init", "--cluster", url, "--name", name], in: home)
        return "\(url)?database=\(name)"
    }

    /// Runs the tool, which has to end well.
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

    /// The rows of a listing.
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

    /// Returns the cohort's row for a participant; nil where there is none.
    func participant(_ pseudonym: String) throws -> [String: Any]? {
        try rows(["participants"]).first { $0["participant"] as? String == pseudonym }
    }
}
