// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthDemo
import OpenHealthTestSupport

/// The numbers of people of a study with symptoms in each period, counted from the true data.
struct SymptomCounts {
    /// The identity of a row.
    struct Key: Hashable {
        var type: String
        /// The group; `nil` if groups are not distinguished.
        var group: String?
        /// The Monday of the week, or the cycle day.
        var place: String
    }

    struct Count {
        var participants = 0
        var cases = 0
        var observed = 0
        var present = 0

        /// The figures with the names that the tool uses.
        var figures: [(name: String, figure: Int)] {
            [("participants", participants), ("cases", cases), ("observed", observed), ("present", present)]
        }
    }

    private(set) var counts: [Key: Count] = [:]
    /// The last cycle day that is counted.
    private static let lastCycleDay = 45

    /// - Parameters:
    ///   - types: The names of symptoms without the prefix of their identifiers.
    ///   - group: A closure that returns the group of the person with a number, where 1 is p001; `nil` if groups are not
    ///     distinguished.
    init(_ people: [CohortStudy.Person], isByWeek: Bool, types: [String], group: (Int) -> String?) {
        for type in types.map({ "HKCategoryTypeIdentifier\($0)" }) {
            for (number, person) in zip(1..., people) {
                var days: [String: (all: Int, present: Int)] = [:]
                for day in person.days {
                    let cycleDay = day.cycleDay.flatMap { $0 <= Self.lastCycleDay ? String($0) : nil }
                    guard let place = isByWeek ? Self.monday(day.date) : cycleDay else { continue }
                    days[place, default: (0, 0)].all += 1
                    days[place]?.present += day.symptoms.contains(type) ? 1 : 0
                }
                for (place, days) in days {
                    let key = Key(type: type, group: group(number), place: place)
                    let isCase = days.present > 0 ? 1 : 0
                    counts[key, default: Count()].participants += 1
                    counts[key]?.cases += isCase
                    counts[key]?.observed += isByWeek ? 1 : days.all
                    counts[key]?.present += isByWeek ? isCase : days.present
                }
            }
        }
    }

    /// Returns the reason why figures of a row are suppressed, or `nil` if none is.
    ///
    /// With two groups, the larger one is also suppressed if the other one could be computed as the difference to the total.
    func reason(_ key: Key) -> String? {
        guard let own = counts[key] else { return nil }
        let others = counts.filter { $0.key.type == key.type && $0.key.place == key.place && $0.key != key }.values
        func isHidden(_ count: KeyPath<Count, Int>) -> Bool {
            let few = 1...4
            return own[keyPath: count] > 0
                && (few.contains(own[keyPath: count]) || others.contains { few.contains($0[keyPath: count]) })
        }
        return isHidden(\.participants) ? "participants" : isHidden(\.cases) ? "cases" : nil
    }

    /// Returns the Monday of the week of a date.
    private static func monday(_ date: String) -> String? {
        let reader = ISO8601DateFormatter()
        reader.formatOptions = .withFullDate
        return reader.date(from: date).map { day in
            let number = Int(day.timeIntervalSince1970 / 86_400)
            // 1970-01-05 was a Monday.
            return reader.string(from: Date(timeIntervalSince1970: Double((number - (number + 3) % 7) * 86_400)))
        }
    }
}

extension SymptomCounts.Key {
    /// Creates the key of a row of the tool's output.
    init(_ row: [String: Any], isByWeek: Bool) {
        self.init(
            type: row["type"] as? String ?? "", group: row["group"] as? String,
            place: isByWeek ? row["week"] as? String ?? "" : (row["cycleDay"] as? Int).map(String.init) ?? "")
    }
}
