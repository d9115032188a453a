// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthSession

extension LocalSession {
    package func heartbeats(of uuid: UUID, from position: Int, limit: Int) async throws -> [SeriesHeartbeat] {
        try await perform { try $0.heartbeats(of: uuid, from: position, limit: limit) }
    }

    package func routePoints(
        of uuid: UUID, in interval: DateInterval?, after position: Int?, limit: Int
    ) async throws -> (points: [RoutePoint], end: Int) {
        try await perform { try $0.routePoints(of: uuid, in: interval, after: position, limit: limit) }
    }

    package func voltages(of uuid: UUID) async throws -> (values: [Double], unit: HKUnit, rate: Double) {
        try await perform { try $0.voltages(of: uuid) }
    }

    package func readings(of uuid: UUID, type: HKQuantityType, after start: Double?, limit: Int) async throws
        -> [SeriesQuantity]
    {
        try await perform { try $0.readings(of: uuid, type: type, after: start, limit: limit) }
    }
}
