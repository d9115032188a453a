// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

// Unchecked because NSPredicate is not marked as Sendable on Linux, although predicates are immutable.
/// A query for verifiable clinical records, such as vaccination certificates, with one result; see
/// ``HKVerifiableClinicalRecordQuery``.
public struct HKVerifiableClinicalRecordQueryDescriptor: HKAsyncQuery, @unchecked Sendable {
    /// The records.
    public typealias Output = [HKVerifiableClinicalRecord]

    /// The types of the records; a record must have all of these.
    public var recordTypes: [HKVerifiableClinicalRecordCredentialType]
    /// The source types of the records; a record must have one of these.
    public var sourceTypes: [HKVerifiableClinicalRecordSourceType]
    /// The predicate of the records; nil for all.
    public var predicate: NSPredicate?

    /// Creates a descriptor with the given properties.
    public init(
        recordTypes: [HKVerifiableClinicalRecordCredentialType], sourceTypes: [HKVerifiableClinicalRecordSourceType],
        predicate: NSPredicate? = nil
    ) {
        self.recordTypes = recordTypes
        self.sourceTypes = sourceTypes
        self.predicate = predicate
    }

    /// Returns the records.
    /// - Throws: An `HKError`: `errorInvalidArgument` if the types of records or sources are empty.
    public func result(for healthStore: HKHealthStore) async throws -> [HKVerifiableClinicalRecord] {
        try await read(healthStore) { context in
            try VerifiableClinicalRecords.read(context.access(), recordTypes.map(\.rawValue), sourceTypes)
        }
    }
}
