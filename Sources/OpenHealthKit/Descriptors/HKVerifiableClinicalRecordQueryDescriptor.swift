// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

// Unchecked because NSPredicate is not marked as safe to share on Linux, though a predicate never changes.
/// Asks for signed records, such as certificates of vaccination, once; see ``HKVerifiableClinicalRecordQuery``.
public struct HKVerifiableClinicalRecordQueryDescriptor: HKAsyncQuery, @unchecked Sendable {
    /// The records.
    public typealias Output = [HKVerifiableClinicalRecord]

    /// The types of the records: all of these.
    public var recordTypes: [HKVerifiableClinicalRecordCredentialType]
    /// The kinds of certificates: any of these.
    public var sourceTypes: [HKVerifiableClinicalRecordSourceType]
    /// The predicate of the records; nil for all.
    public var predicate: NSPredicate?

    /// Creates a descriptor; see the properties.
    public init(
        recordTypes: [HKVerifiableClinicalRecordCredentialType], sourceTypes: [HKVerifiableClinicalRecordSourceType],
        predicate: NSPredicate? = nil
    ) {
        self.recordTypes = recordTypes
        self.sourceTypes = sourceTypes
        self.predicate = predicate
    }

    /// Reads the records.
    /// - Throws: an `HKError`, `errorInvalidArgument` where no types of records or certificates are named.
    public func result(for healthStore: HKHealthStore) async throws -> [HKVerifiableClinicalRecord] {
        try await read(healthStore) { context in
            try VerifiableClinicalRecords.read(context.session(), recordTypes.map(\.rawValue), sourceTypes)
        }
    }
}
