// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthStore

/// The samples as data points.
struct OpenMHealthSamples {
    typealias Adding = (JSONValue) throws -> Void

    private let context: ExportContext
    private var points: OpenMHealthPoints
    /// The samples that are part of correlations.
    private var members: Set<Int64> = []

    private var contents: StoreContents { context.contents }

    init(_ context: ExportContext) {
        self.context = context
        points = OpenMHealthPoints(context)
    }

    /// Adds the data points of a type.
    mutating func points(_ type: StoreContents.SampleType, _ add: Adding) throws {
        let (hasReadings, hasBeats) = (try contents.hasReadings(type), try contents.hasBeats(type))
        let unit = try contents.unit(type)
        try contents.forEach(type) { sample in
            try context.advance()
            if type.kind == .workout, try context.omitsCopy(sample) { return }
            if hasReadings { context.receipt.omit(.quantitySeries, times: try contents.readings(sample).count) }
            if hasBeats, try !contents.beats(sample).isEmpty { context.receipt.omit(.heartbeats) }
            if members.contains(sample.id) {
                context.receipt.count(type: type.identifier, ExportKind(type))
                context.receipt.omit(.uuids)
                return context.receipt.omit(.metadata, times: try contents.metadata(sample).count)
            }
            guard OpenMHealthPoints.dates.contains(sample.start), OpenMHealthPoints.dates.contains(sample.end) else {
                return context.receipt.omit(.datesBeyondCalendar)
            }
            let isWritten =
                switch type.kind {
                case .quantity: try quantity(sample, type, unit, add)
                case .category: try category(sample, type, add)
                case .correlation: try correlation(sample, type, add)
                case .workout: try workout(sample, add)
                default: try heartbeats(sample, add)
                }
            guard isWritten else { return context.receipt.omit(ExportKind(type)) }
            context.receipt.count(type: type.identifier, ExportKind(type))
        }
    }

    private mutating func quantity(
        _ sample: RawSample, _ type: StoreContents.SampleType, _ unit: String?, _ add: Adding
    ) throws -> Bool {
        guard let own = OpenMHealthTypes.quantity(type.identifier) else {
            guard let body = try granolaQuantity(sample, type.identifier, unit) else { return false }
            try add(points.point(sample, .quantity, body))
            countMetadata(try contents.metadata(sample).count)
            return true
        }
        guard let value = OpenMHealthPoints.converted(sample.value, from: unit, to: own.unit.own) else { return false }
        var body: OpenMHealthPoints.Properties = [
            (own.key, OpenMHealthPoints.value(value, own.unit.name)),
            try points.frame(sample.start, sample.end, sample, needsInterval: own.needsInterval),
        ]
        body += own.constants
        var used: String?
        if let details = own.details,
            let pair = try contents.metadata(sample).first(where: { $0.key == details.metadata }),
            let text = details.values[pair.value]
        {
            body.append((details.key, .string(text)))
            used = details.metadata
        }
        try add(points.point(sample, own.schema, body))
        try omitMetadata(sample, but: used)
        return true
    }

    /// Returns the body of a quantity after Granola, which has counts and numbers with a unit; nil if the value is no number.
    private mutating func granolaQuantity(
        _ sample: RawSample, _ type: String, _ unit: String?
    ) throws -> OpenMHealthPoints.Properties? {
        guard let unit, let value = OpenMHealthPoints.converted(sample.value, from: unit, to: unit) else { return nil }
        let amount: (key: String, value: JSONValue) =
            unit == "count"
            ? ("count", .number(PlainNumber.text(value))) : ("unit_value", OpenMHealthPoints.value(value, unit))
        return [("quantity_type", .string(type)), amount, try points.frame(sample.start, sample.end, sample)]
            + (try points.metadata(sample))
    }

    private mutating func category(
        _ sample: RawSample, _ type: StoreContents.SampleType, _ add: Adding
    ) throws -> Bool {
        let name = try sample.text ?? contents.valueName(type, sample.value)
        guard name != nil || sample.value.isFinite else { return false }
        let body: OpenMHealthPoints.Properties =
            [
                ("category_type", .string(type.identifier)),
                ("category_value", .string(name ?? PlainNumber.text(sample.value))),
                try points.frame(sample.start, sample.end, sample),
            ] + (try points.metadata(sample))
        try add(points.point(sample, .category, body))
        countMetadata(try contents.metadata(sample).count)
        return true
    }

