// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

// `@unchecked Sendable` because the compiler cannot see that NSObject is safe to share; all that is stored is constant.
/// A type whose data are samples: things with a beginning and an end.
public class HKSampleType: HKObjectType, @unchecked Sendable {
    override class var kinds: Set<HealthTypeDescription.Kind> {
        super.kinds.subtracting([.characteristic, .activitySummary, .userAnnotatedMedication])
    }

    /// Whether samples may last only so long; see ``maximumAllowedDuration``.
    public var isMaximumDurationRestricted: Bool { maximumDuration != nil }

    /// The longest that a sample may last, in seconds.
    /// - Precondition: ``isMaximumDurationRestricted``; stops the process otherwise.
    public var maximumAllowedDuration: TimeInterval {
        guard let maximumDuration else { violationUnrestrictedDuration(self, "maximum") }
        return maximumDuration
    }

    /// Whether samples must last at least so long; no type asks for that so far.
    public var isMinimumDurationRestricted: Bool { false }

    /// The shortest that a sample may last, in seconds.
    /// - Precondition: ``isMinimumDurationRestricted``; stops the process otherwise.
    public var minimumAllowedDuration: TimeInterval {
        violationUnrestrictedDuration(self, "minimum")
    }

    /// Whether the person can have estimates of this type calibrated again.
    public var allowsRecalibrationForEstimates: Bool {
        Self.recalibrated.contains(identifier)
    }

    /// Four days for clinical documents, the one limit that is known.
    private var maximumDuration: TimeInterval? {
        identifier == HKDocumentTypeIdentifier.CDA.rawValue ? 345_600 : nil
    }

    private static let recalibrated = Set(
        [HKQuantityTypeIdentifier.sixMinuteWalkTestDistance, .appleWalkingSteadiness, .vo2Max].map(\.rawValue))
}

extension HKSampleType {
    private static let states: Set<String> = [
        HKCategoryTypeIdentifier.contraceptive.rawValue, HKCategoryTypeIdentifier.lactation.rawValue,
        HKCategoryTypeIdentifier.pregnancy.rawValue,
    ]

    /// Whether samples of the type are states that may still go on, with `Date.distantFuture` as their end.
    package var hasStatesThatGoOn: Bool { Self.states.contains(identifier) }
}
