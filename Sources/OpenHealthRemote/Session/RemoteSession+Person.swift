// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthModel
import OpenHealthSession

extension RemoteSession {
    package func characteristic(_ type: HKCharacteristicType) async throws -> String? {
        let name = CharacteristicName.name(type) ?? type.identifier
        return try await json(DaemonRequest(.get, "/v1/characteristics/" + DaemonRequest.encoded(name))) {
            (json) throws(Problem) in
            try json.optional("value")?.string()
        }
    }

    package func dateOfBirth() async throws -> DateComponents? {
        guard let text = try await characteristic(HKCharacteristicType(.dateOfBirth)) else { return nil }
        return try DateOfBirth.components(text)
    }

    package func preferredUnits(for types: Set<HKQuantityType>, locale: Locale) async throws -> [HKQuantityType: HKUnit]
    {
        if types.isEmpty { return [:] }
        let names = types.map(\.identifier).sorted().map { (name: "type", value: $0) }
        let request = DaemonRequest(.get, "/v1/units", query: names + [("locale", locale.identifier)])
        return try await json(request) { (json) throws(Problem) in
            var units: [HKQuantityType: HKUnit] = [:]
            for entry in try json.required("units").array() {
                units[try entry.required("type").quantityType()] = try entry.required("unit").unit()
            }
            return units
        }
    }

    package func activitySummaries(_ predicate: PredicateNode) async throws -> [HKActivitySummary] {
        let question = JSONValue.object([("predicate", try Self.sendable(PredicateJSON(predicate).json, [predicate]))])
        return try await json(DaemonRequest(.post, "/v1/activity-summaries/query", question)) {
            (json) throws(Problem) in
            try json.list("activitySummaries") { (entry) throws(Problem) in try ActivitySummaryJSON(entry).summary }
        }
    }

    package func medications(_ predicate: PredicateNode, limit: Int?) async throws -> [HKUserAnnotatedMedication] {
        if limit == 0 { return [] }
        var entries: [(key: String, value: JSONValue)] = [
            ("predicate", try Self.sendable(PredicateJSON(predicate).json, [predicate]))
        ]
        if let limit { entries.append(("limit", .integer(min(limit, 1_000_000)))) }
        return try await json(DaemonRequest(.post, "/v1/medications/query", .object(entries))) {
            (json) throws(Problem) in
            try json.list("medications") { (entry) throws(Problem) in try MedicationJSON(entry).medication }
        }
    }
}
