// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The content of a push: the data that an app on a phone sent in one request, as its reader parsed it.
///
/// A push carries less than an export: often no device, no metadata, and dates in whole seconds. ``missing`` names the facts that
/// its copies of samples do not carry, which are not compared with those of stored samples; see decision record 2.
///
/// Readers create it with `PushBuilder`, and `AppAccess.ingest(_:)` stores it.
package struct PushedBatch: Sendable {
    /// The facts that no sample of the push carries.
    package var missing: MissingProperties
    /// The records and other items, as in an import.
    ///
    /// A push that is read in batches (``PushSink``) has the types of all batches so far, the provenances that are new, whose indices
    /// continue, and the metadata of the batch, which begin with the index ``SampleBatch/oldestMetadata``.
    package var samples = SampleBatch()
    /// The UUIDs of records by index in ``SampleBatch/rows``. A record replaces the earlier one of the connection with its UUID.
    package var uuids: [Int32: UUID] = [:]
    /// The UUIDs of items by index in ``SampleBatch/items``.
    package var itemUUIDs: [Int: UUID] = [:]
    /// The metadata of records with a UUID by index in ``SampleBatch/rows``, if text does not restore their values.
    package var values: [Int32: [String: HKMetadataValue]] = [:]
    /// The metadata of items with a UUID by index in ``SampleBatch/items``, if text does not restore their values.
    package var itemValues: [Int: [String: HKMetadataValue]] = [:]
    /// The dates of the sender's last changes by index in ``SampleBatch/rows``, in seconds since 1970.
    package var updated: [Int32: Double] = [:]
    /// The dates of the sender's last changes by index in ``SampleBatch/items``, in seconds since 1970.
    package var itemUpdated: [Int: Double] = [:]
    /// The hashes of the contents of records by index in ``SampleBatch/rows``, if they were computed before.
    package var contents: [Int32: Int64] = [:]
    /// The sessions, such as nights, whose samples replace those of earlier versions of the sessions. In a push that is read in batches,
    /// those that are new.
    package var sessions: [PushedSession] = []
    /// The indices in ``sessions`` of all batches by index in ``SampleBatch/rows``.
    package var rowSessions: [Int32: Int32] = [:]
    /// The indices in ``SampleBatch/rows`` of totals that the sender computes again with each push. Its window can begin in the middle of
    /// the hour or day, so a later total of the same start can be smaller than an earlier one: the greatest counts.
    package var totals: Set<Int32> = []
    /// The JSON pointers of the lists that ``rowPlaces`` refer to, such as `/data/metrics/3`.
    package var places: [String] = []
    /// The index in ``places`` for each record.
    package var rowPlaces: [Int32] = []
    /// The index in the list at its place for each record with much metadata, which can be refused later.
    package var rowIndices: [Int32: Int] = [:]
    /// The JSON pointer of each item.
    package var itemPlaces: [String] = []
    /// The samples that exports do not contain, such as states of mind.
    package var objects: [PushedObject] = []
    /// The figures of hours, days or longer intervals.
    package var aggregates: [AggregatedPoint] = []
    /// The UUIDs of samples that were deleted on the phone.
    package var deletions: [UUID] = []
    /// The parts of the push that were refused.
    package var refusals = PushRefusals()
    /// The values that were kept although they are unknown.
    package var warnings = PushRefusals()

    /// Creates an empty push.
    package init(missing: MissingProperties = []) {
        self.missing = missing
    }
}

/// The properties of samples that a copy of them does not carry.
package struct MissingProperties: OptionSet, Sendable, Hashable {
    package let rawValue: Int

    package init(rawValue: Int) { self.rawValue = rawValue }

    /// The device.
    package static let device = MissingProperties(rawValue: 1)
    /// The metadata, or a part of it.
    package static let metadata = MissingProperties(rawValue: 2)
    /// The name of the source.
    package static let source = MissingProperties(rawValue: 4)
    /// The value, such as the activity of a workout whose name is unknown.
    package static let value = MissingProperties(rawValue: 8)
    /// The end.
    package static let end = MissingProperties(rawValue: 16)
    /// The identifier that the sample has in Apple Health or Health Connect: the sender gives its records others.
    package static let identifier = MissingProperties(rawValue: 32)
    /// None: marks a sample of which another connection has a copy under another identifier. It counts, whatever overlaps it.
    package static let confirmed = MissingProperties(rawValue: 64)
}

