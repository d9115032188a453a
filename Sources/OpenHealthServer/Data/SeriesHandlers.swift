// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthAccess
import OpenHealthModel
import OpenHealthStore
import Hummingbird

/// Answers the routes about what is inside a sample.
enum SeriesHandlers {
    static let bindings: [RouteBinding] = [
        RouteBinding(SeriesRoutes.route, route),
        RouteBinding(SeriesRoutes.voltages, voltages),
        RouteBinding(SeriesRoutes.heartbeats, heartbeats),
        RouteBinding(SeriesRoutes.readings, readings),
    ]

    private static func route(_ exchange: Exchange) async throws -> Response {
        let query = QueryText(exchange)
        let (uuid, session) = (try query.uuid(), try exchange.session())
        let (from, to) = (try query.date("from"), try query.date("to"))
        return try await MeasurementPages(key: "points") { cursor, limit in
            let (points, end) = try session.routePoints(
                of: uuid, from: from, through: to, after: try position(cursor), limit: limit)
            return MeasurementPages.Page(
                elements: points.map { RoutePointJSON($0).json }, end: points.count < limit ? nil : String(end))
        }.answer(exchange)
    }

    private static func heartbeats(_ exchange: Exchange) async throws -> Response {
        let (uuid, session) = (try QueryText(exchange).uuid(), try exchange.session())
        return try await MeasurementPages(key: "heartbeats") { cursor, limit in
            let position = try position(cursor) ?? 0
            let beats = try session.heartbeats(of: uuid, from: position, limit: limit)
            return MeasurementPages.Page(
                elements: beats.map { HeartbeatJSON($0).json },
                end: beats.count < limit ? nil : String(position + beats.count))
        }.answer(exchange)
    }

    private static func readings(_ exchange: Exchange) async throws -> Response {
        let query = QueryText(exchange)
        let (uuid, session) = (try query.uuid(), try exchange.session())
        let type: HKQuantityType
        if let given = try query.type(as: HKQuantityType.self) {
            type = given
        } else {
            let found = try await exchange.blocking { try session.sampleType(of: uuid) }
            guard let quantityType = found as? HKQuantityType else {
                throw Problem(.invalidArgument, "A sample of \(found.identifier) has no readings.")
            }
            type = quantityType
        }
        let unit = [("unit", JSONValue.string(type.canonicalUnit.unitString))]
        return try await MeasurementPages(key: "readings", facts: unit) { cursor, limit in
            let start = try cursor.map { text in
                guard let start = Double(text), start.isFinite else { throw unknownCursor }
                return start
            }
            let readings = try session.readings(of: uuid, type: type, after: start, limit: limit)
            return MeasurementPages.Page(
                elements: readings.map { ReadingJSON($0).json },
                end: readings.count < limit ? nil : readings.last.map { "\($0.start)" })
        }.answer(exchange)
    }

    private static func voltages(_ exchange: Exchange) async throws -> Response {
        let (uuid, session) = (try QueryText(exchange).uuid(), try exchange.session())
        // Half a minute of voltages is one page.
        let ((values, unit, rate), sight) = try await exchange.blocking {
            let sight = try Sight(session, of: HKObjectType.electrocardiogramType())
            return (try session.voltages(of: uuid), sight)
        }
        let name = JSONValue.string(unit.unitString)
        guard exchange.wantsLines else {
            return exchange.answer(
                .object([
                    ("unit", name), ("frequency", .double(rate)), ("voltages", .array(values.map(JSONValue.double))),
                ]))
        }
        return exchange.answer(lines: Array(values.indices), sight: sight) { index in
            .object([("time", .double(Double(index) / rate)), ("value", .double(values[index])), ("unit", name)])
        }
    }

    private static func position(_ cursor: String?) throws(Problem) -> Int? {
        guard let cursor else { return nil }
        guard let position = Int(cursor), position >= 0 else { throw unknownCursor }
        return position
    }

    private static var unknownCursor: Problem {
        let detail = "This is no cursor of this list. Send the one that the page before came with."
        return Problem(.invalidArgument, "The parameter cursor: \(detail)", faults: [Problem.Fault("?cursor", detail)])
    }
}
