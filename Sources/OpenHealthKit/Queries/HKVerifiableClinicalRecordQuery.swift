// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthSession

// Unchecked because its superclass is; what it adds never changes.
/// Reads signed records, such as certificates of vaccination.
///
/// Exports hold none, and apps cannot save them: a health database here has no such record, so that the list is empty.
open class HKVerifiableClinicalRecordQuery: HKQuery, @unchecked Sendable {
    private typealias Handler =
        @Sendable (
            HKVerifiableClinicalRecordQuery, [HKVerifiableClinicalRecord]?, (any Error)?
        ) -> Void

    /// The types of the records: all of these.
    public let recordTypes: [String]
    /// The kinds of certificates: any of these.
    public let sourceTypes: [HKVerifiableClinicalRecordSourceType]
    private let resultsHandler: Handler

    /// Creates a query for SMART Health Cards.
    /// - Parameters:
    ///   - recordTypes: what the records are about, all of these; at least one.
    ///   - predicate: what the records have to fit; nil for all.
    ///   - resultsHandler: takes the records, or an error.
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
    ///   - recordTypes: what the records are about, all of these; at least one.
    ///   - sourceTypes: the kinds of certificates, any of these; at least one.
    ///   - predicate: what the records have to fit; nil for all.
    ///   - resultsHandler: takes the records, or an error.
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
        await answer {
            try VerifiableClinicalRecords.read(context.session(), recordTypes, sourceTypes)
        } with: {
            resultsHandler(self, $0, $1)
        }
    }
}

/// The implementation of both forms of the query.
enum VerifiableClinicalRecords {
    /// Checks what is asked for. There is nothing to be found.
    static func read(
        _ session: any HealthSession, _ recordTypes: [String], _ sourceTypes: [HKVerifiableClinicalRecordSourceType]
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
