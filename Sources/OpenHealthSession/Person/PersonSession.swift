// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// Access to the data of the person other than samples: characteristics, units, activity summaries and medications.
///
/// Methods throw an `HKError`, or `CancellationError` if the task was cancelled.
package protocol PersonSession: Sendable {
    /// Returns a characteristic in the form of Apple's exports; `nil` if it is not set or not readable.
    func characteristic(_ type: HKCharacteristicType) async throws -> String?
    /// Returns the year, month and day of birth; `nil` if they are not set or not readable.
    func dateOfBirth() async throws -> DateComponents?
    /// Returns the person's preferred units.
    func preferredUnits(for types: Set<HKQuantityType>, locale: Locale) async throws -> [HKQuantityType: HKUnit]
    /// Returns the activity summaries that match a predicate, ordered by date.
    func activitySummaries(_ predicate: PredicateNode) async throws -> [HKActivitySummary]
    /// Returns the medications that the app may read and that match a predicate.
    func medications(_ predicate: PredicateNode, limit: Int?) async throws -> [HKUserAnnotatedMedication]
}
