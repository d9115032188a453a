// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

// Unchecked because its superclass is; what it adds never changes.
/// Reads clinical documents, with what stands in them where that is asked for.
open class HKDocumentQuery: HKQuery, @unchecked Sendable {
    private typealias Handler = @Sendable (HKDocumentQuery, [HKDocumentSample]?, Bool, (any Error)?) -> Void

    /// The maximum number of documents; ``HKObjectQueryNoLimit`` for all.
    public let limit: Int
    /// The order of the documents; without one it is not said.
    public let sortDescriptors: [NSSortDescriptor]?
    /// Whether the documents come with what stands in them.
    public let includeDocumentData: Bool
    private let resultsHandler: Handler

    /// Creates a query.
    /// - Parameters:
    ///   - documentType: the type of the documents.
    ///   - predicate: what the documents have to fit; nil for all.
    ///   - limit: the maximum number; ``HKObjectQueryNoLimit`` for all.
    ///   - sortDescriptors: the order; nil for any.
    ///   - includeDocumentData: whether the documents come with what stands in them.
    ///   - resultsHandler: takes some documents at a time, and whether these were the last ones; or an error.
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
            // A page late, so that the last one is known for what it is. Documents are large.
            var held: [HKDocumentSample] = []
            var pages = try context.session().samplePages(query)
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
