// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthAccess
import OpenHealthModel
import OpenHealthStore
import Hummingbird

/// Answers the routes about the person.
enum PersonHandlers {
    static let bindings: [RouteBinding] = [
        RouteBinding(PersonRoutes.characteristics, characteristics),
        RouteBinding(PersonRoutes.characteristic, characteristic),
        RouteBinding(PersonRoutes.querySummaries) { exchange in
            let json = try await exchange.json()
            try json.check(keys: ["predicate"])
            return try await summaries(exchange, try json.optional("predicate").map(PredicateJSON.init)?.node)
        },
        RouteBinding(PersonRoutes.summaries) { exchange in try await summaries(exchange, try days(exchange)) },
        RouteBinding(PersonRoutes.queryMedications) { exchange in
            let json = try await exchange.json()
            try json.check(keys: ["predicate", "limit"])
            let limit = try json.optional("limit")
            let count = try limit?.integer()
            if let limit, let count, !PersonRoutes.limits.contains(count) {
                throw limit.problem("This has to be above 0, and \(PersonRoutes.limits.upperBound) at the most.")
            }
            return try await medications(exchange, try json.optional("predicate").map(PredicateJSON.init)?.node, count)
        },
        RouteBinding(PersonRoutes.medications) { exchange in try await medications(exchange, nil, nil) },
        RouteBinding(PersonRoutes.units, units),
        RouteBinding(PersonRoutes.splitEnergy, splitEnergy),
    ]

    // MARK: - Characteristics

    private static func characteristics(_ exchange: Exchange) async throws -> Response {
        let session = try exchange.session()
        let values = try await exchange.blocking {
            try CharacteristicName.all.compactMap { name, type -> (key: String, value: JSONValue)? in
                do {
                    return try session.characteristic(type).map { (name, .string($0)) }
                } catch let error as HKError where error.code == .errorAuthorizationNotDetermined {
                    return nil
                }
            }
        }
        return exchange.answer(.object(values))
    }

    private static func characteristic(_ exchange: Exchange) async throws -> Response {
        guard let type = CharacteristicName.type(try exchange.path("name")),
            let name = CharacteristicName.name(type)
        else {
            let names = CharacteristicName.all.map(\.name).joined(separator: ", ")
            throw Problem(.notFound, "There is no such characteristic. They are \(names).")
        }
        let session = try exchange.session()
        let value = try await exchange.blocking { try session.characteristic(type) }
        return exchange.answer(
            .object([("name", .string(name)), ("value", value.map(JSONValue.string) ?? .null)]))
    }

    // MARK: - Rings

    private static func summaries(_ exchange: Exchange, _ predicate: PredicateNode?) async throws -> Response {
        let session = try exchange.session()
        let (summaries, sight) = try await exchange.blocking {
            let sight = try Sight(session, of: HKObjectType.activitySummaryType())
            return (try session.activitySummaries(predicate ?? .constant(true)), sight)
        }
        return exchange.answer(list: "activitySummaries", summaries, sight: sight) { ActivitySummaryJSON($0).json }
    }

    private static func days(_ exchange: Exchange) throws(Problem) -> PredicateNode {
        var parts: [PredicateNode] = []
        for (name, comparison) in [("from", PredicateOperator.greaterThanOrEqualTo), ("to", .lessThanOrEqualTo)] {
            guard let text = exchange.query(name) else { continue }
            guard let day = ActivitySummaryJSON.day(text) else {
                let detail = "This has to be a day such as 2026-03-14."
                throw Problem(
                    .invalidRequest, "The parameter \(name): \(detail)", faults: [Problem.Fault("?\(name)", detail)])
            }
            parts.append(.compare(.day, comparison, .day(day)))
        }
        return .and(parts)
    }

    // MARK: - Medicines

    private static func medications(
        _ exchange: Exchange, _ predicate: PredicateNode?, _ limit: Int?
    ) async throws -> Response {
        let session = try exchange.session()
        let medications = try await exchange.blocking {
            try session.medications(predicate ?? .constant(true), limit: limit)
        }
        return exchange.answer(.object([("medications", .array(medications.map { MedicationJSON($0).json }))]))
    }

    // MARK: - Units and energy

    private static func units(_ exchange: Exchange) async throws -> Response {
        var types: Set<HKQuantityType> = []
        for text in exchange.queries("type") {
            types.insert(try QueryText.type(text, as: HKQuantityType.self, at: "?type"))
        }
        guard (1...1000).contains(types.count) else {
            let detail = "Name one type at least, and 1000 at the most."
            throw Problem(.invalidRequest, "The parameter type: \(detail)", faults: [Problem.Fault("?type", detail)])
        }
        let session = try exchange.session()
        let (asked, locale) = (types, exchange.query("locale").map(Locale.init(identifier:)) ?? .current)
        let units = try await exchange.blocking { try session.preferredUnits(for: asked, locale: locale) }
        let list = units.sorted { $0.key.identifier < $1.key.identifier }.map { type, unit in
            JSONValue.object([("type", .string(type.identifier)), ("unit", .string(unit.unitString))])
        }
        return exchange.answer(.object([("units", .array(list))]))
    }

    private static func splitEnergy(_ exchange: Exchange) async throws -> Response {
        let json = try await exchange.json()
        try json.check(keys: ["total", "startDate", "endDate", "timeZone"])
        let total = try QuantityJSON(try json.required("total")).quantity
        let (start, end) = (try json.required("startDate").date(), try json.required("endDate").date())
        let calendar = calendar(try json.optional("timeZone").map(CalendarName.timeZone) ?? .gmt)
        let session = try exchange.session()
        let (resting, active) = try await exchange.blocking {
            try session.splitEnergy(total, start: start, end: end, calendar: calendar)
        }
        return exchange.answer(
            .object([("resting", QuantityJSON(resting).json), ("active", QuantityJSON(active).json)]))
    }

    private static func calendar(_ zone: TimeZone) -> Calendar {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        return calendar
    }
}
