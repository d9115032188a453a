// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// A reader of the entries and treatments that uploaders send to Nightscout.
package enum NightscoutReader {
    /// Returns the content of a push to `entries.json`: readings of glucose.
    /// - Throws: A ``FormatError`` if the body is neither an object nor an array of objects.
    package static func entries(_ body: some Sequence<UInt8>, now: Date) throws(FormatError) -> PushedBatch {
        var builder = PushBuilder(missing: [.device, .metadata], now: now)
        for document in try documents(body) { read(entry: document, &builder) }
        return builder.batch
    }

    /// Returns the content of a push to `treatments.json`: insulin and food.
    /// - Throws: A ``FormatError`` if the body is neither an object nor an array of objects.
    package static func treatments(_ body: some Sequence<UInt8>, now: Date) throws(FormatError) -> PushedBatch {
        var builder = PushBuilder(missing: [.device, .metadata], now: now)
        for document in try documents(body) { read(treatment: document, &builder) }
        return builder.batch
    }

    /// Returns the documents of a push as they are answered: each with an identifier under `_id`, which is its own or derived from
    /// its content.
    /// - Parameter identifier: Returns an identifier for the text of a document.
    package static func answer(
        _ body: some Sequence<UInt8>, identifier: (String) -> String
    ) throws(FormatError) -> JSONValue {
        .array(
            try documents(body).map { document in
                guard case .object(let entries) = document.value, document.text("_id") == nil else {
                    return document.value
                }
                let others = entries.filter { $0.key != "_id" }
                return .object([("_id", .string(identifier(document.value.text)))] + others)
            })
    }

    private static func documents(_ body: some Sequence<UInt8>) throws(FormatError) -> [PushJSON] {
        let root = try PushJSON(body: body, of: "Nightscout")
        if root.isObject { return [root] }
        guard root.value.array != nil else {
            throw FormatError(
                .notAPush, file: "Nightscout", message: "the push is neither an object nor an array",
                remedy: "send entries or treatments as Nightscout's interface describes them")
        }
        if let other = root.elements.first(where: { !$0.isObject }) {
            throw FormatError(
                .notAPush, file: "Nightscout", message: "\(other.pointer) of the push is not an object",
                remedy: "send entries or treatments as Nightscout's interface describes them")
        }
        return root.elements
    }

    // MARK: Entries

    private static func read(entry: PushJSON, _ builder: inout PushBuilder) {
        let kind = entry.text("type") ?? (entry["sgv"] != nil ? "sgv" : "mbg")
        // Calibrations are numbers of the sensor and no readings.
        guard kind == "sgv" || kind == "mbg" else {
            if kind != "cal" { builder.refuse("\(kind.prefix(50)) is not a glucose reading", at: entry.pointer) }
            return
        }
        guard var reading = reading(entry, &builder) else { return }
        guard let value = entry.number(kind) else {
            return builder.refuse("\(kind) is not a number", at: entry.pointer + "/" + kind)
        }
        // Sensors report errors as values below 13.
        guard value >= 13 else {
            return builder.refuse("\(kind) is a sensor error, not a reading", at: entry.pointer + "/" + kind)
        }
        if let direction = entry.text("direction"), direction != "NONE" {
            reading.metadata.append(MetadataPair(key: "NightscoutDirection", value: String(direction.prefix(50))))
        }
        if kind == "mbg" { reading.metadata.append(MetadataPair(key: "NightscoutType", value: "mbg")) }
        builder.addQuantity(HKQuantityTypeIdentifier.bloodGlucose.rawValue, value: value, unit: "mg/dL", reading)
    }

    // MARK: Treatments

    private static func read(treatment: PushJSON, _ builder: inout PushBuilder) {
        guard let reading = reading(treatment, &builder) else { return }
        let event = treatment.text("eventType") ?? ""
        let isBasal = event == "Temp Basal"
        var hasContent = readGlucose(treatment, reading, &builder)
        if let units = treatment.number(isBasal ? "amount" : "insulin"), units > 0 {
            hasContent = true
            let reason: HKInsulinDeliveryReason = isBasal ? .basal : .bolus
            var dose = reading
            dose.metadata.append(MetadataPair(key: HKMetadataKeyInsulinDeliveryReason, value: "\(reason.rawValue)"))
            if isBasal, let minutes = treatment.number("duration"), (0...1440).contains(minutes) {
                dose.end = dose.start + minutes * 60
            }
            builder.addQuantity(HKQuantityTypeIdentifier.insulinDelivery.rawValue, value: units, unit: "IU", dose)
        }
        let nutrients: [(String, HKQuantityTypeIdentifier)] = [
            ("carbs", .dietaryCarbohydrates), ("protein", .dietaryProtein), ("fat", .dietaryFatTotal),
        ]
        var meal = reading
        if hasContent { meal.uuid = nil }
        for (key, type) in nutrients {
            guard let grams = treatment.number(key), grams > 0 else { continue }
            hasContent = true
            builder.addQuantity(type.rawValue, value: grams, unit: "g", meal)
            meal.uuid = nil
        }
        if isBasal, !hasContent {
            builder.refuse("a temporary basal rate is not a delivered amount", at: treatment.pointer)
        } else if !hasContent {
            builder.refuse(
                "the treatment \(event.prefix(50)) has neither insulin nor carbohydrates", at: treatment.pointer)
        }
    }

    /// Reads the glucose of a finger prick that is part of a treatment.
    private static func readGlucose(
        _ treatment: PushJSON, _ reading: PushBuilder.Reading, _ builder: inout PushBuilder
    ) -> Bool {
        guard treatment.text("glucoseType") == "Finger", let value = treatment.number("glucose"), value > 0 else {
            return false
        }
        let isMillimoles = treatment.text("units")?.hasPrefix("mmol") ?? false
        var blood = reading
        blood.uuid = nil
        builder.addQuantity(
            HKQuantityTypeIdentifier.bloodGlucose.rawValue, value: value,
            unit: isMillimoles ? PushedUnits.glucose : "mg/dL", blood)
        return true
    }

    // MARK: Parts

    private static func reading(_ document: PushJSON, _ builder: inout PushBuilder) -> PushBuilder.Reading? {
        let keys = ["created_at", "date", "mills", "timestamp", "dateString", "sysTime"]
        guard document.isObject, let start = keys.lazy.compactMap({ document.instant($0) }).first else {
            builder.refuse("it has no valid date", at: document.pointer)
            return nil
        }
        let source = document.text("device") ?? document.text("enteredBy") ?? "Nightscout"
        let identifiers = ["identifier", "uuid", "syncIdentifier", "id", "_id"]
        return PushBuilder.Reading(
            start: start, end: start, source: ProvenanceData(sourceName: String(source.prefix(200))),
            uuid: identifiers.lazy.compactMap { document.text($0).flatMap { UUID(uuidString: $0) } }.first,
            place: document.pointer)
    }
}