/// A sample of a push that is stored as an object. Its UUID identifies it: readers derive one from the facts that do not change if the phone sent none.
package struct PushedObject: Sendable {
    /// The sample.
    package var sample: HKSample
    /// The source; the unit is that of the sample.
    package var source: ProvenanceData
    /// The JSON pointer of the sample.
    package var place: String
    /// A hash of what the sender wrote, which tells whether an object with a known UUID has changed.
    package var content: Int64

    /// Creates an object.
    /// - Parameter written: The text that the sender wrote.
    package init(_ sample: HKSample, source: ProvenanceData, written: String, place: String) {
        self.sample = sample
        self.source = source
        self.place = place
        var hash = ContentHash.empty
        hash.combine(written)
        content = Int64(bitPattern: hash.low)
    }
}

/// A period, such as a night, or a series of readings, with all of its samples in one push.
///
/// It replaces an earlier version of the same session, which is one of the connection with the same identifier. Without an
/// identifier, it is one with the same type and source name and, in general, a shorter one of the same time; see decision
/// record 2.
package struct PushedSession: Sendable, Equatable {
    /// The identifier of the type of the samples.
    package var type: String
    /// The name of the source.
    package var source: String
    /// The start, in seconds since 1970.
    package var start: Double
    /// The end, in seconds since 1970.
    package var end: Double
    /// The UUID that identifies the session, if the sender identifies it.
    package var uuid: UUID?
    /// The date of the sender's last change, in seconds since 1970, if known. An older version does not replace a newer one.
    package var updated: Double?
    /// Whether the push has only the whole of a night and not its stages. It does not replace the stages of a night with the same dates.
    package var isSummary = false
    /// Whether the session is a series of readings, such as the heart rates of one record, which is recognised by its UUID only.
    package var isSeries = false

    package init(
        type: String, source: String, start: Double, end: Double, uuid: UUID? = nil, updated: Double? = nil
    ) {
        self.type = type
        self.source = source
        self.start = start
        self.end = end
        self.uuid = uuid
        self.updated = updated
    }
}

/// The refused parts of a push, or its warnings: the first ones, and the number of all.
package struct PushRefusals: Sendable, Equatable {
    /// The maximum number of entries; further ones are only counted.
    package static let maximumEntries = 1000

    /// The first entries.
    package private(set) var entries: [PushRefusal] = []
    /// The number of refused parts.
    package private(set) var count = 0

    package init() {}

    /// Adds an entry.
    package mutating func add(_ refusal: PushRefusal) {
        count += refusal.count
        if entries.count < Self.maximumEntries { entries.append(refusal) }
    }

    /// Adds the entries of another push, or of the next batch.
    package mutating func add(_ others: PushRefusals) {
        entries += others.entries.prefix(max(0, Self.maximumEntries - entries.count))
        count += others.count
    }
}

/// A part of a push that was not stored as it is, and the reason.
package struct PushRefusal: Sendable, Equatable {
    /// The JSON pointer (RFC 6901) of the part.
    package var pointer: String
    /// The problem, without health values.
    package var reason: String
    /// The remedy; empty if there is none.
    package var remedy: String
    /// The number of readings that the entry is about.
    package var count: Int

    package init(pointer: String, reason: String, remedy: String = "", count: Int = 1) {
        self.pointer = TextLimit.shortened(pointer)
        self.reason = TextLimit.shortened(reason)
        self.remedy = TextLimit.shortened(remedy)
        self.count = count
    }
}

extension PushedBatch {
    /// The types of samples and figures in the push. Correlations are represented by their members.
    package var types: Set<String> {
        var types = Set(samples.rows.map { samples.newTypes[Int($0.type)] })
        for item in samples.items { types.formUnion(self.types(of: item)) }
        types.formUnion(objects.map(\.sample.sampleType.identifier))
        types.formUnion(aggregates.map(\.type))
        return types
    }

    private func types(of item: ImportedItem) -> [String] {
        switch item {
        case .correlation(let correlation): correlation.members.map { samples.newTypes[Int($0.row.type)] }
        case .workout: [HKWorkoutTypeIdentifier]
        case .electrocardiogram: ["HKDataTypeIdentifierElectrocardiogram"]
        default: []
        }
    }

    /// The number of samples, figures, and readings of series in the push.
    package var readings: Int {
        samples.rows.count + objects.count + aggregates.count
            + samples.items.reduce(0) { count, item in
                switch item {
                case .correlation(let correlation): count + 1 + correlation.members.count
                case .workout(let workout):
                    count + 1 + workout.records.count + workout.routes.reduce(0) { $0 + 1 + $1.points.count }
                default: count + 1
                }
            }
    }

