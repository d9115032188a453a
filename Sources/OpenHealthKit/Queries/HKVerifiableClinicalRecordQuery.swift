// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthSession

// Unchecked because its superclass is; the properties of this class are immutable.
/// A query for verifiable clinical records, such as vaccination certificates.
///
/// Exports contain no such records and apps cannot save them, so the result is always empty.
open class HKVerifiableClinicalRecordQuery: HKQuery, @unchecked Sendable {
    private typealias Handler =
        @Sendable (
            HKVerifiableClinicalRecordQuery, [HKVerifiableClinicalRecord]?, (any Error)?
        ) -> Void

    /// The types of the records; a record must have all of these.
    public let recordTypes: [String]
    /// The source types of the records; a record must have one of these.
    public let sourceTypes: [HKVerifiableClinicalRecordSourceType]
    private let resultsHandler: Handler

    /// Creates a query for SMART Health Cards.
    /// - Parameters:
    ///   - recordTypes: The types of the records, all of which a record must have; at least one.
    ///   - predicate: A predicate for the records, or nil for all.
    ///   - resultsHandler: Receives the records, or an error.
    @preconcurrency
    public convenience init(
        recordTypes: [String], predicate: NSPredicate?,
        resultsHandler:
            @escaping @Sendable (HKVerifiableClinicalRecordQuery, [HKVerifiableClinicalRecord]?, (any Error)?) -> Void
    ) {
        self.init(
            recordTypes: recordTypes, sourceTypes: [.smartHealthCard], predicate: predicate,
            resultsHandler: resultsHandler)
    }

    /// Creates a query.
    /// - Parameters:
    ///   - recordTypes: The types of the records, all of which a record must have; at least one.
    ///   - sourceTypes: The source types, one of which a record must have; at least one.
    ///   - predicate: A predicate for the records, or nil for all.
    ///   - resultsHandler: Receives the records, or an error.
    @preconcurrency
    public init(
        recordTypes: [String], sourceTypes: [HKVerifiableClinicalRecordSourceType], predicate: NSPredicate?,
        resultsHandler:
            @escaping @Sendable (HKVerifiableClinicalRecordQuery, [HKVerifiableClinicalRecord]?, (any Error)?) -> Void
    ) {
        self.recordTypes = recordTypes
        self.sourceTypes = sourceTypes
        self.resultsHandler = resultsHandler
        super.init(objectType: nil, predicate: predicate)
    }

    override func run(_ context: HealthContext) async {
        await finish {
            try VerifiableClinicalRecords.read(context.access(), recordTypes, sourceTypes)
        } with: {
            resultsHandler(self, $0, $1)
        }
    }
}

/// The implementation of both forms of the query.
enum VerifiableClinicalRecords {
    /// Validates the arguments. The result is always empty.
    static func read(
        _ access: any HealthAccess, _ recordTypes: [String], _ sourceTypes: [HKVerifiableClinicalRecordSourceType]
    ) throws(HKError) -> [HKVerifiableClinicalRecord] {
        if recordTypes.isEmpty {
            throw HKError(.errorInvalidArgument, "The query names no types of records. Give at least one.")
        }
        if sourceTypes.isEmpty {
            throw HKError(.errorInvalidArgument, "The query names no kinds of certificates. Give at least one.")
        }
        return []
    }
}
