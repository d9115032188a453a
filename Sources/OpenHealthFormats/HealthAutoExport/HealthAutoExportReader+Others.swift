// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

extension HealthAutoExportReader {
    /// Reads a symptom.
    mutating func readSymptom(_ point: HealthAutoExportPoint) {
        guard let type = named(point) else { return }
        addCategory(point, type, word: point.text("severity", "value"), metadata: userEntered(point))
    }

    /// Reads an entry of cycle tracking.
    mutating func readCycleTracking(_ point: HealthAutoExportPoint) {
        guard let type = named(point) else { return }
        var metadata = userEntered(point)
        if case .bool(let isStart) = point["isCycleStart"] {
            metadata.append(MetadataPair(key: HKMetadataKeyMenstrualCycleStart, value: isStart ? "1" : "0"))
        }
        let word = point.text("value", "severity")
        if type.swiftName == "sexualActivity" {
            let kind = word.flatMap(SexualActivities.kind)
            if kind == nil, let word, !word.isEmpty {
                builder.warn(
                    "the value is unknown and is left out", remedy: "set the app's language to English",
                    at: "\(point.pointer)/value")
            }
            if let start = point.start, start.isFinite { activities.entries.append((start, kind?.protection)) }
            if let protection = kind?.protection {
                metadata.append(MetadataPair(key: HKMetadataKeySexualActivityProtectionUsed, value: protection))
            }
        }
        addCategory(point, type, word: word, metadata: metadata)
    }

    /// Returns the category type of an element by its name; nil if it is refused.
    private mutating func named(_ point: HealthAutoExportPoint) -> HealthTypeDescription? {
        let name = point.text("name") ?? ""
        if let type = HealthAutoExportNames.type(name), type.kind == .category { return type }
        refuseName(point, name)
        return nil
    }

    /// Refuses an element whose name is unknown, empty or no text.
    private mutating func refuseName(_ point: HealthAutoExportPoint, _ name: String) {
        guard point.firstKey(of: ["name"]) != nil else { return builder.refuse("it has no name", at: point.pointer) }
        let pointer = point.pointer + "/name"
        if point.text("name") == nil { return builder.refuse("name is not a text", at: pointer) }
        if name.allSatisfy(\.isWhitespace) { return builder.refuse("it has an empty name", at: pointer) }
        builder.refuse(
            "the name \(name.limited(to: 100)) is unknown", remedy: "set the app's language to English", at: pointer)
    }

    private func userEntered(_ point: HealthAutoExportPoint) -> [MetadataPair] {
        guard case .bool(true) = point["userEntered"] else { return [] }
        return [MetadataPair(key: HKMetadataKeyWasUserEntered, value: "1")]
    }

    /// Reads an electrocardiogram.
    mutating func readElectrocardiogram(_ point: HealthAutoExportPoint) {
        guard let reading = reading(point), builder.check(reading) else { return }
        let scales = ["µv": 1.0, "μv": 1, "mcv": 1, "uv": 1, "mv": 1000, "v": 1_000_000]
        var voltages: [Double] = []
        for (index, value) in (point["voltageMeasurements"]?.array ?? []).enumerated() {
            let unit = value["units"]?.string ?? "mcV"
            let pointer = "\(point.pointer)/voltageMeasurements/\(index)"
            guard let voltage = value["voltage"]?.double, voltage.isFinite else {
                return builder.refuse("voltage is not a number", at: pointer + "/voltage")
            }
            guard let scale = scales[unit.lowercased()] else {
                return builder.refuse("the unit \(unit.limited(to: 50)) is not one of voltages", at: pointer + "/units")
            }
            voltages.append(voltage * scale)
        }
        guard !voltages.isEmpty else { return builder.refuse("it has no voltageMeasurements", at: point.pointer) }
        guard let rate = point.number("samplingFrequency") else { return refuseNumber(point, ["samplingFrequency"]) }
        guard rate > 0, rate <= 10_000 else {
            return builder.refuse(
                "samplingFrequency is not a number from 0 to 10,000", at: point.pointer + "/samplingFrequency")
        }
        let header = point.others(except: ["start", "end", "date", "id", "source"])
        builder.add(
            .electrocardiogram(
                ElectrocardiogramData(
                    path: "", start: reading.start, classification: point.text("classification"), header: header,
                    device: point.source, softwareVersion: nil, sampleRate: rate, unit: "µV", voltages: voltages)),
            uuid: reading.uuid, at: point.pointer)
    }

    // MARK: Objects

    /// Reads a state of mind.
    mutating func readStateOfMind(_ point: HealthAutoExportPoint) {
        guard let reading = reading(point), builder.check(reading) else { return }
        guard let valence = point.number("valence"), (-1...1).contains(valence) else {
            return builder.refuse("its valence is not a number from -1 to 1", at: point.pointer + "/valence")
        }
        let isDaily = (point.text("kind") ?? "").lowercased().contains("dail")
        let labels: [HKStateOfMind.Label] = words("labels", "HKStateOfMindLabel", point).compactMap {
            HKStateOfMind.Label(rawValue: $0)
        }
        let associations: [HKStateOfMind.Association] = words("associations", "HKStateOfMindAssociation", point)
            .compactMap { HKStateOfMind.Association(rawValue: $0) }
        var fields = HKObjectFields(newWith: nil, metadata: [:])
        fields.uuid =
            reading.uuid
            ?? PushIdentity.uuid(["stateOfMind", "\(reading.start)", "\(isDaily)", reading.source.sourceName])
        let object = HKStateOfMind(
            kind: isDaily ? .dailyMood : .momentaryEmotion, valence: valence, labels: labels,
            associations: associations,
            startDate: Date(timeIntervalSince1970: reading.start), endDate: Date(timeIntervalSince1970: reading.end),
            fields: fields)
        builder.add(PushedObject(object, source: reading.source, written: point.written, place: point.pointer))
    }

