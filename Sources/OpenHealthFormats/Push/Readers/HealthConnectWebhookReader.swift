// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// A reader of the pushes of HC Webhook, an app that sends Health Connect's records as JSON.
package enum HealthConnectWebhookReader {
    /// Returns the content of a push.
    /// - Parameters:
    ///   - body: The body of the request.
    ///   - now: The current date.
    /// - Throws: A ``FormatError`` if the body is not a push of the app. Single records are refused in the result.
    package static func batch(_ body: some Sequence<UInt8>, now: Date) throws(FormatError) -> PushedBatch {
        try PushDocument.read(body, of: name, example: "{\"steps\": […]}") { (root) throws(FormatError) in
            var reading = HealthConnectReading(builder: PushBuilder(missing: [.device, .metadata], now: now))
            for list in root.entries where !ignored.contains(list.key) { reading.read(list) }
            return reading.builder.batch
        }
    }

    private static let name = "HC Webhook"
    /// The keys that describe the push.
    private static let ignored: Set<String> = ["timestamp", "app_version", "device", "source", "version"]
}

/// The reading of one push of HC Webhook.
struct HealthConnectReading {
    var builder: PushBuilder

    /// A list of records with one quantity each.
    private struct Quantity {
        var field: String
        var type: HKQuantityTypeIdentifier
        var unit: String
        var factor = 1.0
    }

    private static let quantities: [String: Quantity] = [
        "steps": Quantity(field: "count", type: .stepCount, unit: "count"),
        "heart_rate": Quantity(field: "bpm", type: .heartRate, unit: "count/min"),
        "heart_rate_variability": Quantity(field: "rmssd_millis", type: .heartRateVariabilityRMSSD, unit: "ms"),
        "distance": Quantity(field: "meters", type: .distanceWalkingRunning, unit: "m"),
        "active_calories": Quantity(field: "calories", type: .activeEnergyBurned, unit: "kcal"),
        "total_calories": Quantity(
            field: "calories", type: .init(rawValue: "OpenHealthKitQuantityTypeIdentifierTotalEnergyBurned"),
            unit: "kcal"),
        "weight": Quantity(field: "kilograms", type: .bodyMass, unit: "kg"),
        "height": Quantity(field: "meters", type: .height, unit: "m"),
        "blood_glucose": Quantity(field: "mmol_per_liter", type: .bloodGlucose, unit: PushedUnits.glucose),
        "oxygen_saturation": Quantity(field: "percentage", type: .oxygenSaturation, unit: "%", factor: 0.01),
        "body_temperature": Quantity(field: "celsius", type: .bodyTemperature, unit: "degC"),
        "basal_body_temperature": Quantity(field: "celsius", type: .basalBodyTemperature, unit: "degC"),
        "respiratory_rate": Quantity(field: "rate", type: .respiratoryRate, unit: "count/min"),
        "resting_heart_rate": Quantity(field: "bpm", type: .restingHeartRate, unit: "count/min"),
        "hydration": Quantity(field: "liters", type: .dietaryWater, unit: "L"),
        "basal_metabolic_rate": Quantity(
            field: "watts", type: .init(rawValue: "OpenHealthKitQuantityTypeIdentifierBasalMetabolicRate"), unit: "W"),
        "body_fat": Quantity(field: "percentage", type: .bodyFatPercentage, unit: "%", factor: 0.01),
        "lean_body_mass": Quantity(field: "kilograms", type: .leanBodyMass, unit: "kg"),
        "vo2_max": Quantity(field: "ml_per_kg_per_min", type: .vo2Max, unit: "ml/(kg*min)"),
        "floors_climbed": Quantity(field: "floors", type: .flightsClimbed, unit: "count"),
        "wheelchair_pushes": Quantity(field: "count", type: .pushCount, unit: "count"),
    ]

    /// Reads a list of records.
    mutating func read(_ list: PushDocument.Entry) {
        guard list.isList else { return builder.refuse("this is not a list of records", at: list.pointer) }
        if let quantity = Self.quantities[list.key] {
            list.readEach { read($0, quantity) }
            return
        }
        switch list.key {
        case "sleep": list.readEach { readSleep($0) }
        case "exercise": list.readEach { readExercise($0) }
        case "nutrition": list.readEach { readNutrition($0) }
        case "blood_pressure": list.readEach { readBloodPressure($0) }
        case "skin_temperature": list.readEach { readSkinTemperature($0) }
        case "menstruation_flow": list.readEach { readFlow($0) }
        default:
            let count = list.count
            guard count > 0 else { return }
            builder.refuse(
                "\(list.key.prefix(100)) has no type in HealthKit", remedy: "disable it in the app",
                at: list.pointer, count: count)
        }
    }

    private mutating func read(_ record: PushJSON, _ quantity: Quantity) {
        guard let reading = reading(record), let value = value(record, quantity.field) else { return }
        builder.addQuantity(quantity.type.rawValue, value: value * quantity.factor, unit: quantity.unit, reading)
    }

    // MARK: Parts

    /// Returns the dates and the source of a record, or nil if it has no date.
    func readingIfDated(_ record: PushJSON, at place: String? = nil) -> PushBuilder.Reading? {
        let start = record.instant("start_time") ?? record.instant("time")
        guard let start else { return nil }
        let data = record["metadata"]
        var metadata: [MetadataPair] = []
        if let method = data?["recording_method"]?.metadataText?.lowercased(),
            method == "3" || method.contains("manual")
        {
            metadata.append(MetadataPair(key: HKMetadataKeyWasUserEntered, value: "1"))
        }
        return PushBuilder.Reading(
            start: start, end: record.instant("end_time") ?? start, source: source(data), metadata: metadata,
            uuid: (data?.text("id") ?? record.text("uuid")).flatMap { UUID(uuidString: $0) },
            place: place ?? record.place, index: place == nil ? record.index : nil)
    }

    mutating func reading(_ record: PushJSON) -> PushBuilder.Reading? {
        guard let reading = readingIfDated(record) else {
            builder.refuse("it has no valid time", at: record.pointer)
            return nil
        }
        return reading
    }

    private func source(_ data: PushJSON?) -> ProvenanceData {
        let origin = data?.text("data_origin")
        return ProvenanceData(sourceName: origin ?? "Health Connect", bundleIdentifier: origin)
    }

    mutating func value(_ record: PushJSON, _ field: String) -> Double? {
        guard let value = record.number(field) else {
            builder.refuse("\(field) is not a number", at: record.pointer + "/" + field)
            return nil
        }
        return value
    }
}

/// The units of pushes that HealthKit writes differently.
enum PushedUnits {
    /// Millimoles of glucose per litre.
    static let glucose = "mmol<180.1558800000541>/L"
}
