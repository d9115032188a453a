// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthSession
import Synchronization

extension HKWorkoutBuilder {
    /// The types that people have zones of.
    private static let zoneTypes = [
        HKQuantityTypeIdentifier.heartRate, .cyclingPower, .runningPower,
    ].map { HKQuantityType($0) }

    /// Draws the zones of a type for this workout.
    /// - Parameters:
    ///   - configuration: the zones; nil for those that the person has.
    ///   - quantityType: what is measured.
    /// - Throws: an `HKError`, `errorInvalidArgument` for zones of another type, and after the end of the builder.
    public func setCustomZoneConfiguration(
        _ configuration: HKWorkoutZoneConfiguration?, for quantityType: HKQuantityType
    ) async throws {
        guard configuration == nil || configuration?.quantityType == quantityType else {
            throw HKError(.errorInvalidArgument, "The zones are not of \(quantityType.identifier).")
        }
        try recording.withLock { recording in
            // Before the workout begins is the time for it.
            if recording.phase != .new { _ = try recording.start() }
            recording.customZones[quantityType] = configuration
        }
    }

    /// The zones of a type: those that the app drew, else those that the person has.
    /// - Returns: nil where there are none.
    /// - Throws: an `HKError`.
    public func zoneConfiguration(for quantityType: HKQuantityType) async throws -> HKWorkoutZoneConfiguration? {
        if let zones = recording.withLock({ $0.zones(for: quantityType) }) { return zones }
        return try await store.preferredWorkoutZoneConfiguration(for: quantityType)
    }

    /// The time spent in the zones of a type so far; nil where there are no zones, or no samples.
    public func zoneGroup(for quantityType: HKQuantityType) -> HKWorkoutZoneGroup? {
        recording.withLock { $0 }.zoneGroup(for: quantityType, now: work.now)
    }

    /// Takes over the zones that the person has, where the app may know them.
    func readPreferredZones(_ session: any HealthSession) async {
        for type in Self.zoneTypes {
            // A workout can do without.
            guard let zones = try? await session.latestZoneConfiguration(for: type) else { continue }
            recording.withLock { $0.preferredZones[type] = zones }
        }
    }
}
