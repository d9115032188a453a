// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// The samples of workouts, correlations and other items of an import by type and start date.
///
/// All clinical records of a provider start in the same second, so each group is read once and then kept up to date instead
/// of being read for each of its samples.
final class ItemGroups {
    private struct Place: Hashable {
        var type: Int64
        var start: UInt64
    }
    private struct Equals {
        /// The samples from before the import, in order.
        var before: [Int64] = []
        /// The number of samples at the beginning that are already matched with samples of the import.
        var taken = 0
        var nextOrdinal: Int64 = 0
    }
    private typealias Group = [OrdinalKey: Equals]

    /// The key of all samples that apps saved.
    private static let saved = OrdinalKey(end: .nan, value: 0, source: .empty)

    private var groups: [Place: Group] = [:]
    /// The types of the cached groups.
    private var types: Set<Int64> = []
    /// The number of samples that were read for the cached groups.
    private var count = 0

    /// The maximum numbers of cached groups and of samples in them.
    private static let (maximumGroups, maximumSamples) = (4096, 1 << 19)
    /// The maximum number of samples of a group whose details are compared. Real data contains fewer samples that differ only in
    /// their details.
    private static let maximumLooks = 64

    /// Removes the cached groups of a type, before samples are added in another way. Only unknown types can be those of items and of
    /// records.
    func removeAll(of type: Int64) {
        guard types.remove(type) != nil else { return }
        for (place, _) in groups where place.type == type { groups[place] = nil }
    }

    /// Returns an equal sample from before the import, or reserves and returns the ordinal of a new sample.
    /// - Parameters:
    ///   - carriesSource: whether exports contain the source of such samples. If not, a sample that an app saved is found
    ///     without its source and end; `isSame` then decides.
    ///   - rows: reads the samples of the type that start in the second of the start date.
    ///   - isOld: returns whether a sample is from before the import.
    ///   - allowed: returns whether a sample has not been matched yet.
    ///   - isSame: returns whether a sample has the same details.
    func find(
        type: Int64, start: Double, end: Double, value: Double, source: ContentHash, carriesSource: Bool = true,
        _ facts: SharedRows, rows: () throws -> [StoredRow], isOld: (Int64) -> Bool, allowed: (Int64) -> Bool,
        isSame: (Int64) throws -> Bool
    ) throws -> Ingestion.Found {
        let place = Place(type: type, start: start.keyBits)
        if groups[place] == nil {
            let rows = try rows()
            if groups.count >= Self.maximumGroups || count + rows.count > Self.maximumSamples {
                groups.removeAll(keepingCapacity: true)
                types = []
                count = 0
            }
            types.insert(type)
            groups[place] = try Self.group(rows, facts, isOld: isOld)
            count += rows.count
        }
        let key = OrdinalKey(end: end, value: value, source: source)
        var equals = groups[place]?[key] ?? Equals()
        defer { groups[place]?[key] = equals }
        // Removing the value from the dictionary during the change avoids copying the list.
        groups[place]?[key] = nil
        if let id = try Self.first(of: &equals, allowed: allowed, isSame: isSame) { return .present(id) }
        if !carriesSource, var saved = groups[place]?[Self.saved] {
            defer { groups[place]?[Self.saved] = saved }
            if let id = try Self.first(of: &saved, allowed: allowed, isSame: isSame) { return .present(id) }
        }
        let ordinal = equals.nextOrdinal
        equals.nextOrdinal += 1
        return .new(ordinal: ordinal)
    }

    private static func first(
        of equals: inout Equals, allowed: (Int64) -> Bool, isSame: (Int64) throws -> Bool
    ) throws -> Int64? {
        while equals.taken < equals.before.count, !allowed(equals.before[equals.taken]) { equals.taken += 1 }
        return try equals.before[equals.taken...].prefix(maximumLooks).first { try allowed($0) && isSame($0) }
    }

    private static func group(
        _ rows: [StoredRow], _ facts: SharedRows, isOld: (Int64) -> Bool
    ) throws -> Group {
        var group: Group = [:]
        for row in rows {
            let source = try facts.identity(ofProvenance: row.provenance).source
            let key = OrdinalKey(end: row.end, value: row.value, source: source)
            if isOld(row.id) {
                group[key, default: Equals()].before.append(row.id)
                if StartSecond.hasFraction(row) {
                    let whole = OrdinalKey(end: row.end.rounded(.down), value: row.value, source: source)
                    if whole != key { group[whole, default: Equals()].before.append(row.id) }
                }
                if row.ordinal < 0 { group[saved, default: Equals()].before.append(row.id) }
            }
            group[key, default: Equals()].nextOrdinal = max(group[key]?.nextOrdinal ?? 0, row.ordinal + 1)
        }
        return group
    }
}

extension Ingestion {
    /// The result of a search for a sample in the store.
    enum Found {
        /// The store already contains the sample.
        case present(Int64)
        /// The store already contains the sample without some of its facts.
        case partial(StoredRow)
        /// The sample is new; the ordinal distinguishes it from equal samples.
        case new(ordinal: Int64)
    }
}
