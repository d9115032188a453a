// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

// Unchecked because its superclass is; the properties of this class are immutable.
/// A query for the sources, which are apps and devices, that have saved samples of a type.
open class HKSourceQuery: HKQuery, @unchecked Sendable {
    private let completionHandler: @Sendable (HKSourceQuery, Set<HKSource>?, (any Error)?) -> Void

    /// Creates a query.
    /// - Parameters:
    ///   - sampleType: The type.
    ///   - objectPredicate: A predicate for the samples, or nil for all.
    ///   - completionHandler: Receives the sources, or an error.
    @preconcurrency
    public init(
        sampleType: HKSampleType, samplePredicate objectPredicate: NSPredicate?,
        completionHandler: @escaping @Sendable (HKSourceQuery, Set<HKSource>?, (any Error)?) -> Void
    ) {
        self.completionHandler = completionHandler
        part = SampleQuery.Part(sampleType, PredicateNode(objectPredicate))
        super.init(objectType: sampleType, predicate: objectPredicate)
    }

    private let part: SampleQuery.Part

    override func run(_ context: HealthContext) async {
        await finish {
            try await context.access().sources(part)
        } with: {
            completionHandler(self, $0, $1)
        }
    }
}
