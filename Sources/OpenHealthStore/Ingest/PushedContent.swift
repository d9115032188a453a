// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// The hashes of the content of a push, which tell whether a record with a known identifier has changed.
struct PushedContent {
    private var types: [ContentHash] = []
    private var provenances: [ContentHash] = []
    /// The hashes of the metadata of the current batch; nil for metadata that is no part of the content.
    private var metadata: [ContentHash?] = []
    private var firstMetadata: Int32 = 0
    private var texts: [String] = []

    /// Whether the time zone is a part of the content.
    private let hasZones: Bool

    /// Creates the hashes of the dictionaries of a push, or of its first batch.
    /// - Parameter missing: The facts that no sample of the push carries. The time zone of samples of Nightscout, whose identifiers are others than in
    ///   Apple Health, is no part of their content: earlier versions did not read it, and a repeated push would replace all of them.
    init(_ batch: SampleBatch, missing: MissingProperties) {
        hasZones = !missing.contains(.identifier)
        take(batch)
    }

    /// Adds the dictionaries of the next batch, whose records and items can be hashed then.
    mutating func take(_ batch: SampleBatch) {
        types += batch.newTypes.dropFirst(types.count).map { type in
            var hash = ContentHash.empty
            hash.combine(type)
            return hash
        }
        provenances += batch.newProvenances.map { data in
            var hash = ContentHash.empty
            let device = data.device
            for text in [
                data.sourceName, data.bundleIdentifier, data.sourceVersion, data.productType,
                data.operatingSystemVersion, data.unit, device?.name, device?.manufacturer, device?.model,
                device?.hardware, device?.firmware, device?.software, device?.localIdentifier,
            ] {
                hash.combine(optional: text)
            }
            hash.combine(device?.other ?? [])
            return hash
        }
        metadata = batch.newMetadata.map { all in
            let pairs = hasZones ? all : all.filter { $0.key != HKMetadataKeyTimeZone }
            if pairs.isEmpty, !all.isEmpty { return nil }
            var hash = ContentHash.empty
            hash.combine(pairs)
            return hash
        }
        firstMetadata = batch.oldestMetadata
        texts = batch.texts
    }

    /// Returns the hash of a record.
    func hash(_ row: SampleRow) -> Int64 {
        var hash = ContentHash.empty
        combine(row, &hash)
        return Int64(bitPattern: hash.low)
    }

    /// Returns the hash of an item, or nil for kinds whose content does not change.
    func hash(_ item: ImportedItem) -> Int64? {
        if case .electrocardiogram = item { return nil }
        return hash(whole: item).map { Int64(bitPattern: $0.low) }
    }

    /// Returns the hash of a workout, correlation or electrocardiogram, or nil for other kinds.
    func hash(whole item: ImportedItem) -> ContentHash? {
        var hash = ContentHash.empty
        switch item {
        case .correlation(let correlation):
            hash.combine(correlation.type)
            combine(correlation.sample, &hash)
            for member in correlation.members { combine(member, &hash) }
        case .workout(let workout): combine(workout, &hash)
        case .electrocardiogram(let electrocardiogram): combine(electrocardiogram, &hash)
        default: return nil
        }
        return hash
    }

    private func combine(_ row: SampleRow, _ hash: inout ContentHash) {
        hash.combine(types[Int(row.type)])
        hash.combine(provenances[Int(row.provenance)])
        if row.metadata >= 0, let pairs = metadata[Int(row.metadata - firstMetadata)] { hash.combine(pairs) }
        if row.text >= 0 { hash.combine(texts[Int(row.text)]) }
        hash.combine(numbers: [row.start, row.end, row.value])
    }

    private func combine(_ sample: SampleData, _ hash: inout ContentHash) {
        hash.combine(provenances[Int(sample.provenance)])
        hash.combine(sample.metadata)
        hash.combine(numbers: [sample.start, sample.end])
    }

    private func combine(_ member: NestedRow, _ hash: inout ContentHash) {
        combine(member.row, &hash)
        for beat in member.beats { hash.combine(numbers: [beat.bpm, Double(beat.centisecondOfDay)]) }
    }

    private func combine(_ electrocardiogram: ElectrocardiogramData, _ hash: inout ContentHash) {
        hash.combine(optional: electrocardiogram.classification)
        hash.combine(optional: electrocardiogram.device)
        hash.combine(optional: electrocardiogram.softwareVersion)
        hash.combine(optional: electrocardiogram.unit)
        hash.combine(electrocardiogram.header)
        hash.combine(numbers: [electrocardiogram.start, electrocardiogram.sampleRate])
        hash.combine(numbers: electrocardiogram.voltages)
    }

    private func combine(_ workout: WorkoutData, _ hash: inout ContentHash) {
        hash.combine(workout.activityType)
        combine(workout.sample, &hash)
        hash.combine(numbers: [workout.duration])
        hash.combine(workout.attributes)
        hash.combine(workout.events)
        hash.combine(workout.statistics)
        for activity in workout.activities {
            hash.combine(activity.uuid)
            hash.combine(numbers: [activity.start, activity.end, activity.duration])
            hash.combine(activity.metadata)
            hash.combine(activity.events)
            hash.combine(activity.statistics)
            hash.combine(activity.other)
        }
        for route in workout.routes {
            combine(route.sample, &hash)
            for point in route.points {
                hash.combine(numbers: [
                    point.time, point.latitude, point.longitude, point.altitude, point.speed, point.course,
                ])
            }
        }
        for record in workout.records { combine(record, &hash) }
        for group in workout.zoneGroups {
            hash.combine(group.attributes)
            for zone in group.zones { hash.combine(zone) }
        }
    }
}

extension ContentHash {
    fileprivate mutating func combine(_ other: ContentHash) {
        combine(other.low)
        combine(other.high)
    }

    fileprivate mutating func combine(optional text: String?) {
        combine(UInt64(text == nil ? 0 : 1))
        if let text { combine(text) }
    }

    fileprivate mutating func combine(numbers: [Double?]) {
        for number in numbers { combine(number?.keyBits ?? .max) }
    }

    fileprivate mutating func combine(_ pairs: [MetadataPair]) {
        combine(UInt64(pairs.count))
        for pair in pairs {
            combine(pair.key)
            combine(pair.value)
        }
    }

    fileprivate mutating func combine(_ events: [WorkoutEventData]) {
        combine(UInt64(events.count))
        for event in events {
            combine(event.type)
            combine(numbers: [event.date, event.duration])
            combine(event.metadata)
        }
    }

    fileprivate mutating func combine(_ statistics: [WorkoutStatisticsData]) {
        combine(UInt64(statistics.count))
        for one in statistics {
            combine(one.type)
            combine(optional: one.unit)
            combine(numbers: [one.start, one.end, one.sum, one.average, one.minimum, one.maximum])
        }
    }
}
