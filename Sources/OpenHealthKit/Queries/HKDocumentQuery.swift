// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

// Unchecked because its superclass is; the properties of this class are immutable.
/// A query for clinical documents, with or without their contents.
open class HKDocumentQuery: HKQuery, @unchecked Sendable {
    private typealias Handler = @Sendable (HKDocumentQuery, [HKDocumentSample]?, Bool, (any Error)?) -> Void

    /// The maximum number of documents; ``HKObjectQueryNoLimit`` for no limit.
    public let limit: Int
    /// The order of the documents; unspecified if nil.
    public let sortDescriptors: [NSSortDescriptor]?
    /// A Boolean value that indicates whether the results include the contents of the documents.
    public let includeDocumentData: Bool
    private let resultsHandler: Handler

    /// Creates a query.
    /// - Parameters:
    ///   - documentType: The type of the documents.
    ///   - predicate: A predicate for the documents, or nil for all.
    ///   - limit: The maximum number; ``HKObjectQueryNoLimit`` for no limit.
    ///   - sortDescriptors: The order; nil for an unspecified order.
    ///   - includeDocumentData: Whether the results include the contents of the documents.
    ///   - resultsHandler: Receives some of the documents, and whether they are the last ones; or an error.
    @preconcurrency
    public init(
        documentType: HKDocumentType, predicate: NSPredicate?, limit: Int, sortDescriptors: [NSSortDescriptor]?,
        includeDocumentData: Bool,
        resultsHandler: @escaping @Sendable (HKDocumentQuery, [HKDocumentSample]?, Bool, (any Error)?) -> Void
    ) {
        self.limit = limit
        self.sortDescriptors = sortDescriptors
        self.includeDocumentData = includeDocumentData
        self.resultsHandler = resultsHandler
        super.init(objectType: documentType, predicate: predicate)
    }

    override func run(_ context: HealthContext) async {
        do {
            guard let sampleType else { throw HKError(.errorInvalidArgument, "The query has no type.") }
            let query = SampleQuery(
                [SampleQuery.Part(sampleType, condition)], order: try SampleQuery.Order.orders(sortDescriptors),
                limit: try QueryLimit.checked(limit))
            // Each page is reported after the next one was read, in order to mark the last page. Pages are small because
            // documents are large.
            var held: [HKDocumentSample] = []
            var pages = try context.access().samplePages(query)
            while isRunning, let page = try await pages.next(10), isRunning {
                if !held.isEmpty { resultsHandler(self, held, false, nil) }
                let samples = includeDocumentData ? page : page.withoutDocuments
                held = samples.compactMap { $0 as? HKDocumentSample }
            }
            if isRunning { resultsHandler(self, held, true, nil) }
        } catch {
            if isRunning { resultsHandler(self, nil, true, error) }
        }
        finish()
    }
}
