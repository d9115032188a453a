// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// The rule by which samples of several sources, and equal samples of one source, count in the sums of a type.
package enum EventRule: Sendable {
    /// An instant counts unless a better source has a sample that contains the moment. Equal samples of a source are one.
    case measurements
    /// Every instant counts: a dose of insulin is not a part of the basal rate of another source, and two apps can have a fall each.
    case occurrences
    /// Every instant counts, and so do equal samples of a source: they are portions of foods and drinks.
    case portions

    private static let separateTypes: Set<String> = [
        HKQuantityTypeIdentifier.insulinDelivery.rawValue, HKQuantityTypeIdentifier.inhalerUsage.rawValue,
        HKQuantityTypeIdentifier.numberOfTimesFallen.rawValue,
    ]

    /// Returns the rule of a type.
    package init(type identifier: String) {
        if HealthTypes.isFood(identifier) {
            self = .portions
        } else if Self.separateTypes.contains(identifier) {
            self = .occurrences
        } else {
            self = .measurements
        }
    }

    /// Whether every instant counts.
    var countsInstants: Bool { self != .measurements }

    /// Whether samples with the same source, dates and value are distinct.
    var keepsEqual: Bool { self == .portions }
}
