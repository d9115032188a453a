// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// The facts of a workout of a file by which its summary is searched.
struct SummarizedWorkout {
    /// The start, in seconds since 1970.
    var start: Double
    /// The seconds without pauses.
    var duration: Double
    var kind: ActivityKind
    /// Whether the file lacks the totals of the workout, so that its duration says nothing.
    var isPartial: Bool
}

/// The summaries of the activities of an account, and the search for the summary of a workout of a file.
///
/// A summary that names a file belongs to a workout of this file. Each other summary belongs to the workout with the nearest start: the
/// pairs of a summary and a workout are taken in the order of their distance, without pairs that contain a summary or workout of an
/// earlier one. A summary never belongs to a workout of another kind, unless their times are equal to the second, as after the person
/// corrected the kind in the account.
final class ActivitySummaries {
    private(set) var all: [ActivitySummary] = []
    /// The indices of the summaries by their identifiers. Those of different accounts can be equal.
    private var identifiers: [String: [Int]] = [:]
    /// The number of summaries left out because another folder of the input has the same activity, and the exports do not say whether they are of
    /// one account, and the document with the last of them.
    private(set) var repeatsElsewhere = (count: 0, document: "")
    /// The indices of the summaries that name each file.
    private var byFile: [String: [Int]] = [:]
    /// The kinds of files by the unknown names of the kinds of their activities.
    private var meanings: [String: ActivityKind] = [:]
    /// The indices of the summaries in order of their starts; nil before the first search.
    private var ordered: [Int]?

    /// Whether the summary of a workout is found by its start, since summaries do not name files.
    private let isByStart: Bool

    /// The seconds between the starts of a workout and its summary.
    private static let reach = 60.0
    /// The seconds between the starts from which the durations have to agree.
    private static let near = 10.0
    /// The seconds between times that agree to the second.
    private static let second = 1.0
    /// The maximum number of summaries that are compared with a workout.
    private static let maximumCompared = 1000
    /// The maximum number of summaries that can belong to a workout.
    private static let maximumNear = 20

    /// The name of the format of the account.
    private let account: String

    init(of account: String, isByStart: Bool) {
        self.account = account
        self.isByStart = isByStart
    }

    /// The maximum number of summaries. A person has tens of thousands at most.
    private static let maximum = 500_000

    /// Adds a summary. Of several with one identifier in one account, the first counts.
    /// - Throws: A ``FormatError`` if there are too many.
    func add(_ summary: ActivitySummary, from path: String) throws {
        guard all.count < Self.maximum else { throw Self.tooMany(path, limit: Self.maximum) }
        var summary = summary
        summary.document = path
        addKnown(summary)
    }

    /// The error for a document with more entries than a person can have.
    static func tooMany(_ path: String, limit: Int) -> FormatError {
        FormatError(
            .tooLarge, file: path, message: "the document has more than \(limit) entries; the others were left out",
            remedy: "check where it comes from; a person has fewer")
    }

    private func addKnown(_ summary: ActivitySummary) {
        guard !isRepeat(summary) else { return }
        identifiers[summary.identifier, default: []].append(all.count)
        if let file = summary.file, byFile[file]?.count ?? 0 < Self.maximumNear {
            byFile[file, default: []].append(all.count)
        }
        all.append(summary)
        ordered = nil
    }

    /// Returns whether a summary is one that has been added. Where exports do not state their accounts, those in different folders are of one if
    /// they have the same activity.
    private func isRepeat(_ summary: ActivitySummary) -> Bool {
        for index in (identifiers[summary.identifier] ?? []).prefix(Self.maximumNear) {
            let known = all[index]
            if let owner = summary.owner, let other = known.owner {
                if owner == other { return true }
            } else if summary.place == known.place {
                return true
            } else if summary.hasContent(of: known) {
                repeatsElsewhere = (repeatsElsewhere.count + 1, summary.document)
                return true
            }
        }
        return false
    }

    /// Removes summaries.
    func removeAll(where isRemoved: (ActivitySummary) -> Bool) {
        let kept = all.filter { !isRemoved($0) }
        guard kept.count < all.count else { return }
        (all, identifiers, byFile, ordered) = ([], [:], [:], nil)
        for summary in kept { addKnown(summary) }
    }

    /// Sets the account of the summaries.
    func setOwner(_ owner: String) {
        for index in all.indices { all[index].owner = owner }
    }

