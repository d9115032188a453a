// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthSession

// Unchecked because sort descriptors are not marked as Sendable on Linux, although they are values.
/// A query for samples with one result.
public struct HKSampleQueryDescriptor<Sample: HKSample>: HKAsyncQuery, AccessQuery, @unchecked Sendable {
    /// The samples.
    public typealias Output = [Sample]

    /// The types of the samples, each with a predicate; at least one.
    public var predicates: [HKSamplePredicate<Sample>]
    /// The order of the samples; empty for any.
    public var sortDescriptors: [SortDescriptor<Sample>]
    /// The maximum number of samples; nil for all.
    public var limit: Int?

    /// Creates a descriptor with the given properties.
    public init(
        predicates: [HKSamplePredicate<Sample>], sortDescriptors: [SortDescriptor<Sample>], limit: Int? = nil
    ) {
        self.predicates = predicates
        self.sortDescriptors = sortDescriptors
        self.limit = limit
    }

    /// Returns the samples.
    /// - Throws: An `HKError`: `errorInvalidArgument` for an unsupported sort descriptor, `errorAuthorizationNotDetermined` for a
    ///   type that the app has not requested.
    public func result(for healthStore: HKHealthStore) async throws -> [Sample] {
        try await read(healthStore) { context in try await fetch(context.access()) }
    }

    package func fetch(_ access: any HealthAccess) async throws -> [Sample] {
        try await access.samples(query).handedOut(as: Sample.self)
    }

    package var interest: ChangeInterest { .samples(predicates.map(\.sampleType)) }

    /// The store's query.
    package var query: SampleQuery {
        get throws(HKError) {
            SampleQuery(
                try SampleQuery.Part.of(predicates), order: try SampleQuery.Order.orders(sortDescriptors),
                limit: try QueryLimit.checked(limit))
        }
    }
}

extension SampleQuery.Part {
    /// Returns the parts of the store's query for the predicates of a descriptor.
    /// - Throws: `errorInvalidArgument` if there are no predicates.
    static func of<Sample>(_ predicates: [HKSamplePredicate<Sample>]) throws(HKError) -> [SampleQuery.Part] {
        if predicates.isEmpty {
            throw HKError(.errorInvalidArgument, "The query has no predicates. Give at least one.")
        }
        return predicates.map { SampleQuery.Part($0.sampleType, $0.node) }
    }
}

extension [HKSample] {
    /// Returns the samples as queries return them.
    package func handedOut<Sample: HKSample>(as type: Sample.Type) -> [Sample] {
        withoutDocuments.cast(to: type)
    }

    /// Returns the samples as instances of the class of a predicate, which is the class of all samples of its type.
    func cast<Sample: HKSample>(to type: Sample.Type) -> [Sample] {
        if let samples = self as? [Sample] { return samples }
        return compactMap { $0 as? Sample }
    }
}
