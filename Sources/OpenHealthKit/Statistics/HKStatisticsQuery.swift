// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

// Unchecked because the class is open and so cannot be final; all it stores is immutable and Sendable itself.
/// Statistics over all samples of a quantity type that a predicate fits, taken together.
///
/// Each moment counts once, however many sources report it.
open class HKStatisticsQuery: HKQuery, @unchecked Sendable {
    private let question: StatisticsQuestion
    private let handler: @Sendable (HKStatisticsQuery, HKStatistics?, (any Error)?) -> Void

    /// Creates a query.
    /// - Parameters:
    ///   - quantityType: the type.
    ///   - quantitySamplePredicate: what samples have to fit; nil for all.
    ///   - options: which figures; one that does not fit the type stops the process, as on Apple's systems.
    ///   - handler: takes the statistics, or an error: `HKError.errorNoData` where no sample fits.
    @preconcurrency
    public init(
        quantityType: HKQuantityType, quantitySamplePredicate: NSPredicate?, options: HKStatisticsOptions = [],
        completionHandler handler: @escaping @Sendable (HKStatisticsQuery, HKStatistics?, (any Error)?) -> Void
    ) {
        question = StatisticsQuestion(quantityType, PredicateNode(quantitySamplePredicate), options)
        self.handler = handler
        super.init(objectType: quantityType, predicate: quantitySamplePredicate)
    }

    override func run(_ context: HealthContext) async {
        await answer({ try await question.single(context.session()) }) { handler(self, $0, $1) }
    }
}