    private mutating func correlation(
        _ sample: RawSample, _ type: StoreContents.SampleType, _ add: Adding
    ) throws -> Bool {
        let parts = try contents.members(sample).map { ($0, try contents.type($0)) }.filter { part, type in
            OpenMHealthTypes.isQuantityOfGranola(type) && part.value.isFinite
                && OpenMHealthPoints.dates.contains(part.start) && OpenMHealthPoints.dates.contains(part.end)
        }
        func value(_ identifier: HKQuantityTypeIdentifier) -> RawSample? {
            parts.first { $0.1 == identifier.rawValue }?.0
        }
        if type.identifier == HKCorrelationTypeIdentifier.bloodPressure.rawValue {
            guard let systolic = value(.bloodPressureSystolic), let diastolic = value(.bloodPressureDiastolic) else {
                return false
            }
            let body: OpenMHealthPoints.Properties = [
                ("systolic_blood_pressure", OpenMHealthPoints.value(systolic.value, "mmHg")),
                ("diastolic_blood_pressure", OpenMHealthPoints.value(diastolic.value, "mmHg")),
                try points.frame(sample.start, sample.end, sample),
            ]
            try add(points.point(sample, .bloodPressure, body))
            members.formUnion([systolic.id, diastolic.id])
            try omitMetadata(sample)
            return true
        }
        var bodies: [JSONValue] = []
        for (part, identifier) in parts {
            let unit = (HKObjectType.named(identifier) as? HKQuantityType)?.canonicalUnit.unitString
            guard let body = try granolaQuantity(part, identifier, unit) else { continue }
            bodies.append(.object(body.filter { $0.key != "metadata" }))
            members.insert(part.id)
        }
        guard !bodies.isEmpty else { return false }
        let body: OpenMHealthPoints.Properties =
            [
                ("correlation_type", .string(type.identifier)),
                try points.frame(sample.start, sample.end, sample), ("quantity_samples", .array(bodies)),
            ] + (try points.metadata(sample))
        try add(points.point(sample, .correlation, body))
        countMetadata(try contents.metadata(sample).count)
        return true
    }

    private mutating func workout(_ sample: RawSample, _ add: Adding) throws -> Bool {
        let workout = try contents.workout(sample)
        let object = try contents.object(sample) as? HKWorkout
        var body: OpenMHealthPoints.Properties = [
            ("activity_name", .string(workout.activityName)), try points.frame(sample.start, sample.end, sample),
        ]
        let distance = try? object?.totalDistance?.value(in: .meter())
        if let distance, distance.isFinite { body.append(("distance", OpenMHealthPoints.value(distance, "m"))) }
        let energy = try? object?.totalEnergyBurned?.value(in: .kilocalorie())
        if let energy, energy.isFinite { body.append(("kcal_burned", OpenMHealthPoints.value(energy, "kcal"))) }
        try add(points.point(sample, .physicalActivity, body))
        let written = workout.statistics.count {
            ($0.type == HKQuantityTypeIdentifier.activeEnergyBurned.rawValue && energy != nil)
                || ($0.type.hasPrefix("HKQuantityTypeIdentifierDistance") && distance != nil)
        }
        context.receipt.count(.workoutStatistics, times: written)
        context.receipt.omit(.workoutStatistics, times: workout.statistics.count - written)
        context.receipt.omit(.workoutActivities, times: workout.activities.count)
        context.receipt.omit(.workoutEvents, times: workout.events.count)
        context.receipt.omit(.workoutZones, times: workout.zoneGroups.reduce(0) { $0 + $1.zones.count })
        try context.omitMembers(ofWorkout: sample)
        try omitMetadata(sample)
        return true
    }

    /// Adds the intervals between heartbeats, except those in which heartbeats could have been missed.
    private mutating func heartbeats(_ sample: RawSample, _ add: Adding) throws -> Bool {
        let beats = try contents.heartbeats(ofSeries: sample)
        var count = 0
        for (beat, next) in zip(beats, beats.dropFirst()) where !next.precededByGap {
            let (start, end) = (sample.start + beat.time, sample.start + next.time)
            guard next.time >= beat.time, OpenMHealthPoints.dates.contains(start), OpenMHealthPoints.dates.contains(end)
            else { continue }
            // Milliseconds have as many decimals as microseconds take.
            let length = ((next.time - beat.time) * 1_000_000).rounded() / 1000
            count += 1
            let body: OpenMHealthPoints.Properties = [
                ("rr_interval", OpenMHealthPoints.value(length, "ms")),
                try points.frame(start, end, sample, needsInterval: true),
            ]
            try add(points.point(sample, .interval, number: count, body))
        }
        if count > 0 { try omitMetadata(sample) }
        return count > 0
    }

    private func countMetadata(_ count: Int) { context.receipt.count(.metadata, times: count) }

    /// Counts the metadata that a body has no properties for.
    private func omitMetadata(_ sample: RawSample, but used: String? = nil) throws {
        let isKnown: (MetadataPair) -> Bool = {
            $0.key == used || ($0.key == HKMetadataKeyWasUserEntered && $0.value == "1")
        }
        let pairs = try contents.metadata(sample)
        let known = pairs.count(where: isKnown)
        context.receipt.count(.metadata, times: known)
        context.receipt.omit(.metadata, times: pairs.count - known)
    }
}
