// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthKit

/// Samples as the server's route for HealthKit reads them.
enum WireSample {
    /// Whether samples of a type are sent: quantities, categories, correlations and workouts.
    static func canSend(_ type: HKSampleType) -> Bool {
        switch type {
        case let type as HKQuantityType: WireUnits.unit(for: type) != nil
        case is HKCategoryType, is HKCorrelationType, is HKWorkoutType: true
        default: false
        }
    }

    /// Returns a sample with its UUID, dates, source, device and metadata, or nil if samples of its type are not sent.
    static func value(_ sample: HKSample) -> WireValue? {
        guard let content = content(sample) else { return nil }
        var entries: [(key: String, value: WireValue)] = [
            ("uuid", .string(sample.uuid.uuidString)), ("type", .string(sample.sampleType.identifier)),
            ("startDate", .string(WireDate.text(sample.startDate))),
            ("endDate", .string(WireDate.text(sample.endDate))),
        ]
        entries += content
        entries.append(("source", source(sample.sourceRevision)))
        if let device = sample.device { entries.append(("device", self.device(device))) }
        if let metadata = sample.metadata, !metadata.isEmpty {
            entries.append(("metadata", WireMetadata.value(metadata)))
        }
        return .object(entries)
    }

    private static func content(_ sample: HKSample) -> [(key: String, value: WireValue)]? {
        switch sample {
        case let sample as HKQuantitySample:
            guard let unit = WireUnits.unit(for: sample.quantityType) else { return nil }
            return [("value", .double(sample.quantity.doubleValue(for: unit))), ("unit", .string(unit.unitString))]
        case let sample as HKCategorySample: return [("value", .integer(sample.value))]
        case let sample as HKCorrelation:
            let members = sample.objects.sorted { $0.uuid.uuidString < $1.uuid.uuidString }
            return [("objects", .array(members.compactMap(value)))]
        case let sample as HKWorkout: return workout(sample)
        default: return nil
        }
    }

    private static func workout(_ workout: HKWorkout) -> [(key: String, value: WireValue)] {
        var entries: [(key: String, value: WireValue)] = [
            ("activityType", .integer(Int(workout.workoutActivityType.rawValue))),
            ("duration", .double(workout.duration)),
        ]
        for (key, quantity, unit) in [
            ("totalEnergyBurned", workout.totalEnergyBurned, HKUnit.kilocalorie()),
            ("totalDistance", workout.totalDistance, HKUnit.meter()),
            ("totalSwimmingStrokeCount", workout.totalSwimmingStrokeCount, HKUnit.count()),
            ("totalFlightsClimbed", workout.totalFlightsClimbed, HKUnit.count()),
        ] {
            if let quantity { entries.append((key, WireUnits.value(quantity, unit))) }
        }
        if let events = workout.workoutEvents, !events.isEmpty {
            entries.append(("events", .array(events.map(event))))
        }
        return entries
    }

    private static func event(_ event: HKWorkoutEvent) -> WireValue {
        var entries: [(key: String, value: WireValue)] = [
            ("type", .integer(Int(event.type.rawValue))),
            ("startDate", .string(WireDate.text(event.dateInterval.start))),
            ("endDate", .string(WireDate.text(event.dateInterval.end))),
        ]
        if let metadata = event.metadata, !metadata.isEmpty {
            entries.append(("metadata", WireMetadata.value(metadata)))
        }
        return .object(entries)
    }

    private static func source(_ revision: HKSourceRevision) -> WireValue {
        var entries: [(key: String, value: WireValue)] = [
            ("name", .string(revision.source.name)),
            ("bundleIdentifier", .string(revision.source.bundleIdentifier)),
        ]
        if let version = revision.version { entries.append(("version", .string(version))) }
        if let product = revision.productType { entries.append(("productType", .string(product))) }
        let system = revision.operatingSystemVersion
        if system.majorVersion != 0 || system.minorVersion != 0 || system.patchVersion != 0 {
            let text = "\(system.majorVersion).\(system.minorVersion).\(system.patchVersion)"
            entries.append(("operatingSystemVersion", .string(text)))
        }
        return .object(entries)
    }

    private static func device(_ device: HKDevice) -> WireValue {
        let entries: [(key: String, value: String?)] = [
            ("name", device.name), ("manufacturer", device.manufacturer), ("model", device.model),
            ("hardwareVersion", device.hardwareVersion), ("firmwareVersion", device.firmwareVersion),
            ("softwareVersion", device.softwareVersion), ("localIdentifier", device.localIdentifier),
            ("udiDeviceIdentifier", device.udiDeviceIdentifier),
        ]
        return .object(entries.compactMap { key, value in value.map { (key, .string($0)) } })
    }
}

/// The metadata of samples as JSON.
enum WireMetadata {
    /// Returns the entries in the order of their keys. Values of other types than those of HealthKit are omitted.
    static func value(_ metadata: [String: Any]) -> WireValue {
        .object(
            metadata.sorted { $0.key < $1.key }.compactMap { key, object in value(object).map { (key, $0) } })
    }

    private static func value(_ object: Any) -> WireValue? {
        switch object {
        case let text as String: return .string(text)
        case let quantity as HKQuantity: return WireUnits.value(quantity)
        case let date as Date: return .object([("date", .string(WireDate.text(date)))])
        case let number as NSNumber: return value(number)
        default: return nil
        }
    }

    /// The class of boxed Boolean values. Numbers never have it.
    private static let boolClass: NSNumber.Type = type(of: NSNumber(value: true))

    private static func value(_ number: NSNumber) -> WireValue {
        if type(of: number) == boolClass { return .bool(number.boolValue) }
        switch UInt8(bitPattern: number.objCType.pointee) {
        case UInt8(ascii: "d"), UInt8(ascii: "f"): return .double(number.doubleValue)
        case UInt8(ascii: "Q"), UInt8(ascii: "L"):
            return Int(exactly: number.uint64Value).map(WireValue.integer) ?? .double(number.doubleValue)
        default: return .integer(number.intValue)
        }
    }
}
