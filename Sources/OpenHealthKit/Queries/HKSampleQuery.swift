// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

// Unchecked because its superclass is; what it adds never changes.
/// Reads the samples of one type or of several, once.
open class HKSampleQuery: HKQuery, @unchecked Sendable {
    /// Takes the samples, or an error.
    private typealias Handler = @Sendable (HKSampleQuery, [HKSample]?, (any Error)?) -> Void

    /// The maximum number of samples; ``HKObjectQueryNoLimit`` for all.
    public let limit: Int
    /// The order of the samples; without one it is not said.
    public let sortDescriptors: [NSSortDescriptor]?
    private let descriptors: [HKQueryDescriptor]
    private let resultsHandler: Handler

    /// Creates a query for the samples of one type.
    /// - Parameters:
    ///   - sampleType: the type.
    ///   - predicate: what the samples have to fit; nil for all.
    ///   - limit: the maximum number; ``HKObjectQueryNoLimit`` for all.
    ///   - sortDescriptors: the order: `HKSampleSortIdentifierStartDate` and the like; nil for any.
    ///   - resultsHandler: takes the samples, or an error.
    @preconcurrency
    public init(
        sampleType: HKSampleType, predicate: NSPredicate?, limit: Int, sortDescriptors: [NSSortDescriptor]?,
        resultsHandler: @escaping @Sendable (HKSampleQuery, [HKSample]?, (any Error)?) -> Void
    ) {
        self.limit = limit
        self.sortDescriptors = sortDescriptors
        self.resultsHandler = resultsHandler
        descriptors = [HKQueryDescriptor(sampleType: sampleType, predicate: predicate)]
        super.init(objectType: sampleType, predicate: predicate)
    }

    /// Creates a query for the samples of several types, in any order.
    /// - Parameters:
    ///   - queryDescriptors: the types, and what their samples have to fit.
    ///   - limit: the maximum number, of all types together; ``HKObjectQueryNoLimit`` for all.
    ///   - resultsHandler: takes the samples, or an error.
    @preconcurrency
    public init(
        queryDescriptors: [HKQueryDescriptor], limit: Int,
        resultsHandler: @escaping @Sendable (HKSampleQuery, [HKSample]?, (any Error)?) -> Void
    ) {
        self.limit = limit
        sortDescriptors = nil
        self.resultsHandler = resultsHandler
        descriptors = queryDescriptors
        super.init(objectType: queryDescriptors.onlyType, predicate: queryDescriptors.onlyPredicate)
    }

    /// Creates a query for the samples of several types.
    /// - Parameters:
    ///   - queryDescriptors: the types, and what their samples have to fit.
    ///   - limit: the maximum number, of all types together; ``HKObjectQueryNoLimit`` for all.
    ///   - sortDescriptors: the order of all of them: `HKSampleSortIdentifierStartDate` and the like.
    ///   - resultsHandler: takes the samples, or an error.
    @preconcurrency
    public init(
        queryDescriptors: [HKQueryDescriptor], limit: Int, sortDescriptors: [NSSortDescriptor],
        resultsHandler: @escaping @Sendable (HKSampleQuery, [HKSample]?, (any Error)?) -> Void
    ) {
        self.limit = limit
        self.sortDescriptors = sortDescriptors
        self.resultsHandler = resultsHandler
        descriptors = queryDescriptors
        super.init(objectType: queryDescriptors.onlyType, predicate: queryDescriptors.onlyPredicate)
    }

    override func run(_ context: HealthContext) async {
        await answer {
            let query = SampleQuery(
                try descriptors.parts, order: try SampleQuery.Order.orders(sortDescriptors),
                limit: try QueryLimit.checked(limit))
            return try await context.session().samples(query).withoutDocuments
        } with: {
            resultsHandler(self, $0, $1)
        }
    }
}

extension [HKSample] {
    /// The samples as sample queries hand them out: documents come from ``HKDocumentQuery`` alone.
    var withoutDocuments: [HKSample] {
        guard contains(where: { $0 is HKCDADocumentSample }) else { return self }
        return map { sample in
            guard sample is HKCDADocumentSample else { return sample }
            return HKCDADocumentSample(
                document: nil, startDate: sample.startDate, endDate: sample.endDate, fields: sample.fields)
        }
    }
}
