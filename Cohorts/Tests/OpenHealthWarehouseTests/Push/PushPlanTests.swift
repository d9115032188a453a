// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthStore
import Testing

@testable import OpenHealthWarehouse

/// Tests of the plan of a push, depending on the prior knowledge of both sides.
@Suite struct PushPlanTests {
    private typealias Situation = PushPlan.Situation

    /// Returns the number of a push; 0 for no push.
    private static func number(_ count: UInt64) -> UInt64 { count == 0 ? 0 : count << 16 | 7 }

    /// Returns the state of the shard: all places up to 100, from push 1.
    private static func row(_ push: UInt64 = 1, anchor: Int64 = 100, disclosed: [String] = []) throws -> ParticipantRow
    {
        var row = ParticipantRow(try Pseudonym("w"))
        (row.version, row.anchor, row.timeZone, row.disclosed) = (number(push), anchor, "Europe/Berlin", disclosed)
        return row
    }

    /// Returns the situation of a store with 200 changes that remembers the pushes 1 to 5, those up to another one, or none.
    private static func situation(
        _ row: ParticipantRow?, begun: UInt64, remembers last: UInt64? = 5, pending: PushPlan? = nil,
        timeZone: String = "Europe/Berlin", disclosure: Set<CohortDisclosure> = [], since: Int64? = nil
    ) -> Situation {
        Situation(
            state: ShardState(row: row, begun: number(begun), highest: number(begun)),
            memory: last.map {
                CohortMemory(
                    cohort: "c", participant: "w", shard: "one", version: Int64(number($0)), origin: Int64(number(1)),
                    anchor: 180)
            }, pending: pending, latest: 200, timeZone: timeZone, disclosure: disclosure, since: since)
    }

    /// Returns a started and incomplete push of the places 101 to 150, after push 1.
    private static func pending(_ push: UInt64 = 2, removesOlder: Bool = false, disclosure: [CohortDisclosure] = [])
        -> PushPlan
    {
        PushPlan(
            version: number(push), origin: number(1), base: number(1), samplesAfter: removesOlder ? 0 : 100,
            deletionsAfter: 100, through: 150, reach: 100, removesOlder: removesOlder, timeZone: "Europe/Berlin",
            disclosure: disclosure)
    }

    /// The expected plan.
    private struct Expected: Equatable, CustomStringConvertible {
        var kind = PushPlan.Kind.new
        var samplesAfter: Int64 = 100
        var deletionsAfter: Int64 = 100
        var reach: Int64 = 100
        var removesOlder = false
        /// Whether all previous rows belong to another store.
        var isOrigin = false

        var description: String {
            "\(kind), samples \(samplesAfter), deletions \(deletionsAfter), reach \(reach), removes \(removesOlder), "
                + "origin \(isOrigin)"
        }
    }

    private func expect(
        _ situation: Situation, _ expected: Expected, _ comment: Comment,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let (plan, kind) = try PushPlan.make(situation)
        let found = Expected(
            kind: kind, samplesAfter: plan.samplesAfter, deletionsAfter: plan.deletionsAfter, reach: plan.reach,
            removesOlder: plan.removesOlder, isOrigin: plan.origin == plan.version)
        #expect(found == expected, comment, sourceLocation: sourceLocation)
        #expect(plan.through == 200, comment, sourceLocation: sourceLocation)
        #expect(plan.base == situation.state.row?.version ?? 0, comment, sourceLocation: sourceLocation)
        #expect(plan.timeZone == situation.timeZone, comment, sourceLocation: sourceLocation)
        #expect(Set(plan.disclosure) == situation.disclosure, comment, sourceLocation: sourceLocation)
        let known =
            [
                situation.state.highest, situation.pending?.version, situation.memory.map { UInt64($0.version) },
            ].compactMap(\.self).max() ?? 0
        #expect(plan.version > known, comment, sourceLocation: sourceLocation)
    }

