// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// The rule by which samples of several sources, and equal samples of one source, count in the sums of a type.
///
/// The samples of some types are events, by their duration: doses, portions, uses and falls, each of which happened by itself. An event
/// counts in full, neither covering samples of other sources nor covered by them.
package struct EventRule: Sendable, Hashable {
    /// The longest duration of an event, in seconds; less than that of an instant if no samples are events.
    package var longestEvent: Double
    /// The shortest duration of a total, in seconds. Events that a total of a better source contains are a part of it.
    package var shortestTotal: Double
    /// Whether samples with the same source, dates and value are distinct.
    package var keepsEqual: Bool
    /// Whether samples have purposes. Those of different purposes are different, even if all else is equal, and do not cover each other.
    package var hasPurposes: Bool

    /// The rule of measurements: An instant counts unless a better source has a sample that contains the moment. Equal samples of a source
    /// are one.
    package static let measurements = EventRule(longestEvent: -1)
    /// The rule of uses of an inhaler and falls: Two apps can have a fall each.
    package static let occurrences = EventRule(longestEvent: 240)
    /// The rule of insulin: A bolus is not a part of the basal rate of another source, nor a short bolus a part of an extended one. Basal
    /// rates at one time are one.
    ///
    /// Samples without a purpose can be either. Pumps deliver a bolus of 6 units in four minutes, and loops set most basal rates for five
    /// minutes or longer.
    package static let insulin = EventRule(longestEvent: 240, hasPurposes: true)
    /// The rule of foods and drinks: Equal ones of a source are portions. The foods of a day, or of a day so far, can also come as a total.
    package static let portions = EventRule(
        longestEvent: longestPortion, shortestTotal: 6 * 3600, keepsEqual: true)

    /// The longest duration of a portion of food or drink, in seconds. Longer samples are the amount of a period.
    package static let longestPortion = 60.0

    private static let separateTypes: Set<String> = [
        HKQuantityTypeIdentifier.inhalerUsage.rawValue, HKQuantityTypeIdentifier.numberOfTimesFallen.rawValue,
    ]

    package init(
        longestEvent: Double, shortestTotal: Double = .infinity, keepsEqual: Bool = false, hasPurposes: Bool = false
    ) {
        (self.longestEvent, self.shortestTotal) = (longestEvent, shortestTotal)
        (self.keepsEqual, self.hasPurposes) = (keepsEqual, hasPurposes)
    }

    /// Returns the rule of a type.
    package init(type identifier: String) {
        if HealthTypes.isFood(identifier) {
            self = .portions
        } else if identifier == HKQuantityTypeIdentifier.insulinDelivery.rawValue {
            self = .insulin
        } else if Self.separateTypes.contains(identifier) {
            self = .occurrences
        } else {
            self = .measurements
        }
    }

    /// Returns whether a sample is an event. A basal rate is none, however short, but an injection of basal insulin is one.
    package func isEvent(_ sample: StatisticsInterval) -> Bool {
        isEvent(from: sample.start, to: sample.end, sample.purpose)
    }

    /// Returns whether a sample with some dates and purpose is an event.
    @inline(__always)
    package func isEvent(from start: Double, to end: Double, _ purpose: StatisticsInterval.Purpose) -> Bool {
        end - start <= longestEvent && !(purpose == .basal && hasPurposes && end > start)
    }

    /// Returns whether a sample contains the events of worse sources.
    package func isTotal(_ sample: StatisticsInterval) -> Bool { sample.end - sample.start >= shortestTotal }
}
