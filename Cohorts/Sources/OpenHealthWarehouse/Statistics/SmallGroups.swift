// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The rule for groups that are too small to be disclosed, because statistics of few people reveal too much about each of them.
///
/// For a group of fewer than ``minimum`` participants, neither the statistics nor the number of participants is disclosed, only
/// the existence of the group. If groups form a total that can be queried, too, the total minus the disclosed groups would be the
/// hidden rest; so additional groups are hidden until the rest has at least ``minimum`` participants (``hidden(_:)``).
///
/// A percentile is returned only if at least ``minimum`` participants have a figure on each side of it
/// (``allows(percentile:of:)``). Means, deviations, percentiles and totals are rounded to steps that are at least as large as the
/// change that one participant can cause (``CohortRow/Figures/step``), so that two results that differ by one person do not
/// disclose that person's figure by subtraction. With a minimum of 1, nothing is hidden or rounded.
///
/// The protection has limits. Two results that differ by one person still show that a participant joined, left, or has data in
/// only one of the ranges, and whether their figure is far from all others. Many queries with slightly different ranges reveal
/// more than one query. If nearly all members of a group have a symptom, this is a statement about each of them. Knowing all
/// other participants of a group reveals the last one. Numbers of participants and of days with symptoms are not rounded. Queries
/// by participant show individual figures, and direct access to the servers shows all data.
public struct SmallGroups: Hashable, Sendable {
    /// The minimum number of participants of a disclosed group; 1 if every group is disclosed.
    public let minimum: Int

    /// The default minimum of five participants.
    public static let standard = SmallGroups(checked: 5)

    private init(checked minimum: Int) {
        self.minimum = minimum
    }

    /// Creates a rule.
    /// - Parameter minimum: The minimum number of participants of a disclosed group, from 1, which hides nothing, to 1000.
    /// - Throws: A ``WarehouseError``: `invalidArgument` if the minimum is out of range.
    public init(minimum: Int) throws {
        guard (1...1000).contains(minimum) else {
            throw WarehouseError(
                .invalidArgument, "the smallest group must be of 1 to 1000 participants and not of \(minimum)",
                remedy: "give another number; 1 hides nothing, \(Self.standard.minimum) is usual")
        }
        self.minimum = minimum
    }

    /// Returns whether a group is hidden because of its own size. Empty groups aren't hidden.
    public func isSmall(_ count: Int) -> Bool {
        count > 0 && count < minimum
    }

    /// Returns whether a percentile can be disclosed, which requires at least ``minimum`` participants with a figure on each side
    /// of its position.
    /// - Parameters:
    ///   - percentile: The percentile, from 0 to 100.
    ///   - participants: The number of participants with a figure.
    public func allows(percentile: Double, of participants: Int) -> Bool {
        guard minimum > 1 else { return true }
        // The index in the sorted figures, from 0. It is an integer if the percentile is the figure of one participant.
        let place = Double(participants - 1) * percentile / 100
        return place.rounded(.up) >= Double(minimum)
            && Double(participants - 1) - place.rounded(.down) >= Double(minimum)
    }

    /// The replacement for the number of participants in a hidden group: `fewer than 5`.
    public var text: String { "fewer than \(minimum)" }

    /// Returns which groups are hidden, for groups that form a total without overlaps.
    /// - Parameter counts: The number of participants of each group.
    /// - Returns: Whether each group is hidden: those that are small, and if these have fewer than ``minimum`` participants
    ///   together, the smallest of the others until they have at least as many; the first of equal groups.
    public func hidden(_ counts: [Int]) -> [Bool] {
        var result = counts.map(isSmall)
        var rest = zip(counts, result).reduce(0) { $0 + ($1.1 ? $1.0 : 0) }
        guard rest > 0 else { return result }
        let others = counts.indices.filter { !result[$0] && counts[$0] > 0 }.sorted {
            (counts[$0], $0) < (counts[$1], $1)
        }
        for place in others {
            guard rest < minimum else { break }
            result[place] = true
            rest += counts[place]
        }
        return result
    }
}
