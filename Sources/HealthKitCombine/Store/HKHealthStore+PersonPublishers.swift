// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenCombineShim
import OpenHealthKit

extension HKHealthStore {
    /// The rings of days, in order.
    /// - Parameter predicate: which days; nil for all.
    public func activitySummariesPublisher(
        _ predicate: NSPredicate? = nil
    ) -> HealthDataPublisher<[HKActivitySummary]> {
        HealthDataPublisher(self, HKActivitySummaryQueryDescriptor(predicate: predicate))
    }

    /// The apps and devices that have saved samples, in the order of their names.
    /// - Parameter predicate: the type of the samples, and what they have to fit.
    public func sourcesPublisher<Sample: HKSample>(
        _ predicate: HKSamplePredicate<Sample>
    ) -> HealthDataPublisher<[HKSource]> {
        HealthDataPublisher(self, HKSourceQueryDescriptor(predicate: predicate))
    }

    /// The medicines of the person, as far as they let the app see them one by one.
    /// - Parameters:
    ///   - predicate: what the medicines have to fit; nil for all.
    ///   - limit: the maximum number; nil for all.
    public func medicationsPublisher(
        _ predicate: NSPredicate? = nil, limit: Int? = nil
    ) -> HealthDataPublisher<[HKUserAnnotatedMedication]> {
        HealthDataPublisher(self, HKUserAnnotatedMedicationQueryDescriptor(predicate: predicate, limit: limit))
    }

    /// A characteristic of the person.
    ///
    ///     store.characteristicPublisher { try $0.dateOfBirthComponents() }.live
    ///
    /// - Parameter read: reads one of the characteristics from the store; where it throws `HKError.errorNoData` the value is
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