    @Test func `data missing on the shard are sent`() throws {
        let row = try Self.row()
        try expect(
            Self.situation(nil, begun: 0, remembers: nil),
            Expected(samplesAfter: 0, deletionsAfter: 0, reach: 0, isOrigin: true), "the first")
        try expect(Self.situation(row, begun: 1, remembers: 1), Expected(), "the next")
        try expect(
            Self.situation(row, begun: 1, remembers: 1, since: 40), Expected(samplesAfter: 40, deletionsAfter: 40),
            "from a place")
        try expect(
            Self.situation(row, begun: 1, remembers: 1, timeZone: "Asia/Tokyo"), Expected(samplesAfter: 0),
            "days of another zone")
        try expect(
            Self.situation(row, begun: 1, remembers: 1, disclosure: [.metadata]), Expected(samplesAfter: 0),
            "more is disclosed")
        try expect(
            Self.situation(try Self.row(disclosed: ["metadata"]), begun: 1, remembers: 1),
            Expected(samplesAfter: 0, removesOlder: true), "less is disclosed")
        for pending in [nil, Self.pending()] {
            let error = #expect(throws: WarehouseError.self) {
                try PushPlan.make(Self.situation(row, begun: 1, remembers: 1, pending: pending, since: 101))
            }
            #expect(error?.code == .invalidArgument)
        }
    }

    @Test func `an unknown state starts again`() throws {
        let expected = Expected(
            kind: .restarted, samplesAfter: 0, deletionsAfter: 0, reach: 0, removesOlder: true, isOrigin: true)
        let row = try Self.row()
        try expect(Self.situation(try Self.row(9), begun: 9), expected, "a push that came to its end")
        try expect(Self.situation(row, begun: 9), expected, "a push that began")
        try expect(Self.situation(row, begun: 1, remembers: nil), expected, "a store that remembers nothing")
        try expect(Self.situation(try Self.row(anchor: 201), begun: 1), expected, "changes that are not there yet")
        try expect(
            Self.situation(try Self.row(9), begun: 9, remembers: 1, pending: Self.pending()), expected,
            "another's push while the own one was interrupted")
        try expect(
            Self.situation(row, begun: 9, remembers: 1, pending: Self.pending(8, removesOlder: true)), expected,
            "another's push after the own one began anew")
    }

    @Test func `a restored cluster receives all deletions of its data`() throws {
        let row = try Self.row()
        try expect(Self.situation(row, begun: 1), Expected(), "between two pushes")
        try expect(Self.situation(row, begun: 2), Expected(reach: 200), "during a push")
        try expect(
            Self.situation(nil, begun: 0), Expected(samplesAfter: 0, deletionsAfter: 0, reach: 0), "before the first")
        try expect(
            Self.situation(nil, begun: 1), Expected(samplesAfter: 0, deletionsAfter: 0, reach: 200), "during the first")
    }

    @Test func `an interrupted push is resumed`() throws {
        let row = try Self.row()
        for (plan, since) in [
            (Self.pending(), nil), (Self.pending(), 100), (Self.pending(removesOlder: true), nil),
        ] as [(PushPlan, Int64?)] {
            let (resumed, kind) = try PushPlan.make(
                Self.situation(row, begun: 2, remembers: 1, pending: plan, since: since))
            #expect(kind == .resumed)
            #expect(resumed == plan)
        }
    }

    @Test func `an interrupted push with other options is planned again`() throws {
        let row = try Self.row()
        func pushed(
            _ plan: PushPlan = Self.pending(), begun: UInt64 = 2, timeZone: String = "Europe/Berlin",
            disclosure: Set<CohortDisclosure> = [], since: Int64? = nil
        ) -> Situation {
            Self.situation(
                row, begun: begun, remembers: 1, pending: plan, timeZone: timeZone, disclosure: disclosure,
                since: since)
        }
        try expect(pushed(begun: 1), Expected(reach: 150), "the shard has not heard of it")
        try expect(
            pushed(since: 40), Expected(samplesAfter: 40, deletionsAfter: 40, reach: 200), "from a place before it")
        try expect(pushed(timeZone: "Asia/Tokyo"), Expected(samplesAfter: 0, reach: 200), "days of another zone")
        try expect(pushed(disclosure: [.metadata]), Expected(samplesAfter: 0, reach: 200), "more is disclosed")
        try expect(
            pushed(Self.pending(disclosure: [.metadata])), Expected(samplesAfter: 0, reach: 200, removesOlder: true),
            "less is disclosed")
        let removing = Self.pending(removesOlder: true)
        try expect(
            pushed(removing, begun: 1), Expected(samplesAfter: 0, reach: 150, removesOlder: true),
            "what it removes goes")
        var anew = Self.pending(8, removesOlder: true)
        (anew.origin, anew.deletionsAfter, anew.reach) = (anew.version, 0, 0)
        let expected = Expected(samplesAfter: 0, deletionsAfter: 0, reach: 200, removesOlder: true, isOrigin: true)
        try expect(pushed(anew, begun: 8, timeZone: "Asia/Tokyo"), expected, "it had begun anew")
        // The plan does not depend on the data that the push was to remove.
        try expect(pushed(anew, begun: 7), expected, "it had begun anew, and the shard has not heard of it")
    }

    @Test func `remains of a cancelled push are removed by the next`() throws {
        var plan = Self.pending()
        plan.origin = plan.version
        let back = plan.takenBack
        #expect(back.version > plan.version && back.origin == back.version)
        #expect(Self.pending().takenBack.origin == Self.pending().origin)
        let expected = Expected(samplesAfter: 0, reach: 150, removesOlder: true, isOrigin: true)
        let row = try Self.row()
        try expect(Self.situation(row, begun: 1, remembers: 1, pending: back), expected, "nothing is left")
        var rest = expected
        rest.reach = 200
        try expect(Self.situation(row, begun: 2, remembers: 1, pending: back), rest, "something is left")
    }
}
