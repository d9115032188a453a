// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenCombineShim
import OpenHealthKit

extension HKHealthStore {
    /// Returns a publisher of activity summaries, sorted by day.
    /// - Parameter predicate: A predicate for the summaries, or nil for all.
    public func activitySummariesPublisher(
        _ predicate: NSPredicate? = nil
    ) -> HealthDataPublisher<[HKActivitySummary]> {
        HealthDataPublisher(self, HKActivitySummaryQueryDescriptor(predicate: predicate))
    }

    /// Returns a publisher of the sources, which are apps and devices, that have saved samples, sorted by name.
    /// - Parameter predicate: The type and the predicate of the samples.
    public func sourcesPublisher<Sample: HKSample>(
        _ predicate: HKSamplePredicate<Sample>
    ) -> HealthDataPublisher<[HKSource]> {
        HealthDataPublisher(self, HKSourceQueryDescriptor(predicate: predicate))
    }

    /// Returns a publisher of the person's medications that they allow the app to read.
    /// - Parameters:
    ///   - predicate: A predicate for the medications, or nil for all.
    ///   - limit: The maximum number; nil for no limit.
    public func medicationsPublisher(
        _ predicate: NSPredicate? = nil, limit: Int? = nil
    ) -> HealthDataPublisher<[HKUserAnnotatedMedication]> {
        HealthDataPublisher(self, HKUserAnnotatedMedicationQueryDescriptor(predicate: predicate, limit: limit))
    }

    /// Returns a publisher of a characteristic of the person.
    ///
    ///     store.characteristicPublisher { try $0.dateOfBirthComponents() }.live
    ///
    /// - Parameter read: A closure that reads a characteristic from the store. If it throws `HKError.errorNoData`, the value is
    ///   nil.
    public func characteristicPublisher<Value: Sendable>(
        _ read: @escaping @Sendable (HKHealthStore) throws -> Value
    ) -> HealthDataPublisher<Value?> {
        HealthDataPublisher(self, ChangeInterest(topics: [.characteristics, .permissions])) { _ in
            do {
                return try read(self)
            } catch HKError.errorNoData {
                return nil
            }
        }
    }
}
