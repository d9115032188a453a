// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthModel

extension RemoteSession {
    package func heartbeats(of uuid: UUID, from position: Int, limit: Int) async throws -> [SeriesHeartbeat] {
        try await call(
            SeriesRoutes.heartbeats, path: ["uuid": uuid.uuidString], query: Self.page(limit, after: String(position))
        ).elements
    }

    package func routePoints(
        of uuid: UUID, in interval: DateInterval?, after position: Int?, limit: Int
    ) async throws -> (points: [RoutePoint], end: Int) {
        var query = Self.page(limit, after: position.map(String.init))
        if let interval { query += [("from", APIDate.text(interval.start)), ("to", APIDate.text(interval.end))] }
        let page = try await call(SeriesRoutes.route, path: ["uuid": uuid.uuidString], query: query)
        // Nothing follows the last page.
        guard let cursor = page.cursor else { return (page.elements, Int.max >> 1) }
        guard let end = Int(cursor) else {
            throw HKError(
                .errorInvalidArgument, "The health server's answer has a cursor that is not a position in a route.")
        }
        return (page.elements, end)
    }

    package func voltages(of uuid: UUID) async throws -> (values: [Double], unit: HKUnit, rate: Double) {
        let answer = try await call(SeriesRoutes.voltages, path: ["uuid": uuid.uuidString])
        return (answer.voltages, answer.unit, answer.frequency)
    }

    package func readings(
        of uuid: UUID, type: HKQuantityType, after start: Double?, limit: Int
    ) async throws -> [SeriesQuantity] {
        try await call(
            SeriesRoutes.readings, path: ["uuid": uuid.uuidString],
            query: Self.page(limit, after: start.map { "\($0)" }) + [("type", type.identifier)]
        ).readings
    }

    private static func page(_ limit: Int, after cursor: String?) -> [(name: String, value: String)] {
        let limit = (name: "limit", value: String(max(1, min(limit, SeriesRoutes.maximumInPage))))
        return [limit] + (cursor.map { [("cursor", $0)] } ?? [])
    }
}