    /// Returns the name by which a summary names a file.
    static func fileName(_ path: String) -> String {
        let name = path.split(separator: "/").last?.lowercased() ?? ""
        return name.hasSuffix(".gz") ? String(name.dropLast(3)) : name
    }

    /// The summary of a workout.
    enum Match {
        /// There is none.
        case none
        /// The summary with an index.
        case whole(Int)
        /// The summary with an index is that of the file, which has several workouts.
        case file(Int)
        /// There are some, but workouts of other files may be nearer to them.
        case open
    }

    /// The order in which pairs of a workout and a summary are taken. Smaller ones are first.
    private typealias Rank = (contradiction: Int, start: Double, duration: Double)

    /// Completes a workout by its summary.
    /// - Parameter isPartial: Whether the file lacks its totals.
    /// - Returns: Whether the workout has the totals of the summary, or of a whole file.
    func complete(_ workout: inout ActivityWorkout, by match: Match, isPartial: Bool) -> Bool {
        switch match {
        case .none, .open: return !isPartial
        case .whole(let index):
            learn(all[index].kind, is: workout.kind)
            let summary = summary(index)
            // The totals of several sports are not those of one of them.
            if summary.kind.activity == .swimBikeRun, ![.swimBikeRun, .other].contains(workout.kind.activity) {
                summary.withoutTotals.complete(&workout, isPartial: false, in: account)
                return !isPartial
            }
            summary.complete(&workout, isPartial: isPartial, in: account)
            return true
        case .file(let index):
            let summary = summary(index).withoutTotals
            if Self.relation(summary.kind, workout.kind) != .different {
                summary.complete(&workout, isPartial: false, in: account)
            }
            return !isPartial
        }
    }

    /// Returns a summary with what its kind means.
    private func summary(_ index: Int) -> ActivitySummary {
        var summary = all[index]
        summary.kind = meaning(of: summary.kind)
        return summary
    }

    /// Notes the kind of the file of an activity whose kind has an unknown name: accounts write the names in any language.
    private func learn(_ named: ActivityKind, is kind: ActivityKind) {
        guard let name = named.written, kind.written == nil, kind.activity != .other else { return }
        meanings[name] = meanings[name] ?? kind
    }

    /// Returns what a kind with an unknown name is in the files of other activities; the kind itself if that is not known.
    func meaning(of kind: ActivityKind) -> ActivityKind { kind.written.flatMap { meanings[$0] } ?? kind }

    /// The unknown names of kinds whose meaning no file tells, each with the number of its summaries and the first of them.
    var unknownKinds: [(name: String, count: Int, first: ActivitySummary)] {
        var kinds: [(name: String, count: Int, first: ActivitySummary)] = []
        var indices: [String: Int] = [:]
        for summary in all {
            guard let name = meaning(of: summary.kind).written else { continue }
            if let index = indices[name] {
                kinds[index].count += 1
            } else {
                indices[name] = kinds.count
                kinds.append((name, 1, summary))
            }
        }
        return kinds
    }

    // MARK: The search

    /// Returns the summaries of the workouts of a file, and notes that these are used.
    func matches(_ workouts: [SummarizedWorkout], from path: String) -> [Match] {
        guard let indices = byFile[Self.fileName(path)] else {
            return workouts.map { isByStart ? match($0) : .none }
        }
        for index in indices { all[index].isFileRead = true }
        var pairs: [Pair] = []
        for (number, workout) in workouts.enumerated() {
            for index in indices {
                // A file with one workout is that of its summary, whatever both state.
                let rank = workouts.count == 1 ? rankInFile(workout, index) : rankOfPart(workout, index)
                if let rank { pairs.append(Pair(rank: rank, workout: number, summary: index)) }
            }
        }
        let taken = take(pairs, count: workouts.count)
        // One summary of a file with several workouts names all of them.
        let only = indices.count == 1 ? indices[0] : nil
        if let only, !workouts.isEmpty { all[only].isUsed = true }
        return taken.map { $0.map(Match.whole) ?? only.map(Match.file) ?? .none }
    }

    /// Returns the summaries of workouts that are open, and notes that these are used.
    func matches(ofOpen workouts: [SummarizedWorkout]) -> [Match] {
        var pairs: [Pair] = []
        for (number, workout) in workouts.enumerated() {
            pairs += candidates(workout).map { Pair(rank: $0.rank, workout: number, summary: $0.index) }
        }
        return take(pairs, count: workouts.count).map { $0.map(Match.whole) ?? .none }
    }

