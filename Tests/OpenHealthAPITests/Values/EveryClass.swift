// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthTestSupport

/// Samples of every type and class, with all properties of objects.
enum EveryClass {
    /// The start date, with a fraction that has no exact binary representation.
    static let start = Date(timeIntervalSinceReferenceDate: 795_166_200.123_456)

    /// A sample of every type that has a class.
    static let ofEveryType: [HKSample] = HealthTypes.all.compactMap {
        (HKObjectType.named($0.identifier) as? HKSampleType)?.sample(start: start)
    }

    /// The same samples with a device, metadata of every kind, a source and a saving date, and with metadata that plain keys
    /// cannot represent.
    static let all: [HKSample] = (ofEveryType + others).flatMap { sample in
        [sample, dressed(sample, fields), dressed(sample, bareFields)].compactMap(\.self)
    }

    private static let fields = HKObjectFields(
        uuid: UUID(),
        sourceRevision: HKSourceRevision(
            source: HKSource(name: "Müsli \u{1F963} \"<b>\"\n", bundleIdentifier: "org.example.muesli"), version: "3.1",
            productType: "Watch6,7",
            operatingSystemVersion: OperatingSystemVersion(majorVersion: 10, minorVersion: 1, patchVersion: 2)),
        device: HKDevice(
            name: "n", manufacturer: "", model: "o", hardwareVersion: nil, firmwareVersion: "f", softwareVersion: "s",
            localIdentifier: "l", udiDeviceIdentifier: "u"),
        metadata: [
            "text": .string("größer\u{0}\u{1f}\u{7f}\\/"), "whole": .integer(-7), "double": .double(1),
            "large": .double(1e300), "tiny": .double(.leastNonzeroMagnitude), "most": .integer(.max),
            "least": .integer(.min),
            "yes": .bool(true), "no": .bool(false), "date": .date(start), "past": .date(.distantPast),
            "far": .date(Date(timeIntervalSinceReferenceDate: 1e300)), "infinite": .double(.infinity),
            "quantity": .quantity(HKQuantity(unit: HKUnit(from: "mg/dL"), doubleValue: 5.5)), "": .string(""),
            "$base64": .string("AAAA"), "~/": .double(-0.0),
        ],
        creationDate: start + 0.1)

    private static let bareFields = HKObjectFields(
        uuid: UUID(),
        sourceRevision: HKSourceRevision(source: HKSource(name: "", bundleIdentifier: ""), version: nil),
        device: HKDevice(
            name: nil, manufacturer: nil, model: nil, hardwareVersion: nil, firmwareVersion: nil, softwareVersion: nil,
            localIdentifier: nil, udiDeviceIdentifier: nil),
        metadata: [:], creationDate: Date(timeIntervalSinceReferenceDate: 1e-9))

    /// Returns a sample with other fields.
    private static func dressed(_ sample: HKSample, _ fields: HKObjectFields) -> HKSample? {
        var archive = HKArchive()
        archive.set(HKArchive.list(of: [sample]), "sample")
        guard var parts = archive.archives("sample")?.first else { return nil }
        var object = HKArchive()
        object.set(fields.uuid, "uuid")
        object.set(fields.sourceRevision, "sourceRevision")
        object.set(fields.device, "device")
        object.set(fields.metadata, "metadata")
        object.set(fields.creationDate, "created")
        parts.set(object, "HKObject")
        var dressed = HKArchive()
        dressed.set([parts], "sample")
        return dressed.samples("sample")?.first
    }

    /// The samples of classes that are not derived from the types.
    private static let others: [HKSample] = {
        let rate = HKQuantityType(.heartRate)
        func quantity(_ value: Double) -> HKQuantity { HKQuantity(unit: HKUnit(from: "count/min"), doubleValue: value) }
        let fields = HKObjectFields(newWith: nil, metadata: [:])
        let end = start + 60
        return [
            HKDiscreteQuantitySample(
                quantityType: rate, quantity: quantity(72.5), count: 3, startDate: start, endDate: end, fields: fields),
            HKQuantitySample(
                type: rate, quantity: quantity(0.1 + 0.2), start: Date(timeIntervalSinceReferenceDate: 1e-7), end: end),
            HKQuantitySample(
                type: HKQuantityType(.stepCount), quantity: HKQuantity(unit: .count(), doubleValue: 5),
                start: Date(timeIntervalSinceReferenceDate: -3e11), end: Date(timeIntervalSinceReferenceDate: -3e11)),
            HKCumulativeQuantitySeriesSample(
                quantityType: HKQuantityType(.stepCount), quantity: HKQuantity(unit: .count(), doubleValue: 50),
                count: 5, startDate: start, endDate: end, fields: fields),
            HKWorkout(
                activityType: .swimming, start: start, end: end,
                workoutEvents: [
                    HKWorkoutEvent(
                        type: .lap, dateInterval: DateInterval(start: start, duration: 20.1),
                        metadata: ["$base64": "AAAA", "stroke": 2])
                ],
                totalEnergyBurned: HKQuantity(unit: .kilocalorie(), doubleValue: 5), totalDistance: nil,
                totalSwimmingStrokeCount: HKQuantity(unit: .count(), doubleValue: 40), device: nil, metadata: nil),
            HKCorrelation(
                type: HKCorrelationType(.bloodPressure), start: start, end: start,
                objects: [
                    HKQuantitySample(
                        type: HKQuantityType(.bloodPressureSystolic),
                        quantity: HKQuantity(unit: .millimeterOfMercury(), doubleValue: 120), start: start, end: start,
                        metadata: ["a": 1]),
                    HKDiscreteQuantitySample(
                        quantityType: HKQuantityType(.bloodPressureDiastolic),
                        quantity: HKQuantity(unit: .pascal(), doubleValue: 10_000.1), count: 2, startDate: start,
                        endDate: start, fields: fields),
                ]),
        ]
    }()

    /// Returns all contents of a sample as a string.
    static func archive(_ sample: HKSample) -> String {
        var archive = HKArchive()
        archive.set(HKArchive.list(of: [sample]), "sample")
        return ArchiveJSON.write(archive)?.text ?? "none"
    }
}
