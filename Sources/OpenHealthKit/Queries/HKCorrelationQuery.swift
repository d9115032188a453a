// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

// Unchecked because its superclass is; the properties of this class are immutable.
/// A query for correlations, which are blood pressures or foods.
open class HKCorrelationQuery: HKQuery, @unchecked Sendable {
    /// The type of the correlations.
    public let correlationType: HKCorrelationType
    /// The predicates of members by type: a correlation matches if at least one member of each of these types does.
    public let samplePredicates: [HKSampleType: NSPredicate]?
    private let completion: @Sendable (HKCorrelationQuery, [HKCorrelation]?, (any Error)?) -> Void

    /// Creates a query.
    /// - Parameters:
    ///   - correlationType: The type of the correlations.
    ///   - predicate: A predicate for the correlations, or nil for all.
    ///   - samplePredicates: The predicates of the members by type; nil for any.
    ///   - completion: Receives the correlations, or an error.
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
        await finish {
            try await context.access().correlations(
                SampleQuery.Part(correlationType, condition),
                members: (samplePredicates ?? [:]).mapValues { PredicateNode($0) })
        } with: {
            completion(self, $0, $1)
        }
    }
}
