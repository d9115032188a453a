// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthStore

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
