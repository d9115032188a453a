// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// Methods that read samples.
///
/// Methods throw an `HKError`, or `CancellationError` if the task was cancelled.
package protocol SampleReading: Sendable {
    /// Returns the samples that match a query and that the app may read.
    func samples(_ query: SampleQuery) async throws -> [HKSample]
    /// Returns the samples of several queries from one snapshot.
    func samples(_ queries: [SampleQuery]) async throws -> [[HKSample]]
    /// Returns the samples of a query in pages, each read when it is needed.
    func samplePages(_ query: SampleQuery) -> any SamplePaging
    /// Returns the sources of the matching samples that the app may read.
    func sources(_ part: SampleQuery.Part) async throws -> Set<HKSource>
    /// Returns correlations. For each type in `members`, at least one member of that type matches the predicate.
    func correlations(_ part: SampleQuery.Part, members: [HKSampleType: PredicateNode]) async throws -> [HKCorrelation]
    /// Returns an object that the app has saved; `nil` if it does not exist.
    func ownObject(_ uuid: UUID) async throws -> HKSample?
}

/// The samples of a query, read page by page.
package protocol SamplePaging: Sendable {
    /// Returns the next samples; `nil` after the last ones.
    /// - Parameter size: The maximum number of samples.
    /// - Throws: An `HKError`, `errorAuthorizationNotDetermined`, for a type for which the app has not requested authorization.
    mutating func next(_ size: Int) async throws -> [HKSample]?
}

/// Methods that read the measurements of series: heartbeats, routes, voltages and readings.
///
/// Methods throw an `HKError`, or `CancellationError` if the task was cancelled.
package protocol SeriesReading: Sendable {
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

/// Methods that save and delete the samples of an app.
///
/// Methods throw an `HKError`, or `CancellationError` if the task was cancelled.
package protocol SampleSaving: Sendable {
    /// Saves objects: all, or none if an error is thrown.
    func save(_ objects: [HKObject]) async throws
    /// Saves samples with the measurements of series, and adds samples to a workout.
    /// - Returns: The stored UUID of each element of `samples`.
    @discardableResult
    func save(
        _ samples: [(HKSample, SeriesMeasurements?)], adding members: [HKSample], to workout: UUID?, savesMissing: Bool
    ) async throws -> [UUID]
    /// Saves the samples that the store does not contain yet.
    /// - Returns: The stored UUID of each sample.
    func saveNew(_ samples: [HKSample]) async throws -> [UUID]
    /// Throws an error unless the app may save samples of the types.
    func checkMaySave(_ types: [HKSampleType]) async throws
    /// Deletes objects that the app has saved: all, or none if an error is thrown.
    func delete(_ objects: [HKObject]) async throws
    /// Deletes the samples of a type that the app has saved and that match a predicate, and returns their number.
    func deleteObjects(of type: HKObjectType, predicate: PredicateNode) async throws -> Int
}

extension SampleSaving {
    /// Saves samples with the measurements of series, and adds samples to a workout.
    @discardableResult
    package func save(
        _ samples: [(HKSample, SeriesMeasurements?)], adding members: [HKSample] = [], to workout: UUID? = nil
    ) async throws -> [UUID] {
        try await save(samples, adding: members, to: workout, savesMissing: true)
    }
}
