// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel

/// Finds and repairs parts of saved objects that are out of range.
enum DetailRepair {
    /// Returns the problems as lines of a report. They contain fields and ranges, but no values.
    static func findings(_ db: Database) throws -> [String] {
        var faults = FaultList(rest: "samples have details out of range")
        try forEachFault(db) { place, _, error in
            faults.add("the details of the sample at place \(place) are out of range: \(error.message)")
        }
        return faults.lines
    }

    /// Repairs the details that are out of range. Details that can't be repaired are removed; the sample then consists of its
    /// columns and tables.
    /// - Returns: The numbers of repaired and of removed details.
    static func repair(_ db: Database) throws -> (repaired: Int, removed: Int) {
        var faults: [(place: Int64, json: String)] = []
        try forEachFault(db) { place, json, _ in faults.append((place, json)) }
        var count = (repaired: 0, removed: 0)
        for (place, json) in faults {
            if let sound = repaired(json) {
                try db.execute(sql: "UPDATE sample_detail SET detail = ? WHERE id = ?", arguments: [sound, place])
                count.repaired += 1
            } else {
                try db.execute(sql: "DELETE FROM sample_detail WHERE id = ?", arguments: [place])
                count.removed += 1
            }
        }
        return count
    }

    private static func forEachFault(
        _ db: Database, _ body: (_ place: Int64, _ json: String, HKObjectValidationError) throws -> Void
    ) throws {
        let rows = try Row.fetchCursor(db, sql: "SELECT id, detail FROM sample_detail WHERE json_valid(detail)")
        while let row = try rows.next() {
            let json: String = try row.value(of: "detail")
            if let error = fault(json) { try body(try row.value(of: "id"), json, error) }
        }
    }

    /// Returns the problem of details, or nil if they are valid. Details without an object are checked elsewhere.
    private static func fault(_ json: String) -> HKObjectValidationError? {
        let fields = HKObjectFields(newWith: nil, metadata: [:])
        guard let sample = SampleDetail.read(json, fields: fields) else { return nil }
        do {
            try HKObjectValidation.checkContent(sample)
            return nil
        } catch {
            return error
        }
    }

    // MARK: Repairing

    /// Returns the repaired details, or nil if they cannot be repaired.
    private static func repaired(_ json: String) -> String? {
        if let questionnaire = rescored(json) { return fault(questionnaire) == nil ? questionnaire : nil }
        guard case .object(let entries)? = JSONValue(json) else { return nil }
        let parts = entries.map { name, part in (name, repaired(part, of: name)) }
        let text = JSONValue.object(parts).text
        return fault(text) == nil ? text : nil
    }

    /// Returns a questionnaire with the score of its answers, or nil for other objects.
    private static func rescored(_ json: String) -> String? {
        let fields = HKObjectFields(newWith: nil, metadata: [:])
        let sound: HKSample? =
            switch SampleDetail.read(json, fields: fields) {
            case let read as HKGAD7Assessment:
                HKGAD7Assessment(answers: read.answers, date: read.startDate, fields: fields)
            case let read as HKPHQ9Assessment:
                HKPHQ9Assessment(answers: read.answers, date: read.startDate, fields: fields)
            default: nil
            }
        return sound.flatMap { try? SampleDetail.write($0) }
    }

    /// Returns the part of a class with its numbers in range.
    private static func repaired(_ part: JSONValue, of name: String) -> JSONValue {
        guard case .object(let entries) = part else { return part }
        switch name {
        case "HKStateOfMind":
            return .object(
                entries.map { ($0.key, $0.key == "valence" ? clamped($0.value, to: -1...1) : $0.value) })
        case "HKMedicationDoseEvent":
            return .object(
                entries.compactMap { key, value in
                    switch key {
                    case "doseQuantity", "scheduledDoseQuantity": return (key, clamped(value, to: 0...1e9))
                    case "scheduledDate" where !(value.double.map(HKObjectValidation.dates.contains) ?? false):
                        return nil
                    default: return (key, value)
                    }
                })
        default: return part
        }
    }

    private static func clamped(_ value: JSONValue, to range: ClosedRange<Double>) -> JSONValue {
        guard let number = value.double, !number.isNaN else { return value }
        return .double(min(max(number, range.lowerBound), range.upperBound))
    }
}
