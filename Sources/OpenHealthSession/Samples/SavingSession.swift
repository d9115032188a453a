// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// Methods that save and delete the samples of an app.
///
/// Methods throw an `HKError`, or `CancellationError` if the task was cancelled.
package protocol SavingSession: Sendable {
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