    /// Returns the raw values of the names in a list; unknown names are warned of.
    private mutating func words(_ key: String, _ prefix: String, _ point: HealthAutoExportPoint) -> [Int] {
        var values: [Int] = []
        for (index, word) in (point[key]?.array ?? []).enumerated() {
            let text = word.string ?? ""
            let plain = text.canBeKnown ? text.filter { $0.isLetter || $0.isNumber } : ""
            let name = prefix + plain.prefix(1).uppercased() + String(plain.dropFirst())
            let byCase = HealthEnums.rawValue(ofCase: name)
            if let raw = byCase ?? HealthAutoExportReader.rawValue(prefix + plain.lowercased()) {
                values.append(raw)
            } else {
                builder.warn("the name is unknown and is left out", at: "\(point.pointer)/\(key)/\(index)")
            }
        }
        return values
    }

    private static func rawValue(_ name: String) -> Int? { statesOfMind[name.lowercased()] }

    /// The raw values of labels and associations, by the name of the case in lower case.
    private static let statesOfMind: [String: Int] = {
        var values: [String: Int] = [:]
        for valueEnum in ["HKStateOfMind.Label", "HKStateOfMind.Association"] {
            for raw in HealthEnums.allowedValues(ofEnum: valueEnum) {
                if let name = HealthEnums.caseName(ofEnum: valueEnum, rawValue: raw) { values[name.lowercased()] = raw }
            }
        }
        return values
    }()

    /// Reads a dose of a medication.
    mutating func readMedication(_ point: HealthAutoExportPoint) {
        guard let name = point.name("displayText", "name") else {
            guard let key = point.firstKey(of: ["displayText", "name"]) else {
                return builder.refuse("the medication has no name", at: point.pointer)
            }
            return builder.refuse(
                point.text(key) == nil ? "\(key) is not a text" : "the medication has an empty name",
                at: "\(point.pointer)/\(key)")
        }
        let scheduled = point.date("scheduledDate")
        guard scheduled?.isFinite ?? true else {
            return builder.refuse("its scheduledDate is not a date", at: point.pointer + "/scheduledDate")
        }
        guard let dates = dates(point, start: point.start ?? scheduled) else { return }
        var source = ProvenanceData(sourceName: point.source ?? Self.unnamedSource)
        if point.source == nil { source.missing = [.source] }
        let reading = PushBuilder.Reading(
            start: dates.start, end: max(dates.start, dates.end), source: source, uuid: point.uuid,
            place: point.pointer)
        guard builder.check(reading) else { return }
        let status = point.text("status") ?? ""
        let cases: [String: HKMedicationDoseEvent.LogStatus] = [
            "taken": .taken, "skipped": .skipped, "snoozed": .snoozed, "notinteracted": .notInteracted,
            "notlogged": .notLogged, "notificationnotsent": .notificationNotSent,
        ]
        let known = status.canBeKnown ? cases[status.lowercased().filter(\.isLetter)] : nil
        if known == nil {
            builder.warn("the status is unknown; it is kept as written", at: point.pointer + "/status")
        }
        let dosage = point.number("dosage")
        var metadata: [String: HKMetadataValue] = ["displayText": .string(name.limited(to: 500))]
        if let form = point.name("form") { metadata["form"] = .string(form.limited(to: 200)) }
        if let nickname = point.name("nickname") { metadata["nickname"] = .string(nickname.limited(to: 500)) }
        if known == nil, !status.isEmpty { metadata["status"] = .string(status.limited(to: 200)) }
        var fields = HKObjectFields(newWith: nil, metadata: metadata)
        fields.uuid =
            reading.uuid
            ?? PushIdentity.uuid(["medication", name, "\(scheduled ?? dates.start)", source.sourceName])
        let coding = point["codings"]?.array?.first
        let identifier = [coding?["system"]?.string, coding?["code"]?.string].compactMap { $0 }.joined(separator: "|")
        let object = HKMedicationDoseEvent(
            scheduleType: scheduled == nil ? .asNeeded : .schedule,
            medicationConceptIdentifier: HKHealthConceptIdentifier(
                domain: .medication, identifier: identifier.isEmpty ? name : identifier),
            scheduledDate: scheduled.map { Date(timeIntervalSince1970: $0) }, logStatus: known ?? .notLogged,
            unit: .count(), doseQuantity: known == .taken ? dosage : nil,
            scheduledDoseQuantity: scheduled == nil ? nil : dosage,
            startDate: Date(timeIntervalSince1970: reading.start),
            endDate: Date(timeIntervalSince1970: reading.end), fields: fields)
        builder.add(PushedObject(object, source: source, written: point.written, place: point.pointer))
    }
}