    /// The numbers of samples in the push by type; see ``PushedSampleCounts``.
    package var samplesByType: [String: Int] {
        var counts = PushedSampleCounts()
        counts.add(self)
        return counts.byType
    }

    /// The number of parts of the content.
    package var size: Int {
        samples.rows.count + samples.items.count + objects.count + aggregates.count + deletions.count
    }

    /// Removes the samples and figures of some types, and refuses them.
    /// - Parameter refused: The refused types, each with a reason and a remedy.
    package mutating func refuse(_ refused: [String: (reason: String, remedy: String)]) {
        var types = RefusedTypes()
        remove(refused.keys, noting: &types)
        for refusal in types.refusals(refused) { refusals.add(refusal) }
    }

    /// Removes the samples and figures of some types.
    /// - Parameter found: The counts of the removed samples and figures, which are increased.
    package mutating func remove(_ types: some Sequence<String>, noting found: inout RefusedTypes) {
        let refused = Set(types)
        if refused.isEmpty { return }
        let old = self
        var counts = found
        keep { index in
            let type = old.samples.newTypes[Int(old.samples.rows[index].type)]
            guard refused.contains(type) else { return true }
            counts.note(type, old.places[Int(old.rowPlaces[index])])
            return false
        } item: { index, item in
            if let type = old.types(of: item).first(where: refused.contains) {
                counts.note(type, old.itemPlaces[index])
                return nil
            }
            guard case .workout(var workout) = item else { return item }
            if refused.contains(HKWorkoutRouteTypeIdentifier), !workout.routes.isEmpty {
                counts.note(HKWorkoutRouteTypeIdentifier, old.itemPlaces[index] + "/route")
                workout.routes = []
            }
            workout.records.removeAll { refused.contains(old.samples.newTypes[Int($0.row.type)]) }
            return .workout(workout)
        }
        for object in objects where refused.contains(object.sample.sampleType.identifier) {
            counts.note(object.sample.sampleType.identifier, object.place)
        }
        objects.removeAll { refused.contains($0.sample.sampleType.identifier) }
        for point in aggregates where refused.contains(point.type) { counts.note(point.type, point.place) }
        aggregates.removeAll { refused.contains($0.type) }
        found = counts
    }

    /// Removes records and items. The others keep their UUIDs, values and places.
    /// - Parameters:
    ///   - isKept: Returns whether to keep the record at an index.
    ///   - change: Returns an item at an index, changed or not, or nil to remove it.
    mutating func keep(row isKept: (Int) -> Bool, item change: (Int, ImportedItem) -> ImportedItem?) {
        var kept = PushedBatch(missing: missing)
        (kept.samples.newTypes, kept.samples.newProvenances, kept.samples.newMetadata, kept.samples.texts) = (
            samples.newTypes, samples.newProvenances, samples.newMetadata, samples.texts
        )
        kept.samples.oldestMetadata = samples.oldestMetadata
        for index in samples.rows.indices where isKept(index) {
            let place = Int32(kept.samples.rows.count)
            kept.uuids[place] = uuids[Int32(index)]
            kept.values[place] = values[Int32(index)]
            kept.updated[place] = updated[Int32(index)]
            kept.rowSessions[place] = rowSessions[Int32(index)]
            kept.rowIndices[place] = rowIndices[Int32(index)]
            if totals.contains(Int32(index)) { kept.totals.insert(place) }
            kept.samples.rows.append(samples.rows[index])
            kept.rowPlaces.append(rowPlaces[index])
        }
        for (index, item) in samples.items.enumerated() {
            guard let item = change(index, item) else { continue }
            let place = kept.samples.items.count
            kept.itemUUIDs[place] = itemUUIDs[index]
            kept.itemValues[place] = itemValues[index]
            kept.itemUpdated[place] = itemUpdated[index]
            kept.samples.items.append(item)
            kept.itemPlaces.append(itemPlaces[index])
        }
        (samples, uuids, values, rowPlaces) = (kept.samples, kept.uuids, kept.values, kept.rowPlaces)
        (itemUUIDs, itemValues, itemPlaces) = (kept.itemUUIDs, kept.itemValues, kept.itemPlaces)
        (updated, itemUpdated) = (kept.updated, kept.itemUpdated)
        (rowSessions, rowIndices, totals) = (kept.rowSessions, kept.rowIndices, kept.totals)
    }
}
