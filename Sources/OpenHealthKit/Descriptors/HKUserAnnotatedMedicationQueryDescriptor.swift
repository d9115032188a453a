// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthSession

// Unchecked because NSPredicate is not marked as Sendable on Linux, although predicates are immutable.
/// A query for the person's medications with one result. It returns the medications that the person allows the app to read.
public struct HKUserAnnotatedMedicationQueryDescriptor: HKAsyncQuery, AccessQuery, @unchecked Sendable {
    /// The medications.
    public typealias Output = [HKUserAnnotatedMedication]

    /// The predicate of the medications; nil for all.
    public var predicate: NSPredicate?
    /// The maximum number; nil for no limit.
    public var limit: Int?

    /// Creates a descriptor with the given properties.
    public init(predicate: NSPredicate? = nil, limit: Int? = nil) {
        self.predicate = predicate
        self.limit = limit
    }

    /// Returns the medications.
    /// - Throws: An `HKError`: `errorAuthorizationNotDetermined` if the app has not requested permission.
    public func result(for healthStore: HKHealthStore) async throws -> [HKUserAnnotatedMedication] {
        try await read(healthStore) { context in try await fetch(context.access()) }
    }

    package func fetch(_ access: any HealthAccess) async throws -> [HKUserAnnotatedMedication] {
        try await access.medications(PredicateNode(predicate), limit: QueryLimit.checked(limit))
    }

    package var interest: ChangeInterest { ChangeInterest(topics: [.medications, .permissions]) }
}
