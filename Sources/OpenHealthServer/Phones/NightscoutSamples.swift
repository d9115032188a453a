// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthFormats
import OpenHealthModel

/// The documents of samples that did not come through Nightscout's interface, or through another connection.
enum NightscoutSamples {
    /// The types of samples that are documents of a collection.
    static func types(of collection: NightscoutCollection) -> [HKQuantityTypeIdentifier] {
        switch collection {
        case .entries: [.bloodGlucose]
        case .treatments: [.insulinDelivery, .dietaryCarbohydrates]
        case .profile, .activity, .deviceStatus, .food, .settings: []
        }
    }

    /// Returns the document of a sample; nil for types that have none.
    static func document(_ sample: HKQuantitySample, in collection: NightscoutCollection) -> JSONValue? {
        switch collection {
        case .entries: entry(sample)
        case .treatments: treatment(sample)
        case .profile, .activity, .deviceStatus, .food, .settings: nil
        }
    }

    private static let glucose = HKUnit(from: "mg/dL")

    private static func entry(_ sample: HKQuantitySample) -> JSONValue {
        // checked: all quantities of blood glucose have this dimension.
        let value = sample.quantity.doubleValue(for: glucose).rounded()
        let kind = sample.fields.metadata["NightscoutType"] == .string("mbg") ? "mbg" : "sgv"
        let date = NightscoutDate.text(sample.startDate.timeIntervalSince1970)
        var entry: [(key: String, value: JSONValue)] = [
            ("_id", .string(name(sample))), ("type", .string(kind)), (kind, .integer(Int(exactly: value) ?? 0)),
            ("date", .integer(milliseconds(sample.startDate))), ("dateString", .string(date)),
            ("sysTime", .string(date)), ("utcOffset", .integer(0)),
            ("device", .string(sample.sourceRevision.source.name)),
        ]
        if case .string(let direction)? = sample.fields.metadata["NightscoutDirection"] {
            entry.append(("direction", .string(direction)))
        }
        return .object(entry)
    }

    /// The durations of meals that documents state, in minutes.
    private static let mealMinutes = 1.0...1440.0

    private static func treatment(_ sample: HKQuantitySample) -> JSONValue {
        let isInsulin = sample.quantityType == HKQuantityType(.insulinDelivery)
        let basal = HKMetadataValue.integer(HKInsulinDeliveryReason.basal.rawValue)
        let isBasal = sample.fields.metadata[HKMetadataKeyInsulinDeliveryReason] == basal
        // checked: the unit belongs to the type of the sample.
        let amount = sample.quantity.doubleValue(for: isInsulin ? HKUnit(from: "IU") : .gram())
        let date = NightscoutDate.text(sample.startDate.timeIntervalSince1970)
        var treatment: [(key: String, value: JSONValue)] = [
            ("_id", .string(name(sample))),
            (
                "eventType",
                .string(
                    isBasal ? NightscoutDocument.temporaryBasal : isInsulin ? "Correction Bolus" : "Carb Correction")
            ),
            ("created_at", .string(date)), ("timestamp", .string(date)), ("utcOffset", .integer(0)),
            (isBasal ? "amount" : isInsulin ? "insulin" : "carbs", .double(amount)),
            ("enteredBy", .string(sample.sourceRevision.source.name)),
        ]
        let minutes = sample.endDate.timeIntervalSince(sample.startDate) / 60
        if isBasal, minutes > 0 {
            treatment += [
                ("duration", .double(minutes)), ("temp", .string("absolute")), ("rate", .double(amount * 60 / minutes)),
                ("absolute", .double(amount * 60 / minutes)),
            ]
        } else if !isInsulin, mealMinutes.contains(minutes) {
            // As AndroidAPS spreads carbohydrates.
            treatment.append(("duration", .double(minutes)))
        }
        return .object(treatment)
    }

    /// Returns the document of a sample in version 3; nil for types that have none. Its clients read whole minutes, and a number as `timestamp`.
    static func version3(_ sample: HKQuantitySample, in collection: NightscoutCollection) -> JSONValue? {
        guard case .object(let entries)? = document(sample, in: collection) else { return nil }
        let date = JSONValue.integer(milliseconds(sample.startDate))
        let replaced: Set = ["_id", "date", "timestamp", "duration"]
        var facts = entries.filter { !replaced.contains($0.key) }
        let duration = sample.endDate.timeIntervalSince(sample.startDate)
        if entries.contains(where: { $0.key == "duration" }), let whole = Int(exactly: (duration / 60).rounded()),
            let exact = Int(exactly: (duration * 1000).rounded())
        {
            facts += [("duration", .integer(whole)), ("durationInMilliseconds", .integer(exact))]
        }
        if !entries.contains(where: { $0.key == "created_at" }) {
            facts.append(("created_at", .string(NightscoutDate.text(sample.startDate.timeIntervalSince1970))))
        }
        if collection == .entries { facts.append(("units", .string("mg/dl"))) }
        return .object(
            [("identifier", .string(name(sample))), ("date", date)] + facts + [
                ("app", .string("OpenHealthKit")), ("srvCreated", date), ("srvModified", date),
            ])
    }

    private static func name(_ sample: HKQuantitySample) -> String {
        NightscoutDocument.name(from: [sample.uuid.uuidString])
    }

    static func milliseconds(_ date: Date) -> Int {
        Int(exactly: (date.timeIntervalSince1970 * 1000).rounded()) ?? 0
    }
}
