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
        let date = NightscoutDate.text(sample.startDate.timeIntervalSince1970)
        let isInsulin = sample.quantityType == HKQuantityType(.insulinDelivery)
        let (kind, facts) = isInsulin ? insulin(sample) : carbohydrates(sample)
        let dates: [(key: String, value: JSONValue)] = [
            ("_id", .string(name(sample))), ("eventType", .string(kind)), ("created_at", .string(date)),
            ("timestamp", .string(date)), ("utcOffset", .integer(0)),
        ]
        return .object(dates + facts + [("enteredBy", .string(sample.sourceRevision.source.name))])
    }

    /// The type of a treatment, and what it states.
    private typealias Treatment = (kind: String, facts: [(key: String, value: JSONValue)])

    private static func minutes(_ sample: HKQuantitySample) -> Double {
        sample.endDate.timeIntervalSince(sample.startDate) / 60
    }

    private static func carbohydrates(_ sample: HKQuantitySample) -> Treatment {
        // checked: all quantities of carbohydrates have this dimension.
        var facts = [(key: "carbs", value: JSONValue.double(sample.quantity.doubleValue(for: .gram())))]
        let minutes = minutes(sample)
        // As AndroidAPS spreads carbohydrates.
        if mealMinutes.contains(minutes) { facts.append(("duration", .double(minutes))) }
        return ("Carb Correction", facts)
    }

    /// The shortest bolus that is delivered over a time, in minutes. Pumps deliver a usual bolus in less, or at a higher rate.
    private static let extendedMinutes = 15.0
    /// The rate from which a bolus is delivered at once, in units per hour. The slowest pumps deliver a unit in a minute.
    private static let bolusRate = 45.0
    /// The highest rate of a pump's basal insulin, in units per hour. A higher one is that of an injection.
    private static let basalRate = 60.0

    private static func insulin(_ sample: HKQuantitySample) -> Treatment {
        // checked: all quantities of insulin have this dimension.
        let units = sample.quantity.doubleValue(for: HKUnit(from: "IU"))
        let (amount, minutes) = (JSONValue.double(units), minutes(sample))
        let rate = minutes > 0 ? units * 60 / minutes : .infinity
        let basal = HKMetadataValue.integer(HKInsulinDeliveryReason.basal.rawValue)
        let isBasal = sample.fields.metadata[HKMetadataKeyInsulinDeliveryReason] == basal
        switch isBasal {
        case true where rate > basalRate:
            // As AndroidAPS sends an injection. A temporary rate without a duration would cancel the current one.
            return (
                "Meal Bolus", [("insulin", amount), ("type", .string("NORMAL")), ("isBasalInsulin", .bool(true))]
            )
        case true:
            return (
                NightscoutDocument.temporaryBasal,
                [
                    ("amount", amount), ("duration", .double(minutes)), ("temp", .string("absolute")),
                    ("rate", .double(rate)), ("absolute", .double(rate)),
                ]
            )
        case false where minutes >= extendedMinutes && rate < bolusRate:
            // As AndroidAPS sends an extended bolus. Clients count `insulin` as given at once.
            return (
                NightscoutDocument.extendedBolus,
                [
                    ("enteredinsulin", amount), ("splitNow", .integer(0)), ("splitExt", .integer(100)),
                    ("relative", .double(rate)), ("duration", .double(minutes)),
                ]
            )
        case false: return ("Correction Bolus", [("insulin", amount)])
        }
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
            // A rate of 0 minutes cancels another one.
            facts += [("duration", .integer(max(whole, 1))), ("durationInMilliseconds", .integer(exact))]
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
