// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel
import OpenHealthSession

/// Asks for the apps and devices that have saved samples, once.
public struct HKSourceQueryDescriptor<Sample: HKSample>: HKAsyncQuery, SessionQuestion {
    /// The sources, in the order of their names.
    public typealias Output = [HKSource]

    /// The type of the samples, and what they have to fit.
    public var predicate: HKSamplePredicate<Sample>

    /// Creates a descriptor.
    /// - Parameter predicate: the type of the samples, and what they have to fit.
    public init(predicate: HKSamplePredicate<Sample>) {
        self.predicate = predicate
    }

    /// Finds the sources.
    /// - Throws: an `HKError`, `errorAuthorizationNotDetermined` for a type that the app has not asked for.
    public func result(for healthStore: HKHealthStore) async throws -> [HKSource] {
        try await read(healthStore) { context in try await answer(context.session()) }
    }

    package func answer(_ session: any HealthSession) async throws -> [HKSource] {
        try await session.sources(SampleQuery.Part(predicate.sampleType, predicate.node)).sorted {
            ($0.name, $0.bundleIdentifier) < ($1.name, $1.bundleIdentifier)
        }
    }

    package var interest: ChangeInterest { .samples([predicate.sampleType]) }
}
