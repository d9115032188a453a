// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

// Unchecked because its superclass is; the properties of this class are immutable.
/// A query for the samples of one or several types.
open class HKSampleQuery: HKQuery, @unchecked Sendable {
    /// Receives the samples, or an error.
    private typealias Handler = @Sendable (HKSampleQuery, [HKSample]?, (any Error)?) -> Void

    /// The maximum number of samples; ``HKObjectQueryNoLimit`` for no limit.
    public let limit: Int
    /// The order of the samples; unspecified if nil.
    public let sortDescriptors: [NSSortDescriptor]?
    private let descriptors: [HKQueryDescriptor]
    private let resultsHandler: Handler

    /// Creates a query for the samples of one type.
    /// - Parameters:
    ///   - sampleType: The type.
    ///   - predicate: A predicate for the samples, or nil for all.
    ///   - limit: The maximum number; ``HKObjectQueryNoLimit`` for no limit.
    ///   - sortDescriptors: The order, such as `HKSampleSortIdentifierStartDate`; nil for an unspecified order.
    ///   - resultsHandler: Receives the samples, or an error.
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

    /// Creates a query for the samples of several types in an unspecified order.
    /// - Parameters:
    ///   - queryDescriptors: The types, each with a predicate for its samples.
    ///   - limit: The maximum number of samples of all types; ``HKObjectQueryNoLimit`` for no limit.
    ///   - resultsHandler: Receives the samples, or an error.
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
    ///   - queryDescriptors: The types, each with a predicate for its samples.
    ///   - limit: The maximum number of samples of all types; ``HKObjectQueryNoLimit`` for no limit.
    ///   - sortDescriptors: The order of the samples of all types, such as `HKSampleSortIdentifierStartDate`.
    ///   - resultsHandler: Receives the samples, or an error.
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
        await finish {
            let query = SampleQuery(
                try descriptors.parts, order: try SampleQuery.Order.orders(sortDescriptors),
                limit: try QueryLimit.checked(limit))
            return try await context.access().samples(query).withoutDocuments
        } with: {
            resultsHandler(self, $0, $1)
        }
    }
}

extension [HKSample] {
    /// The samples without documents, which only ``HKDocumentQuery`` returns.
    var withoutDocuments: [HKSample] {
        guard contains(where: { $0 is HKCDADocumentSample }) else { return self }
        return map { sample in
            guard sample is HKCDADocumentSample else { return sample }
            return HKCDADocumentSample(
                document: nil, startDate: sample.startDate, endDate: sample.endDate, fields: sample.fields)
        }
    }
}
