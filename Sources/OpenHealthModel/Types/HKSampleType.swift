// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

// Unchecked because the compiler cannot check subclasses of NSObject; all stored properties are constants.
/// A type of data with a start and an end date.
public class HKSampleType: HKObjectType, @unchecked Sendable {
    override class var kinds: Set<HealthTypeDescription.Kind> {
        super.kinds.subtracting([.characteristic, .activitySummary, .userAnnotatedMedication])
    }

    /// Whether samples have a maximum duration; see ``maximumAllowedDuration``.
    public var isMaximumDurationRestricted: Bool { maximumDuration != nil }

    /// The maximum duration of a sample in seconds.
    /// - Precondition: ``isMaximumDurationRestricted`` is `true`.
    public var maximumAllowedDuration: TimeInterval {
        guard let maximumDuration else { violationUnrestrictedDuration(self, "maximum") }
        return maximumDuration
    }

    /// Whether samples have a minimum duration; currently no type has one.
    public var isMinimumDurationRestricted: Bool { false }

    /// The minimum duration of a sample in seconds.
    /// - Precondition: ``isMinimumDurationRestricted`` is `true`.
    public var minimumAllowedDuration: TimeInterval {
        violationUnrestrictedDuration(self, "minimum")
    }

    /// Whether the person can recalibrate estimates of this type.
    public var allowsRecalibrationForEstimates: Bool {
        Self.recalibrated.contains(identifier)
    }

    /// The maximum duration: four days for clinical documents, the only known limit.
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

    /// Whether samples of the type are states that can be ongoing, with an end date of `Date.distantFuture`.
    package var hasStatesThatGoOn: Bool { Self.states.contains(identifier) }
}
