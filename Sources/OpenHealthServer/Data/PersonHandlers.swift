// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthAccess
import OpenHealthModel
import OpenHealthStore
import Hummingbird

/// The handlers of the routes for the person.
enum PersonHandlers {
    static let bindings: [RouteBinding] = [
        RouteBinding(PersonRoutes.characteristics, characteristics),
        RouteBinding(PersonRoutes.characteristic, characteristic),
        RouteBinding(writing: PersonRoutes.querySummaries, summaries),
        RouteBinding(writing: PersonRoutes.summaries) { scope, _ in
            try await summaries(scope, try days(scope))
        },
        RouteBinding(PersonRoutes.queryMedications, medications),
        RouteBinding(PersonRoutes.medications) { scope in
            try await medications(scope, (predicate: .constant(true), limit: nil))
        },
        RouteBinding(PersonRoutes.units, units),
        RouteBinding(PersonRoutes.splitEnergy, splitEnergy),
    ]

    // MARK: - Characteristics

    private static func characteristics(_ scope: RequestScope) async throws -> [String: String] {
        let access = try scope.access()
        return try await scope.blocking {
            var values: [String: String] = [:]
            for (name, type) in CharacteristicName.all {
                do {
                    values[name] = try access.characteristic(type)
                } catch let error as HKError where error.code == .errorAuthorizationNotDetermined {
                    continue
                }
            }
            return values
        }
    }

    private static func characteristic(_ scope: RequestScope) async throws -> CharacteristicJSON {
        guard let type = CharacteristicName.type(try scope.path("name")),
            let name = CharacteristicName.name(type)
        else {
            let names = CharacteristicName.all.map(\.name).joined(separator: ", ")
            throw Problem(.notFound, "There is no such characteristic. Valid characteristics: \(names).")
        }
        let access = try scope.access()
        return (name: name, value: try await scope.blocking { try access.characteristic(type) })
    }

    // MARK: - Activity rings

    private static func summaries(_ scope: RequestScope, _ predicate: PredicateNode) async throws -> Response {
        let access = try scope.access()
        let (summaries, permissions) = try await scope.blocking {
            let permissions = try PermissionSnapshot(access, of: HKObjectType.activitySummaryType())
            return (try access.activitySummaries(predicate), permissions)
        }
        return scope.response(list: "activitySummaries", summaries, permissions: permissions) {
            JSONFormat.activitySummary.json($0)
        }
    }

    private static func days(_ scope: RequestScope) throws(Problem) -> PredicateNode {
        var parts: [PredicateNode] = []
        for (name, comparison) in [("from", PredicateOperator.greaterThanOrEqualTo), ("to", .lessThanOrEqualTo)] {
            guard let text = scope.query(name) else { continue }
            guard let day = DayText.day(text) else {
                let detail = "Expected a day such as 2026-03-14."
                throw Problem(
                    .invalidRequest, "The parameter \(name): \(detail)", faults: [Problem.Fault("?\(name)", detail)])
            }
            parts.append(.compare(.day, comparison, .day(day)))
        }
        return .and(parts)
    }

    // MARK: - Medications

    private static func medications(
        _ scope: RequestScope, _ query: MedicationQueryJSON
    ) async throws -> [HKUserAnnotatedMedication] {
        let access = try scope.access()
        return try await scope.blocking { try access.medications(query.predicate, limit: query.limit) }
    }

    // MARK: - Units and energy

    private static func units(_ scope: RequestScope) async throws -> [HKQuantityType: HKUnit] {
        var types: Set<HKQuantityType> = []
        for text in scope.queries("type") {
            types.insert(try QueryText.type(text, as: HKQuantityType.self, at: "?type"))
        }
        guard (1...1000).contains(types.count) else {
            let detail = "Expected 1 to 1000 types."
            throw Problem(.invalidRequest, "The parameter type: \(detail)", faults: [Problem.Fault("?type", detail)])
        }
        let access = try scope.access()
        let (asked, locale) = (types, scope.query("locale").map(Locale.init(identifier:)) ?? .current)
        return try await scope.blocking { try access.preferredUnits(for: asked, locale: locale) }
    }

    private static func splitEnergy(
        _ scope: RequestScope, _ query: EnergySplitQueryJSON
    ) async throws -> (resting: HKQuantity, active: HKQuantity) {
        let calendar = calendar(query.timeZone ?? .gmt)
        let access = try scope.access()
        return try await scope.blocking {
            try access.splitEnergy(
                query.total, start: query.startDate, end: query.endDate, calendar: calendar)
        }
    }

    private static func calendar(_ zone: TimeZone) -> Calendar {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        return calendar
    }
}
