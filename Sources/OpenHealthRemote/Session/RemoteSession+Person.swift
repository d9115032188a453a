// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthModel
import OpenHealthStore

extension RemoteSession {
    func characteristic(_ type: HKCharacteristicType) throws -> String? {
        let name = CharacteristicName.name(type) ?? type.identifier
        return try json(DaemonRequest(.get, "/v1/characteristics/" + DaemonRequest.encoded(name))) {
            (json) throws(Problem) in
            try json.optional("value")?.string()
        }
    }

    func dateOfBirth() throws -> DateComponents? {
        guard let text = try characteristic(HKCharacteristicType(.dateOfBirth)) else { return nil }
        return try AppSession.dateOfBirth(text)
    }

    func preferredUnits(for types: Set<HKQuantityType>, locale: Locale) throws -> [HKQuantityType: HKUnit] {
        if types.isEmpty { return [:] }
        let names = types.map(\.identifier).sorted().map { (name: "type", value: $0) }
        let request = DaemonRequest(.get, "/v1/units", query: names + [("locale", locale.identifier)])
        return try json(request) { (json) throws(Problem) in
            var units: [HKQuantityType: HKUnit] = [:]
            for entry in try json.required("units").array() {
                units[try entry.required("type").quantityType()] = try entry.required("unit").unit()
            }
            return units
        }
    }

    func activitySummaries(_ predicate: PredicateNode) throws -> [HKActivitySummary] {
        let question = JSONValue.object([("predicate", try Self.sendable(PredicateJSON(predicate).json, [predicate]))])
        return try json(DaemonRequest(.post, "/v1/activity-summaries/query", question)) { (json) throws(Problem) in
            try json.list("activitySummaries") { (entry) throws(Problem) in try ActivitySummaryJSON(entry).summary }
        }
    }

    func medications(_ predicate: PredicateNode, limit: Int?) throws -> [HKUserAnnotatedMedication] {
        if limit == 0 { return [] }
        var entries: [(key: String, value: JSONValue)] = [
            ("predicate", try Self.sendable(PredicateJSON(predicate).json, [predicate]))
        ]
        if let limit { entries.append(("limit", .integer(min(limit, 1_000_000)))) }
        return try json(DaemonRequest(.post, "/v1/medications/query", .object(entries))) { (json) throws(Problem) in
            try json.list("medications") { (entry) throws(Problem) in try MedicationJSON(entry).medication }
        }
    }
}
