// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

// Unchecked because its superclass is; what it adds never changes.
/// Reads correlations: blood pressures, or meals.
open class HKCorrelationQuery: HKQuery, @unchecked Sendable {
    /// The type of the correlations.
    public let correlationType: HKCorrelationType
    /// The predicates of members by type: a correlation matches if at least one member of each of these types does.
    public let samplePredicates: [HKSampleType: NSPredicate]?
    private let completion: @Sendable (HKCorrelationQuery, [HKCorrelation]?, (any Error)?) -> Void

    /// Creates a query.
    /// - Parameters:
    ///   - correlationType: the type of the correlations.
    ///   - predicate: what the correlations have to fit; nil for all.
    ///   - samplePredicates: what their members have to fit, by type; nil for any.
    ///   - completion: takes the correlations, or an error.
    @preconcurrency
    public init(
        type correlationType: HKCorrelationType, predicate: NSPredicate?,
        samplePredicates: [HKSampleType: NSPredicate]?,
        completion: @escaping @Sendable (HKCorrelationQuery, [HKCorrelation]?, (any Error)?) -> Void
    ) {
        self.correlationType = correlationType
        self.samplePredicates = samplePredicates
        self.completion = completion
        super.init(objectType: correlationType, predicate: predicate)
    }

    override func run(_ context: HealthContext) async {
        await answer {
            try await context.session().correlations(
                SampleQuery.Part(correlationType, condition),
                members: (samplePredicates ?? [:]).mapValues { PredicateNode($0) })
        } with: {
            completion(self, $0, $1)
        }
    }
}
