// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// The sexual activities of a push. A metric has their numbers by day, and cycle tracking each of them with its time.
struct SexualActivities {
    /// The number of activities of a day or an instant.
    struct Count {
        var reading: PushBuilder.Reading
        /// The value of the metadata `HKSexualActivityProtectionUsed`; nil if it is unknown.
        var protection: String?
        var number: Int
        /// The length of the day, or of the instant, in seconds.
        var duration: Double
    }

    /// The names of the numbers, and the values of the metadata.
    static let kinds: [(key: String, protection: String?)] = [
        ("Unspecified", nil), ("Protection Used", "1"), ("Protection Not Used", "0"),
    ]

    /// Returns the kind that a word of the phone's language means; nil for an unknown word.
    static func kind(_ word: String) -> (key: String, protection: String?)? {
        let name = HealthAutoExportTranslations.activity(word) ?? word
        return name.canBeKnown ? kinds.first { $0.key.lowercased() == name.lowercased() } : nil
    }

    /// The numbers of the metric.
    var counts: [Count] = []
    /// The starts of the entries of cycle tracking, and whether protection was used.
    var entries: [(start: Double, protection: String?)] = []

    /// The numbers without the activities that are entries.
    var remaining: [Count] {
        var entries = entries
        return counts.compactMap { count in
            var count = count
            let times = count.reading.start..<(count.reading.start + count.duration)
            while count.number > 0,
                let found = entries.firstIndex(where: {
                    times.contains($0.start) && $0.protection == count.protection
                })
            {
                entries.remove(at: found)
                count.number -= 1
            }
            return count.number > 0 ? count : nil
        }
    }
}
