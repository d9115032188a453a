// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

// Unchecked because the compiler cannot check subclasses of NSObject; all stored properties are constants.
/// A type whose samples are questionnaires with a score.
public final class HKScoredAssessmentType: HKSampleType, @unchecked Sendable {
    override class var kinds: Set<HealthTypeDescription.Kind> { [.scoredAssessment] }

    /// Creates a type from its identifier.
    /// - Precondition: The identifier is known.
    public convenience init(_ identifier: HKScoredAssessmentTypeIdentifier) {
        self.init(facts: HKObjectType.facts(of: identifier.rawValue, .scoredAssessment))
    }
}
