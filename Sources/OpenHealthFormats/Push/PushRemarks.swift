// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// The implausible values of a push. They are stored as written, with the same remarks as those of an import.
struct PushRemarks {
    /// A value; a record and its copy in a correlation count once.
    private struct Value: Hashable {
        var type: String
        var start: Double
        var value: Double
    }

    private struct Group: Hashable {
        var type: String
        var isImpossible: Bool
    }

    private struct Count {
        var number = 0
        var first: Double
        var place: String
    }

    /// The maximum number of values that are compared with later ones.
    private static let maximumValues = 100_000

    private var values: Set<Value> = []
    private var counts: [Group: Count] = [:]
    /// The nights of implausible durations; nil if there are none.
    private var nights: Count?

    /// Notes a night of an implausible duration.
    mutating func addNight(start: Double, at pointer: @autoclosure () -> String) {
        var count = nights ?? Count(first: start, place: pointer())
        count.number += 1
        count.first = min(count.first, start)
        nights = count
    }

    /// Examines a value in the canonical unit of its type.
    mutating func add(_ value: Double, _ range: ValueRange?, start: Double, at pointer: @autoclosure () -> String) {
        guard let range else { return }
        let verdict = range.verdict(value)
        guard verdict != .usual else { return }
        let key = Value(type: range.type, start: start, value: value)
        guard !values.contains(key) else { return }
        if values.count < Self.maximumValues { values.insert(key) }
        let group = Group(type: range.type, isImpossible: verdict == .impossible)
        var count = counts[group] ?? Count(first: start, place: pointer())
        count.number += 1
        count.first = min(count.first, start)
        counts[group] = count
    }

    /// The remarks, by type. They have no values.
    var warnings: [PushRefusal] {
        let values = counts.sorted {
            ($0.key.type, $1.key.isImpossible ? 1 : 0) < ($1.key.type, $0.key.isImpossible ? 1 : 0)
        }
        .map { group, count in
            let name = HealthTypes.named(group.type)?.swiftName ?? group.type
            let remark = ValueRange.remark(
                count: count.number, isImpossible: group.isImpossible, first: count.first)
            return PushRefusal(pointer: count.place, reason: "\(name): \(remark)", count: count.number)
        }
        guard let nights else { return values }
        let remark = NightLength.remark(count: nights.number, first: nights.first)
        return values + [
            PushRefusal(pointer: nights.place, reason: "sleepAnalysis: \(remark)", count: nights.number)
        ]
    }
}
