// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel
import OpenHealthSession

/// A query for the sources of samples with one result.
public struct HKSourceQueryDescriptor<Sample: HKSample>: HKAsyncQuery, AccessQuery {
    /// The sources, sorted by name.
    public typealias Output = [HKSource]

    /// The type and the predicate of the samples.
    public var predicate: HKSamplePredicate<Sample>

    /// Creates a descriptor.
    /// - Parameter predicate: The type and the predicate of the samples.
    public init(predicate: HKSamplePredicate<Sample>) {
        self.predicate = predicate
    }

    /// Returns the sources.
    /// - Throws: An `HKError`: `errorAuthorizationNotDetermined` for a type that the app has not requested.
    public func result(for healthStore: HKHealthStore) async throws -> [HKSource] {
        try await read(healthStore) { context in try await fetch(context.access()) }
    }

    package func fetch(_ access: any HealthAccess) async throws -> [HKSource] {
        try await access.sources(SampleQuery.Part(predicate.sampleType, predicate.node)).sorted {
            ($0.name, $0.bundleIdentifier) < ($1.name, $1.bundleIdentifier)
        }
    }

    package var interest: ChangeInterest { .samples([predicate.sampleType]) }
}
