// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthModel

extension RemoteSession {
    package func heartbeats(of uuid: UUID, from position: Int, limit: Int) async throws -> [SeriesHeartbeat] {
        let request = DaemonRequest(
            .get, "/v1/samples/\(uuid.uuidString)/heartbeats", query: Self.page(limit, after: String(position)))
        return try await json(request) { (json) throws(Problem) in
            try json.list("heartbeats") { (beat) throws(Problem) in try HeartbeatJSON(beat).beat }
        }
    }

    package func routePoints(
        of uuid: UUID, in interval: DateInterval?, after position: Int?, limit: Int
    ) async throws -> (points: [RoutePoint], end: Int) {
        var request = DaemonRequest(
            .get, "/v1/samples/\(uuid.uuidString)/route", query: Self.page(limit, after: position.map(String.init)))
        if let interval {
            request.query += [("from", APIDate.text(interval.start)), ("to", APIDate.text(interval.end))]
        }
        return try await json(request) { (json) throws(Problem) in
            let points = try json.list("points") { (point) throws(Problem) in try RoutePointJSON(point).point }
            let cursor = try json.optional("cursor")
            let end = try cursor.map { (cursor) throws(Problem) in
                guard let end = Int(try cursor.string()) else { throw cursor.problem("This is no place in a route.") }
                return end
            }
            // Behind the last page there is nothing, wherever one looks from.
            return (points, end ?? Int.max >> 1)
        }
    }

    package func voltages(of uuid: UUID) async throws -> (values: [Double], unit: HKUnit, rate: Double) {
        try await json(DaemonRequest(.get, "/v1/samples/\(uuid.uuidString)/voltages")) { (json) throws(Problem) in
            (
                values: try json.list("voltages") { (value) throws(Problem) in try value.double() },
                unit: try json.required("unit").unit(), rate: try json.required("frequency").double()
            )
        }
    }

    package func readings(
        of uuid: UUID, type: HKQuantityType, after start: Double?, limit: Int
    ) async throws -> [SeriesQuantity] {
        var request = DaemonRequest(
            .get, "/v1/samples/\(uuid.uuidString)/readings", query: Self.page(limit, after: start.map { "\($0)" }))
        request.query.append(("type", type.identifier))
        return try await json(request) { (json) throws(Problem) in
            try json.list("readings") { (reading) throws(Problem) in try ReadingJSON(reading).reading }
        }
    }

    private static func page(_ limit: Int, after cursor: String?) -> [(name: String, value: String)] {
        let limit = (name: "limit", value: String(max(1, min(limit, SeriesRoutes.mostInPage))))
        return [limit] + (cursor.map { [("cursor", $0)] } ?? [])
    }
}
