// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthStore

/// The plan of a push. The store keeps it until the push is completed, so that an interrupted push continues with the same
/// blocks.
struct PushPlan: Codable, Hashable, Sendable {
    /// The number of the push, which is higher than those of all earlier pushes. The last 16 bits are random, so that two copies
    /// of a store never use the same number for pushes with different contents.
    var version: UInt64
    /// The number of the push that started to send this participant's data from the beginning, which can be this push.
    var origin: UInt64
    /// The number of the last completed push on the shard; 0 if there is none.
    var base: UInt64
    /// The position after which samples are sent.
    var samplesAfter: Int64
    /// The position after which deletions are sent.
    var deletionsAfter: Int64
    /// The last position that is sent.
    var through: Int64
    /// The last position of samples that can already be on the shard. Deletions of later samples don't need to be sent.
    var reach: Int64
    /// Whether rows of earlier pushes are removed.
    var removesOlder: Bool
    /// The home zone.
    var timeZone: String
    /// The disclosed details, sorted.
    var disclosure: [CohortDisclosure]

    /// Returns the number for a push that follows other pushes.
    static func version(after others: UInt64) -> UInt64 {
        (others >> 16 + 1) << 16 | UInt64.random(in: 1...0xFFFF)
    }

    /// Returns the positions after one and up to another in blocks. Blocks contain the same positions wherever a push begins,
    /// except for the first and the last block.
    /// - Parameter length: The maximum number of positions in a block. Blocks end at multiples of it.
    static func blocks(after anchor: Int64, through last: Int64, length: Int64) -> [ClosedRange<Int64>] {
        var blocks: [ClosedRange<Int64>] = []
        var first = anchor + 1
        while first <= last {
            let end = min(last, ((first - 1) / length + 1) * length)
            blocks.append(first...end)
            first = end + 1
        }
        return blocks
    }

    /// The plan as JSON, as the store keeps it.
    var json: String {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = .sortedKeys
            return String(decoding: try encoder.encode(self), as: UTF8.self)
        }
    }
}

extension PushPlan {
    /// Creates a plan from stored JSON, or returns nil if this version of the program can't read it.
    init?(json: String) {
        guard let plan = try? JSONDecoder().decode(Self.self, from: Data(json.utf8)) else { return nil }
        self = plan
    }

    /// The plan that replaces this one when its rows are removed. It has another number, so that the push isn't continued, and
    /// removes the remaining rows.
    var takenBack: PushPlan {
        var plan = self
        plan.version = Self.version(after: version)
        if origin == version { plan.origin = plan.version }
        plan.removesOlder = true
        return plan
    }
}

extension PushPlan {
    /// The state before a push.
    struct Situation {
        /// The state of the shard.
        var state: ShardState
        /// The state in the store; nil if there is none.
        var memory: CohortMemory?
        /// The plan of an unfinished push in the store.
        var pending: PushPlan?
        /// The last position in the store's order of changes.
        var latest: Int64
        /// The home zone.
        var timeZone: String
        var disclosure: Set<CohortDisclosure>
        var since: Int64?

        /// The position up to which the shard has everything.
        var anchor: Int64 { state.row?.anchor ?? 0 }

        /// Returns whether a push with this number is from this store, or is one that this store doesn't need to have recorded.
        func isFamiliar(_ version: UInt64) -> Bool {
            if version == 0 { return true }
            if let pending, version == pending.version || pending.removesOlder && version < pending.version {
                return true
            }
            guard let memory else { return false }
            // After the cluster is restored from a backup, lower numbers can reappear.
            return version >= UInt64(clamping: memory.origin) && version <= UInt64(clamping: memory.version)
        }

        /// Whether the shard has data that this store has no record of, which means that the store is an older copy of the one
        /// that was pushed.
        var isForeign: Bool {
            anchor > latest || !isFamiliar(state.row?.version ?? 0) || !isFamiliar(state.begun)
        }
    }

    /// The origin of a plan.
    enum Kind {
        case new, resumed, restarted
    }

    /// Returns the plan of a push.
    /// - Throws: A ``WarehouseError``: `invalidArgument` if `since` would skip changes.
    static func make(_ situation: Situation) throws -> (plan: PushPlan, kind: Kind) {
        let (row, pending, anchor) = (situation.state.row, situation.pending, situation.anchor)
        let base = row?.version ?? 0
        let disclosure = situation.disclosure.sorted()
        let highest = max(
            situation.state.highest, base, pending?.version ?? 0, UInt64(clamping: situation.memory?.version ?? 0))
        let version = version(after: highest)
        var plan = PushPlan(
            version: version, origin: UInt64(clamping: situation.memory?.origin ?? 0), base: base, samplesAfter: anchor,
            deletionsAfter: anchor,
            through: situation.latest, reach: anchor, removesOlder: false, timeZone: situation.timeZone,
            disclosure: disclosure)
        if plan.origin == 0 { plan.origin = version }
        // Any sample of an unfinished push can be on the shard. It can even have been completed, if the shard was restored from a
        // backup that was created in between.
        if situation.state.begun > base { plan.reach = plan.through }
        if situation.isForeign {
            plan.origin = version
            (plan.samplesAfter, plan.deletionsAfter, plan.reach, plan.removesOlder) = (0, 0, 0, true)
            return (plan, .restarted)
        }
        if let since = situation.since {
            guard since <= anchor else {
                throw WarehouseError(
                    .invalidArgument,
                    "the cohort has the changes up to \(anchor), so that those from there to \(since) would be left out",
                    remedy: "give --since a lower place, or leave it out")
            }
            (plan.samplesAfter, plan.deletionsAfter) = (since, since)
        }
        if let row {
            let known = Set(row.disclosed)
            if row.timeZone != plan.timeZone || known != Set(disclosure.map(\.rawValue)) { plan.samplesAfter = 0 }
            plan.removesOlder = !known.isSubset(of: disclosure.map(\.rawValue))
        }
        guard let pending else { return (plan, .new) }
        let isSame =
            pending.base == base && pending.timeZone == plan.timeZone && pending.disclosure == disclosure
            && (situation.since ?? .max) >= pending.samplesAfter
        if isSame, situation.state.begun == pending.version { return (pending, .resumed) }
        // A push that sends everything again still does so after it is planned again.
        if pending.origin == pending.version { plan.origin = version }
        // Some of its rows can be on the shard.
        plan.reach = max(plan.reach, pending.reach, min(pending.through, situation.latest))
        plan.deletionsAfter = min(plan.deletionsAfter, pending.deletionsAfter)
        if pending.timeZone != plan.timeZone || pending.disclosure != disclosure || pending.removesOlder {
            plan.samplesAfter = min(plan.samplesAfter, pending.samplesAfter)
        }
        plan.removesOlder =
            plan.removesOlder || pending.removesOlder || !Set(pending.disclosure).isSubset(of: disclosure)
        // Removed rows have to be sent again.
        if plan.removesOlder { (plan.samplesAfter, plan.deletionsAfter) = (0, min(plan.deletionsAfter, anchor)) }
        return (plan, .new)
    }
}
