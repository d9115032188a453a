// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthSession

// Unchecked because the class is open and cannot be final; all of its stored properties are immutable and Sendable.
/// A query for the statistics of all samples of a quantity type that match a predicate.
///
/// Overlapping samples of several sources are counted once.
open class HKStatisticsQuery: HKQuery, @unchecked Sendable {
    private let query: StatisticsQuery
    private let handler: @Sendable (HKStatisticsQuery, HKStatistics?, (any Error)?) -> Void

    /// Creates a query.
    /// - Parameters:
    ///   - quantityType: The type.
    ///   - quantitySamplePredicate: A predicate for the samples, or nil for all.
    ///   - options: The statistics to compute. Traps if an option is not compatible with the type, as on Apple's systems.
    ///   - handler: Receives the statistics, or an error: `HKError.errorNoData` if no sample matches.
    @preconcurrency
    public init(
        quantityType: HKQuantityType, quantitySamplePredicate: NSPredicate?, options: HKStatisticsOptions = [],
        completionHandler handler: @escaping @Sendable (HKStatisticsQuery, HKStatistics?, (any Error)?) -> Void
    ) {
        query = StatisticsQuery(quantityType, PredicateNode(quantitySamplePredicate), options)
        self.handler = handler
        super.init(objectType: quantityType, predicate: quantitySamplePredicate)
    }

    override func run(_ context: HealthContext) async {
        await finish({ try await query.single(context.access()) }) { handler(self, $0, $1) }
    }
}
