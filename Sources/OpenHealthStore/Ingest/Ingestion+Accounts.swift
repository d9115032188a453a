// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// The activities that accounts only summarise, such as those entered by hand.
///
/// People round times, so that two activities can have the same dates, kind and source, in one account or in those of two persons. They are the
/// same if the account gives them one identifier, or if their sums agree.
extension Ingestion {
    /// Returns whether a workout of an import can be a stored one with the same dates, kind and source.
    func canBe(_ workout: WorkoutData, stored id: Int64) throws -> Bool {
        guard push == nil, let activity = Self.activity(workout.sample.metadata),
            let stored = try storedActivity(id, workout)
        else { return true }
        if activity == stored, MetadataPair.identifiesActivity(activity) { return true }
        return try !hasOtherSums(id, than: workout.statistics.filter { $0.sum != nil })
    }

    /// Reports a workout that is not added because a stored one has the same dates, kind, source and sums, though its account has another identifier
    /// for it.
    func noteOtherActivity(_ workout: WorkoutData, stored id: Int64) throws {
        guard let activity = Self.activity(workout.sample.metadata), MetadataPair.identifiesActivity(activity),
            let stored = try storedActivity(id, workout), MetadataPair.identifiesActivity(stored), stored != activity
        else { return }
        receipt.diagnose(
            ImportDiagnostic(
                severity: .warning, file: "", line: 0, element: "Workout",
                reason:
                    "an activity has the time, kind and totals of a stored one with another identifier; it was not added"
            ))
    }

    static func activity(_ metadata: [MetadataPair]) -> String? {
        metadata.first { $0.key == MetadataPair.activityKey }?.value
    }

    /// Returns the activity that a stored workout is; nil for workouts of files.
    private func storedActivity(_ id: Int64, _ workout: WorkoutData) throws -> String? {
        let type = types[try types.index(HKWorkoutTypeIdentifier)].number
        let few = try fewSamples(type: type, at: workout.sample.start.rounded(.down))
        guard let row = few?.first(where: { $0.id == id }), row.metadata >= 0 else { return nil }
        return Self.activity(try records.metadata(row.metadata).pairs)
    }
}
