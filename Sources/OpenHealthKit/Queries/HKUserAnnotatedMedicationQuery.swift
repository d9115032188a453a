// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

// Unchecked because its superclass is; the properties of this class are immutable.
/// A query for the person's medications that they allow the app to read.
open class HKUserAnnotatedMedicationQuery: HKQuery, @unchecked Sendable {
    private typealias Handler =
        @Sendable (
            HKUserAnnotatedMedicationQuery, HKUserAnnotatedMedication?, Bool, (any Error)?
        ) -> Void

    private let limit: Int
    private let resultsHandler: Handler

    /// Creates a query.
    /// - Parameters:
    ///   - predicate: A predicate for the medications, or nil for all.
    ///   - limit: The maximum number; ``HKObjectQueryNoLimit`` for no limit.
    ///   - resultsHandler: Receives the medications one at a time, then nil and true at the end; or an error.
    @preconcurrency
    public init(
        predicate: NSPredicate?, limit: Int,
        resultsHandler:
            @escaping @Sendable (
                HKUserAnnotatedMedicationQuery, HKUserAnnotatedMedication?, Bool, (any Error)?
            ) -> Void
    ) {
        self.limit = limit
        self.resultsHandler = resultsHandler
        super.init(objectType: .userAnnotatedMedicationType(), predicate: predicate)
    }

    override func run(_ context: HealthContext) async {
        do {
            let medications = try await context.access().medications(condition, limit: try QueryLimit.checked(limit))
            for medication in medications where isRunning { resultsHandler(self, medication, false, nil) }
            if isRunning { resultsHandler(self, nil, true, nil) }
        } catch {
            if isRunning { resultsHandler(self, nil, true, error) }
        }
        finish()
    }
}
