// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// Two workouts that are one effort.
package struct EffortLink: Sendable, Hashable {
    package var a: Int64
    package var b: Int64
    /// The certainty; see ``EffortMatch/score``.
    package var score: Double
    /// Whether one is only a recording of a part of the other, and they are one effort only with the other parts.
    package var isOfPiece: Bool

    package init(a: Int64, b: Int64, score: Double, isOfPiece: Bool = false) {
        self.a = min(a, b)
        self.b = max(a, b)
        self.score = score
        self.isOfPiece = isOfPiece
    }

    /// Returns the link of a workout with a recording of a part of it; nil for other workouts. The order of the two makes no difference.
    package static func ofPiece(_ one: EffortCandidate, _ other: EffortCandidate) -> EffortLink? {
        guard one.isPiece(of: other) || other.isPiece(of: one) else { return nil }
        let shared = min(one.length, other.length) / max(one.length, other.length)
        return EffortLink(a: one.id, b: other.id, score: 2.2 + shared / 10, isOfPiece: true)
    }
}

/// The groups of workouts that are one effort each.
///
/// Links are taken in the order of their certainty, so that the groups do not depend on the order in which workouts
/// arrived. A source records an effort once, so two of its workouts are usually in different groups. They are in one group
/// only if they are linked themselves, are sports of a multisport workout in the group, are consecutive parts of a workout
/// in the group, or were joined by the person.
///
/// Workouts whose routes contradict each other are in different groups, also if both are linked to a third one, unless the person joined them.
///
/// Consecutive parts of one source are one effort with a workout of another source that covers all of them, if there are at least two that
/// cover more than half of its time. The links of parts with workouts that are not covered so have no effect.
///
/// The groups of workouts of imports and phones are determined first. A workout that an app saved is in the group of the one to which it is
/// linked best, and never connects two others: an app must not change which other workouts are copies.
package enum EffortGroups {
    /// Returns the groups, each in order of the start dates, and workouts that are efforts by themselves as groups of one.
    /// - Parameters:
    ///   - links: The pairs that are one effort.
    ///   - joined: The numbers of workouts that the person joined.
    ///   - separate: The numbers of workouts that the person took out of efforts.
    ///   - contradictions: The pairs whose routes contradict each other, with the certainty 0.
    package static func groups(
        _ candidates: [EffortCandidate], links: [EffortLink], joined: [[Int64]], separate: Set<Int64>,
        contradictions: Set<EffortLink> = []
    ) -> [[EffortCandidate]] {
        let byID = Dictionary(candidates.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        var groupOf: [Int64: Int64] = [:]
        var members: [Int64: [EffortCandidate]] = [:]
        for candidate in byID.values {
            groupOf[candidate.id] = candidate.id
            members[candidate.id] = [candidate]
        }
        func merge(_ a: Int64, _ b: Int64) {
            guard a != b, let moved = members.removeValue(forKey: b) else { return }
            for candidate in moved { groupOf[candidate.id] = a }
            members[a, default: []] += moved
        }
        for list in joined {
            let known = list.filter { byID[$0] != nil }
            for id in known.dropFirst() {
                if let a = groupOf[known[0]], let b = groupOf[id] { merge(a, b) }
            }
        }
        let pairs = Set(links.filter { !$0.isOfPiece }.map { EffortLink(a: $0.a, b: $0.b, score: 0) })
        let pieces = pieces(byID, links, separate)
        func contradict(_ a: [EffortCandidate], _ b: [EffortCandidate]) -> Bool {
            !contradictions.isEmpty
                && a.contains { left in
                    b.contains { contradictions.contains(EffortLink(a: left.id, b: $0.id, score: 0)) }
                }
        }
        func isAllowed(_ a: [EffortCandidate], _ b: [EffortCandidate], _ link: EffortLink) -> Bool {
            // Where the person joined workouts that contradict each other, copies of both belong to the group.
            if contradict(a, b), !contradict(a, a), !contradict(b, b) { return false }
            // The workout of an app joins a group, and does not bring another one with it.
            let sides = [(link.a, a), (link.b, b)].filter { byID[$0.0]?.isOfApp ?? false }
            guard sides.isEmpty || sides.count == 1 && sides[0].1.allSatisfy(\.isOfApp) else { return false }
            let wholes = (a + b).filter(\.isMultisport)
            let covered = (a + b).compactMap { pieces[$0.id] }
            return a.allSatisfy { left in
                b.allSatisfy { right in
                    !left.hasRecorder(of: right) || pairs.contains(EffortLink(a: left.id, b: right.id, score: 0))
                        || wholes.contains { left.isPart(of: $0) && right.isPart(of: $0) }
                        || covered.contains {
                            $0.contains(left.id) && $0.contains(right.id) && left.isApart(from: right)
                        }
                }
            }
        }
        for link in ordered(links, byID) where !separate.contains(link.a) && !separate.contains(link.b) {
            if link.isOfPiece, pieces[link.a]?.contains(link.b) != true, pieces[link.b]?.contains(link.a) != true {
                continue
            }
            guard let a = groupOf[link.a], let b = groupOf[link.b], a != b, let left = members[a],
                let right = members[b], isAllowed(left, right, link)
            else { continue }
            merge(a, b)
        }
        return members.values.map { $0.sorted(by: EffortCandidate.isOrdered) }.sorted {
            EffortCandidate.isOrdered($0[0], $1[0])
        }
    }

    /// Returns the recordings of parts of the workouts that are covered by consecutive ones of another device, by workout.
    private static func pieces(
        _ byID: [Int64: EffortCandidate], _ links: [EffortLink], _ separate: Set<Int64>
    ) -> [Int64: Set<Int64>] {
        var near: [Int64: [EffortCandidate]] = [:]
        for link in links where link.isOfPiece && !separate.contains(link.a) && !separate.contains(link.b) {
            guard let a = byID[link.a], let b = byID[link.b] else { continue }
            near[a.isPiece(of: b) ? b.id : a.id, default: []].append(a.isPiece(of: b) ? a : b)
        }
        return near.filter { byID[$0.key]?.isCovered(by: $0.value) ?? false }.mapValues { Set($0.map(\.id)) }
    }

    /// Returns the links in order of their certainty, and of the workouts if the certainty is equal; those with workouts of apps last.
    private static func ordered(_ links: [EffortLink], _ byID: [Int64: EffortCandidate]) -> [EffortLink] {
        let keyed = links.compactMap { link -> (link: EffortLink, first: EffortCandidate, second: EffortCandidate)? in
            guard let a = byID[link.a], let b = byID[link.b] else { return nil }
            return EffortCandidate.isOrdered(a, b) ? (link, a, b) : (link, b, a)
        }
        return keyed.sorted { left, right in
            let areOfApps = [left, right].map { $0.first.isOfApp || $0.second.isOfApp }
            if areOfApps[0] != areOfApps[1] { return areOfApps[1] }
            if left.link.score != right.link.score { return left.link.score > right.link.score }
            if left.first != right.first { return EffortCandidate.isOrdered(left.first, right.first) }
            return EffortCandidate.isOrdered(left.second, right.second)
        }.map(\.link)
    }
}
