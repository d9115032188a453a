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
        RouteBinding(writing: PersonRoutes.querySummaries, summaries),
        RouteBinding(writing: PersonRoutes.summaries) { exchange, _ in
            try await summaries(exchange, try days(exchange))
        },
        RouteBinding(PersonRoutes.queryMedications, medications),
        RouteBinding(PersonRoutes.medications) { exchange in
            try await medications(exchange, MedicationQueryJSON(.constant(true), limit: nil))
        },
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

    private static func characteristic(_ exchange: Exchange) async throws -> CharacteristicJSON {
        guard let type = CharacteristicName.type(try exchange.path("name")),
            let name = CharacteristicName.name(type)
        else {
            let names = CharacteristicName.all.map(\.name).joined(separator: ", ")
            throw Problem(.notFound, "There is no such characteristic. They are \(names).")
        }
        let session = try exchange.session()
        return CharacteristicJSON(name, try await exchange.blocking { try session.characteristic(type) })
    }

    // MARK: - Rings

    private static func summaries(_ exchange: Exchange, _ predicate: PredicateNode) async throws -> Response {
        let session = try exchange.session()
        let (summaries, sight) = try await exchange.blocking {
            let sight = try Sight(session, of: HKObjectType.activitySummaryType())
            return (try session.activitySummaries(predicate), sight)
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
        _ exchange: Exchange, _ question: MedicationQueryJSON
    ) async throws -> [HKUserAnnotatedMedication] {
        let session = try exchange.session()
        return try await exchange.blocking { try session.medications(question.predicate, limit: question.limit) }
    }

    // MARK: - Units and energy

    private static func units(_ exchange: Exchange) async throws -> [HKQuantityType: HKUnit] {
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
        return try await exchange.blocking { try session.preferredUnits(for: asked, locale: locale) }
    }

    private static func splitEnergy(
        _ exchange: Exchange, _ question: EnergySplitQueryJSON
    ) async throws -> EnergySplitJSON {
        let calendar = calendar(question.timeZone ?? .gmt)
        let session = try exchange.session()
        let (resting, active) = try await exchange.blocking {
            try session.splitEnergy(
                question.total, start: question.startDate, end: question.endDate, calendar: calendar)
        }
        return EnergySplitJSON(resting: resting, active: active)
    }

    private static func calendar(_ zone: TimeZone) -> Calendar {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        return calendar
    }
}
