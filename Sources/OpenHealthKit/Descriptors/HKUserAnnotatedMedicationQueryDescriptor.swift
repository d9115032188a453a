// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthSession

// Unchecked because NSPredicate is not marked as safe to share on Linux, though a predicate never changes.
/// Asks for the medicines of the person, as far as they let the app see them one by one; once.
public struct HKUserAnnotatedMedicationQueryDescriptor: HKAsyncQuery, SessionQuestion, @unchecked Sendable {
    /// The medicines.
    public typealias Output = [HKUserAnnotatedMedication]

    /// The predicate of the medications; nil for all.
    public var predicate: NSPredicate?
    /// The maximum number; nil for all.
    public var limit: Int?

    /// Creates a descriptor; see the properties.
    public init(predicate: NSPredicate? = nil, limit: Int? = nil) {
        self.predicate = predicate
        self.limit = limit
    }

    /// Reads the medicines.
    /// - Throws: an `HKError`, `errorAuthorizationNotDetermined` where the app has not asked.
    public func result(for healthStore: HKHealthStore) async throws -> [HKUserAnnotatedMedication] {
        try await read(healthStore) { context in try await answer(context.session()) }
    }

    package func answer(_ session: any HealthSession) async throws -> [HKUserAnnotatedMedication] {
        try await session.medications(PredicateNode(predicate), limit: QueryLimit.checked(limit))
    }

    package var interest: ChangeInterest { ChangeInterest(topics: [.medications, .permissions]) }
}
