// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// Methods that read the measurements of series: heartbeats, routes, voltages and readings.
///
/// Methods throw an `HKError`, or `CancellationError` if the task was cancelled.
package protocol SeriesSession: Sendable {
    /// Returns heartbeats of a series in order, starting at an index.
    func heartbeats(of uuid: UUID, from position: Int, limit: Int) async throws -> [SeriesHeartbeat]
    /// Returns points of a route in order, and the position of the last one.
    func routePoints(
        of uuid: UUID, in interval: DateInterval?, after position: Int?, limit: Int
    ) async throws -> (points: [RoutePoint], end: Int)
    /// Returns the voltages of an electrocardiogram in order, their unit, and their rate in hertz.
    func voltages(of uuid: UUID) async throws -> (values: [Double], unit: HKUnit, rate: Double)
    /// Returns readings of a quantity sample in order of their start, after a given start.
    func readings(of uuid: UUID, type: HKQuantityType, after start: Double?, limit: Int) async throws
        -> [SeriesQuantity]
}
