// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthStore

extension PushPlan {
    /// The state before a push.
    struct Situation {
        /// The state of the shard.
        var state: ShardState
        /// The memory of the store; nil if there is none.
        var memory: CohortMemory?
        /// The push that has begun and not come to its end, as far as the store knows.
        var pending: PushPlan?
        /// The last place in the store's order of changes.
        var latest: Int64
        /// The home zone.
        var timeZone: String
        var disclosure: Set<CohortDisclosure>
        var since: Int64?

        /// The place up to which the shard has everything.
        var anchor: Int64 { state.row?.anchor ?? 0 }

        /// Whether a push with this number was this store's, or is one that this store need not know of.
        func isFamiliar(_ version: UInt64) -> Bool {
            if version == 0 { return true }
            if let pending, version == pending.version || pending.removesOlder && version < pending.version {
                return true
            }
            guard let memory else { return false }
            // Lower ones are there again where the cluster was restored from a backup.
            return version >= UInt64(clamping: memory.origin) && version <= UInt64(clamping: memory.version)
        }

        /// Whether the shard has what this store knows nothing of: the store is an older copy of the one that was pushed.
        var isForeign: Bool {
            anchor > latest || !isFamiliar(state.row?.version ?? 0) || !isFamiliar(state.begun)
        }
    }

    /// How a plan came about.
    enum Kind {
        case new, resumed, restarted
    }

    /// Returns the plan of a push.
    /// - Throws: a ``WarehouseError``, `invalidArgument`, for a `since` that would leave something out.
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
        // Of a push that did not come to its end there any sample may be there. It may even have done so, and the shard was brought
        // back from a backup that was made meanwhile.
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
        // A push that sends everything anew does so also where it has to be planned again.
        if pending.origin == pending.version { plan.origin = version }
        // Some of it may be there.
        plan.reach = max(plan.reach, pending.reach, min(pending.through, situation.latest))
        plan.deletionsAfter = min(plan.deletionsAfter, pending.deletionsAfter)
        if pending.timeZone != plan.timeZone || pending.disclosure != disclosure || pending.removesOlder {
            plan.samplesAfter = min(plan.samplesAfter, pending.samplesAfter)
        }
        plan.removesOlder =
            plan.removesOlder || pending.removesOlder || !Set(pending.disclosure).isSubset(of: disclosure)
        // What is removed has to be sent again.
        if plan.removesOlder { (plan.samplesAfter, plan.deletionsAfter) = (0, min(plan.deletionsAfter, anchor)) }
        return (plan, .new)
    }
}
