// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import HealthModel

/// The samples of workouts, correlations and other items of an import, by type and start.
///
/// A provider's clinical records all begin in the same second, so each group is read once and kept up to date, rather than read for
/// each of its samples.
struct ItemGroups {
    private struct Place: Hashable {
        var type: Int64
        var start: UInt64
    }
    /// What equal samples have in common.
    private struct Equal: Hashable {
        var end: UInt64
        var value: UInt64
        var source: ContentHash
    }
    private struct Equals {
        /// Those from before the import, in their order.
        var before: [Int64] = []
        /// How many of the first have been found to be samples of the import.
        var taken = 0
        var nextOrdinal: Int64 = 0
    }
    private typealias Group = [Equal: Equals]

    private var groups: [Place: Group] = [:]

    /// The most groups that are kept at once.
    private static let mostGroups = 4096
    /// The most samples of one group whose details are compared; a person has no more that are equal but for their details.
    private static let mostLooks = 64

    /// Removes the groups, since samples have been added in another way.
    mutating func removeAll() {
        groups.removeAll(keepingCapacity: true)
    }

    /// Returns a sample from before the import that is equal, or else the ordinal of a new one, which is then counted.
    /// - Parameters:
    ///   - rows: reads the samples of the type that start then.
    ///   - isOld: whether a sample is from before the import.
    ///   - allowed: whether a sample has not been found yet.
    ///   - isSame: whether a sample is the same in its details.
    mutating func find(
        type: Int64, start: Double, end: Double, value: Double, source: ContentHash, _ facts: SharedFacts,
        rows: () throws -> [StoredRow], isOld: (Int64) -> Bool, allowed: (Int64) -> Bool,
        isSame: (Int64) throws -> Bool
    ) throws -> IngestSession.Found {
        let place = Place(type: type, start: Self.bits(start))
        if groups[place] == nil {
            if groups.count >= Self.mostGroups { removeAll() }
            groups[place] = try Self.group(rows(), facts, isOld: isOld)
        }
        let key = Equal(end: Self.bits(end), value: Self.bits(value), source: source)
        var equals = groups[place]?[key] ?? Equals()
        defer { groups[place]?[key] = equals }
        // Taken out of the dictionary while it changes, so that its list is not copied.
        groups[place]?[key] = nil
        while equals.taken < equals.before.count, !allowed(equals.before[equals.taken]) { equals.taken += 1 }
        for id in equals.before[equals.taken...].prefix(Self.mostLooks) where allowed(id) {
            if try isSame(id) { return .present(id) }
        }
        let ordinal = equals.nextOrdinal
        equals.nextOrdinal += 1
        return .new(ordinal: ordinal)
    }

    private static func group(
        _ rows: [StoredRow], _ facts: SharedFacts, isOld: (Int64) -> Bool
    ) throws -> Group {
        var group: Group = [:]
        for row in rows {
            let source = try facts.identity(ofProvenance: row.provenance).source
            let key = Equal(end: bits(row.end), value: bits(row.value), source: source)
            if isOld(row.id) { group[key, default: Equals()].before.append(row.id) }
            group[key, default: Equals()].nextOrdinal = max(group[key]?.nextOrdinal ?? 0, row.ordinal + 1)
        }
        return group
    }

    /// The bits of a number, the same for numbers that are equal and for all that are none.
    private static func bits(_ number: Double) -> UInt64 {
        number.isNaN ? .max : (number + 0).bitPattern
    }
}

extension IngestSession {
    /// What became of a sample that was searched in the store.
    enum Found {
        /// The sample from before the import that it is.
        case present(Int64)
        /// It is new; the ordinal tells it from its equals.
        case new(ordinal: Int64)
    }
}