    /// A workout and a summary that can belong to it.
    private struct Pair {
        var rank: Rank
        var workout: Int
        var summary: Int
    }

    /// Takes pairs, the nearest first, so that each workout and each summary is in one.
    /// - Returns: The indices of the summaries by workout.
    private func take(_ pairs: [Pair], count: Int) -> [Int?] {
        var taken = [Int?](repeating: nil, count: count)
        let ordered = pairs.sorted { a, b in
            if a.rank != b.rank { return a.rank < b.rank }
            return (a.workout, a.summary) < (b.workout, b.summary)
        }
        for pair in ordered where taken[pair.workout] == nil && !all[pair.summary].isUsed {
            taken[pair.workout] = pair.summary
            all[pair.summary].isUsed = true
        }
        return taken
    }

    /// Returns the summary of a workout if no other workout can be nearer to it.
    private func match(_ workout: SummarizedWorkout) -> Match {
        guard let best = candidates(workout).first else { return .none }
        let isCertain =
            best.rank.contradiction == 0 && best.rank.start <= Self.second && !workout.isPartial
            && best.rank.duration <= max(2, 0.02 * workout.duration)
        guard isCertain else { return .open }
        all[best.index].isUsed = true
        return .whole(best.index)
    }

    /// Returns the unused summaries that can belong to a workout, the nearest first.
    private func candidates(_ workout: SummarizedWorkout) -> [(rank: Rank, index: Int)] {
        let order = ordered ?? orderedByStart()
        var (low, high) = (0, order.count)
        while low < high {
            let middle = (low + high) / 2
            if (all[order[middle]].start ?? .infinity) < workout.start - Self.reach {
                low = middle + 1
            } else {
                high = middle
            }
        }
        var found: [(rank: Rank, index: Int)] = []
        for index in order[low...].prefix(Self.maximumCompared) {
            guard let start = all[index].start, start <= workout.start + Self.reach else { break }
            if !all[index].isUsed, let rank = rankByStart(workout, index) { found.append((rank, index)) }
        }
        return Array(
            found.sorted { $0.rank != $1.rank ? $0.rank < $1.rank : $0.index < $1.index }.prefix(Self.maximumNear))
    }

    /// Returns the rank of a summary that does not name the file; nil if it is that of another workout.
    private func rankByStart(_ workout: SummarizedWorkout, _ index: Int) -> Rank? {
        let rank = rankInFile(workout, index)
        if rank.contradiction > 0 {
            guard rank.start <= Self.second, rank.duration <= Self.second, !workout.isPartial else { return nil }
        }
        // A false start is not the activity that begins after it.
        return rank.start <= Self.near || isAsLong(workout, index) ? rank : nil
    }

    /// Returns the rank of a summary that names a file with several workouts; nil if it does not describe this workout only.
    private func rankOfPart(_ workout: SummarizedWorkout, _ index: Int) -> Rank? {
        let rank = rankInFile(workout, index)
        return rank.contradiction == 0 && isAsLong(workout, index) ? rank : nil
    }

    /// Returns the rank of a summary that names the file of a workout.
    private func rankInFile(_ workout: SummarizedWorkout, _ index: Int) -> Rank {
        let summary = all[index]
        let start = summary.start.map { ($0 - workout.start).magnitude } ?? .greatestFiniteMagnitude
        let length = workout.isPartial ? nil : summary.duration ?? summary.elapsed
        return (
            Self.relation(meaning(of: summary.kind), workout.kind) == .different ? 1 : 0, start,
            length.map { ($0 - workout.duration).magnitude } ?? 0
        )
    }

    /// Returns whether a workout can be as long as its summary says.
    private func isAsLong(_ workout: SummarizedWorkout, _ index: Int) -> Bool {
        guard !workout.isPartial, let length = all[index].duration ?? all[index].elapsed else { return true }
        return 2 * min(length, workout.duration) >= max(length, workout.duration)
    }

    private static func relation(_ a: ActivityKind, _ b: ActivityKind) -> ActivityFamily.Relation {
        ActivityFamily.relation(a.activity, b.activity)
    }

    private func orderedByStart() -> [Int] {
        let order = all.indices.filter { all[$0].start != nil }.sorted {
            (all[$0].start ?? 0, $0) < (all[$1].start ?? 0, $1)
        }
        ordered = order
        return order
    }
}
