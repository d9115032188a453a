// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// The content of a push of samples of HealthKit.
///
/// Samples become records and items of imports, which are recognised if an import brought them. Their metadata are text, as in
/// exports, and also values if text does not restore them.
package struct HealthKitPushBatch {
    private var builder: PushBuilder
    private let pairs: ([String: HKMetadataValue]) -> [MetadataPair]
    private let values: ([MetadataPair]) -> [String: HKMetadataValue]

    /// Creates a batch without content.
    /// - Parameters:
    ///   - pairs: Returns metadata as the store writes them as text.
    ///   - values: Returns the metadata that the store restores from text.
    ///   - sink: The receiver of complete batches; nil to keep everything in ``batch``.
    package init(
        now: Date, pairs: @escaping ([String: HKMetadataValue]) -> [MetadataPair],
        values: @escaping ([MetadataPair]) -> [String: HKMetadataValue], sink: PushSink? = nil
    ) {
        builder = PushBuilder(missing: [], now: now, sink: sink)
        self.pairs = pairs
        self.values = values
    }

    /// The content.
    package var batch: PushedBatch { builder.batch }

    /// Refuses a sample that could not be decoded.
    package mutating func refuse(_ reason: String, at pointer: String) { builder.refuse(reason, at: pointer) }

    /// Ends an element of the push, after which a complete batch can be passed on.
    package mutating func endRecord() { builder.endRecord() }

    /// Adds the deletion of a sample.
    package mutating func addDeletion(_ uuid: UUID) { builder.addDeletion(uuid) }

    /// Adds a sample.
    package mutating func add(_ sample: HKSample, at pointer: String) {
        let reading = reading(sample, at: pointer)
        switch sample {
        case let correlation as HKCorrelation: add(correlation, reading)
        case let workout as HKWorkout: add(workout, reading)
        default: addSingle(sample, reading)
        }
    }

    private mutating func addSingle(_ sample: HKSample, _ reading: PushBuilder.Reading) {
        switch sample {
        case let sample as HKQuantitySample:
            builder.addQuantity(
                sample.quantityType.identifier, value: sample.quantity.originalValue,
                unit: sample.quantity.originalUnit.unitString, reading)
        case let sample as HKCategorySample:
            builder.addCategory(sample.categoryType.identifier, value: sample.value, reading)
        default:
            builder.refuse("samples of \(sample.sampleType.identifier) are not read from phones", at: reading.pointer)
        }
    }

    /// Adds the members of a correlation as records with their UUIDs, and the correlation, which finds them.
    private mutating func add(_ correlation: HKCorrelation, _ reading: PushBuilder.Reading) {
        guard builder.check(reading) else { return }
        var members: [NestedRow] = []
        for member in correlation.objects.sorted(by: { $0.uuid.uuidString < $1.uuid.uuidString }) {
            let part = self.reading(member, at: reading.pointer)
            addSingle(member, part)
            guard let quantity = member as? HKQuantitySample else { continue }
            if let row = builder.nestedRow(
                quantity.quantityType.identifier, value: quantity.quantity.originalValue,
                unit: quantity.quantity.originalUnit.unitString, part)
            {
                members.append(row)
            }
        }
        let data = CorrelationData(
            type: correlation.correlationType.identifier, sample: builder.sampleData(reading), members: members)
        builder.add(.correlation(data), uuid: reading.uuid, values: reading.values, at: reading.pointer)
    }

    private mutating func add(_ workout: HKWorkout, _ reading: PushBuilder.Reading) {
        guard builder.check(reading) else { return }
        var data = WorkoutData(
            activityType: Self.name("HKWorkoutActivityType", "\(workout.workoutActivityType)"),
            sample: builder.sampleData(reading), duration: workout.duration)
        data.events = (workout.workoutEvents ?? []).map { event in
            WorkoutEventData(
                type: Self.name("HKWorkoutEventType", "\(event.type)"),
                date: event.dateInterval.start.timeIntervalSince1970,
                duration: event.dateInterval.duration == 0 ? nil : event.dateInterval.duration,
                metadata: pairs(event.metadataValues))
        }
        let totals = workout.givenTotals
        for (key, quantity) in [("totalDistance", totals.distance), ("totalEnergyBurned", totals.energyBurned)] {
            guard let quantity else { continue }
            data.attributes.append(MetadataPair(key: key, value: "\(quantity.originalValue)"))
            data.attributes.append(MetadataPair(key: key + "Unit", value: quantity.originalUnit.unitString))
        }
        for (type, quantity) in [
            (HKQuantityTypeIdentifier.swimmingStrokeCount, totals.swimmingStrokeCount),
            (.flightsClimbed, totals.flightsClimbed),
        ] {
            guard let quantity else { continue }
            var sum = WorkoutStatisticsData(type: type.rawValue, start: reading.start, end: reading.end, unit: "count")
            sum.sum = quantity.originalValue
            data.statistics.append(sum)
        }
        builder.add(.workout(data), uuid: reading.uuid, values: reading.values, at: reading.pointer)
    }

    /// Returns the name of a case in exports.
    private static func name(_ prefix: String, _ name: String) -> String {
        prefix + name.prefix(1).uppercased() + name.dropFirst()
    }

    private func reading(_ sample: HKSample, at pointer: String) -> PushBuilder.Reading {
        let metadata = sample.fields.metadata
        let pairs = pairs(metadata)
        var reading = PushBuilder.Reading(
            start: sample.startDate.timeIntervalSince1970, end: sample.endDate.timeIntervalSince1970,
            source: Self.source(sample), metadata: pairs, uuid: sample.uuid, place: pointer)
        if values(pairs) != metadata { reading.values = metadata }
        return reading
    }

    private static func source(_ sample: HKSample) -> ProvenanceData {
        let revision = sample.fields.sourceRevision
        let system = revision.operatingSystemVersion
        let numbers = [system.majorVersion, system.minorVersion, system.patchVersion]
        var data = ProvenanceData(
            sourceName: revision.source.name, bundleIdentifier: revision.source.bundleIdentifier,
            sourceVersion: revision.version, productType: revision.productType,
            operatingSystemVersion: numbers == [0, 0, 0] ? nil : numbers.map(String.init).joined(separator: "."))
        data.device = sample.device.map { device in
            DeviceData(
                name: device.name, manufacturer: device.manufacturer, model: device.model,
                hardware: device.hardwareVersion,
                firmware: device.firmwareVersion, software: device.softwareVersion,
                localIdentifier: device.localIdentifier, udiDeviceIdentifier: device.udiDeviceIdentifier)
        }
        return data
    }
}
