// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthSession
import Synchronization

extension HKWorkoutBuilder {
    /// The types that have training zones.
    private static let zoneTypes = [
        HKQuantityTypeIdentifier.heartRate, .cyclingPower, .runningPower,
    ].map { HKQuantityType($0) }

    /// Sets the zones of a type for this workout.
    /// - Parameters:
    ///   - configuration: The zones, or nil for the person's zones.
    ///   - quantityType: The type of the quantity.
    /// - Throws: An `HKError`: `errorInvalidArgument` if the zones are those of another type or the builder has ended.
    public func setCustomZoneConfiguration(
        _ configuration: HKWorkoutZoneConfiguration?, for quantityType: HKQuantityType
    ) async throws {
        guard configuration == nil || configuration?.quantityType == quantityType else {
            throw HKError(.errorInvalidArgument, "The zones are not of \(quantityType.identifier).")
        }
        try recording.withLock { recording in
            // Zones can also be set before the workout begins.
            if recording.phase != .new { _ = try recording.start() }
            recording.customZones[quantityType] = configuration
        }
    }

    /// Returns the zones of a type: those set by the app, otherwise those of the person.
    /// - Returns: The configuration, or nil if there is none.
    /// - Throws: An `HKError`.
    public func zoneConfiguration(for quantityType: HKQuantityType) async throws -> HKWorkoutZoneConfiguration? {
        if let zones = recording.withLock({ $0.zones(for: quantityType) }) { return zones }
        return try await store.preferredWorkoutZoneConfiguration(for: quantityType)
    }

    /// Returns the time spent in the zones of a type so far, or nil if there are no zones or no samples.
    public func zoneGroup(for quantityType: HKQuantityType) -> HKWorkoutZoneGroup? {
        recording.withLock { $0 }.zoneGroup(for: quantityType, now: work.now)
    }

    /// Reads the person's zones, if the app may read them.
    func readPreferredZones(_ session: any HealthSession) async {
        for type in Self.zoneTypes {
            // A workout does not require zones.
            guard let zones = try? await session.latestZoneConfiguration(for: type) else { continue }
            recording.withLock { $0.preferredZones[type] = zones }
        }
    }
}
