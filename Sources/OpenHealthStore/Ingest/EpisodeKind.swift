// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// A kind of category samples that last, such as a menstruation period or a symptom. Their senders send them again with a later end, and a
/// source has one of a type at a time.
struct EpisodeKind {
    /// Whether a later version can have another value, such as the severity of a symptom. Other values distinguish samples.
    private let changesValue: Bool

    /// The types that other rules compare: nights, and the hours of a day.
    private static let others: Set<String> = [
        HKCategoryTypeIdentifier.sleepAnalysis.rawValue, HKCategoryTypeIdentifier.appleStandHour.rawValue,
    ]

    /// Creates the kind of a type; nil for a type whose samples are no episodes.
    init?(_ identifier: String) {
        guard let type = HealthTypes.named(identifier), type.kind == .category, !Self.others.contains(identifier) else {
            return nil
        }
        changesValue = type.valueEnum == "HKCategoryValueSeverity"
    }

    /// Returns whether a stored sample with the same start is an earlier or later version of one with another end. A sample without a duration
    /// is never a version of one with a duration: a day's flow and a period can have the same start.
    func isVersion(_ stored: StoredRow, of wanted: StartGroup.Wanted, start: Double) -> Bool {
        stored.end > start && wanted.end > start && stored.end != wanted.end
            && (changesValue || stored.value == wanted.value)
    }
}
