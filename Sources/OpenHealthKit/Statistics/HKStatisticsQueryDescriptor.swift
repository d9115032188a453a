// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// Statistics over all samples that a predicate fits, taken together, for `await`.
public struct HKStatisticsQueryDescriptor: HKAsyncQuery, Sendable {
    /// Which samples.
    public var predicate: HKSamplePredicate<HKQuantitySample>
    /// Which figures.
    public var options: HKStatisticsOptions

    /// Creates a query; see the properties.
    public init(predicate: HKSamplePredicate<HKQuantitySample>, options: HKStatisticsOptions) {
        self.predicate = predicate
        self.options = options
    }

    /// The statistics.
    ///
    /// An option that does not fit the type stops the process, as on Apple's systems.
    /// - Throws: an `HKError`: `errorNoData` where no sample fits.
    public func result(for healthStore: HKHealthStore) async throws -> HKStatistics? {
        let question = StatisticsQuestion(predicate, options)
        return try await read(healthStore) { context in try await question.single(context.session()) }
    }
}

extension StatisticsQuestion {
    /// Takes a question apart. What is asked of a type that is no quantity, or with an option that does not fit it, stops the
    /// process, as on Apple's systems.
    package init(_ predicate: HKSamplePredicate<HKQuantitySample>, _ options: HKStatisticsOptions) {
        guard let type = predicate.sampleType as? HKQuantityType else {
            contractViolation("Statistics are of quantity types; \(predicate.sampleType.identifier) is none.")
        }
        self.init(type, PredicateNode(predicate.nsPredicate), options)
    }
}
