// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

// Unchecked because its superclass is; what it adds never changes.
/// Reads the medicines of the person, as far as they let the app see them one by one.
open class HKUserAnnotatedMedicationQuery: HKQuery, @unchecked Sendable {
    private typealias Handler =
        @Sendable (
            HKUserAnnotatedMedicationQuery, HKUserAnnotatedMedication?, Bool, (any Error)?
        ) -> Void

    private let limit: Int
    private let resultsHandler: Handler

    /// Creates a query.
    /// - Parameters:
    ///   - predicate: what the medicines have to fit; nil for all.
    ///   - limit: the maximum number; ``HKObjectQueryNoLimit`` for all.
    ///   - resultsHandler: takes one medicine after the other, then none and true; or an error.
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
            let medications = try await context.session().medications(condition, limit: try QueryLimit.checked(limit))
            for medication in medications where isRunning { resultsHandler(self, medication, false, nil) }
            if isRunning { resultsHandler(self, nil, true, nil) }
        } catch {
            if isRunning { resultsHandler(self, nil, true, error) }
        }
        finish()
    }
}
