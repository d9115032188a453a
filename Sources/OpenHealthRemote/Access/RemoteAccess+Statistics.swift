// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthModel
import OpenHealthSession
import OpenHealthStatistics

extension RemoteAccess {
    package func statistics(_ query: StatisticsQuery) async throws -> [HKStatistics] {
        try query.check()
        try Self.check([query.predicate])
        var request = try DaemonRequest(StatisticsRoutes.query, query)
        request.accept = "application/x-ndjson"
        return try await ask(request) { response in
            var statistics: [HKStatistics] = []
            try await response.forEachLine { line in
                statistics.append(try JSONFormat.statistics.decode(line))
                return true
            }
            return statistics
        }
    }

    package func splitEnergy(
        _ total: HKQuantity, start: Date, end: Date, calendar: Calendar
    ) async throws -> (resting: HKQuantity, active: HKQuantity) {
        try await call(
            PersonRoutes.splitEnergy,
            (total: total, startDate: start, endDate: end, timeZone: calendar.timeZone))
    }
}

extension RemoteAccess {
    package func characteristic(_ type: HKCharacteristicType) async throws -> String? {
        let name = CharacteristicName.name(type) ?? type.identifier
        return try await call(PersonRoutes.characteristic, path: ["name": name]).value
    }

    package func dateOfBirth() async throws -> DateComponents? {
        guard let text = try await characteristic(HKCharacteristicType(.dateOfBirth)) else { return nil }
        return try DateOfBirth.components(text)
    }

    package func preferredUnits(for types: Set<HKQuantityType>, locale: Locale) async throws -> [HKQuantityType: HKUnit]
    {
        if types.isEmpty { return [:] }
        let names = types.map(\.identifier).sorted().map { (name: "type", value: $0) }
        return try await call(PersonRoutes.units, query: names + [("locale", locale.identifier)])
    }

    package func activitySummaries(_ predicate: PredicateNode) async throws -> [HKActivitySummary] {
        try Self.check([predicate])
        return try await call(PersonRoutes.querySummaries, predicate)
    }

    package func medications(_ predicate: PredicateNode, limit: Int?) async throws -> [HKUserAnnotatedMedication] {
        if limit == 0 { return [] }
        try Self.check([predicate])
        return try await call(
            PersonRoutes.queryMedications,
            (predicate: predicate, limit: limit.map { min($0, PersonRoutes.limits.upperBound) }))
    }
}
