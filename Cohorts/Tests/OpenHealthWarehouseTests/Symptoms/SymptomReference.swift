// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

@testable import OpenHealthWarehouse

/// A reference implementation of frequencies of symptoms, which counts day by day and person by person.
struct SymptomReference {
    let people: [SymptomPerson]
    let query: SymptomQuery

    /// The counts of a group in one row: the units of each participant, those with the symptom, and those of each severity.
    private struct Tally {
        var units: [String: Int] = [:]
        var present: [String: Int] = [:]
        var levels: [[String: Int]] = Array(repeating: [:], count: 4)
    }

    private struct Key: Hashable, Comparable {
        var place: Int
        var group: String

        static func < (left: Key, right: Key) -> Bool { (left.place, left.group) < (right.place, right.group) }
    }

    func frequencies() -> [SymptomFrequency] {
        query.types.flatMap { type in
            var tallies: [Key: Tally] = [:]
            for person in people { count(person, type: type, into: &tallies) }
            return told(tallies, type: type)
        }
    }

    private func count(_ person: SymptomPerson, type: String, into tallies: inout [Key: Tally]) {
        // 0 means not present; 1 to 4 mean present with this severity.
        var levels: [Int: Int] = [:]
        for sample in person.samples where sample.type == type && !sample.isDeleted && sample.value != 1 {
            let level = [2, 3, 4].contains(sample.value) && isSeverity(type) ? Int(sample.value) : 1
            for day in person.days(sample) { levels[day] = max(levels[day] ?? 0, level) }
        }
        let days = person.observed.filter {
            $0 >= Int(query.from?.number ?? 0) && $0 <= Int(query.to?.number ?? .max)
        }
        var worst: [Int: [Int]] = [:]
        let starts = starts(person)
        for day in days {
            switch query.division {
            case .week:
                // 1970-01-05 was a Monday.
                var monday = day
                while (monday - 4) % 7 != 0 { monday -= 1 }
                let before = worst[monday]?.first ?? 0
                worst[monday] = [max(before, levels[day] ?? 0)]
            case .cycleDay:
                guard let start = starts.last(where: { $0 <= day }), day - start < 45 else { continue }
                worst[day - start + 1, default: []].append(levels[day] ?? 0)
            }
        }
        for (place, units) in worst {
            let key = Key(place: place, group: query.byGroup ? person.group : "")
            tallies[key, default: Tally()].units[person.name] = units.count
            tallies[key]!.present[person.name] = units.count { $0 > 0 }
            for level in 1...4 {
                let count = units.count { $0 == level }
                if count > 0 { tallies[key]!.levels[level - 1][person.name] = count }
            }
        }
    }

    private func isSeverity(_ type: String) -> Bool {
        HealthTypes.named(type)?.valueEnum == "HKCategoryValueSeverity"
    }

    private func starts(_ person: SymptomPerson) -> [Int] {
        let flow = person.samples.filter { $0.type == HKCategoryTypeIdentifier.menstrualFlow.rawValue && !$0.isDeleted }
        var candidates: Set<Int> = []
        if flow.contains(where: { $0.metadata[HKMetadataKeyMenstrualCycleStart] != nil }) {
            for sample in flow where ["1", "true"].contains(sample.metadata[HKMetadataKeyMenstrualCycleStart]) {
                candidates.insert(person.days(sample).lowerBound)
            }
        } else {
            for sample in flow where sample.value != 5 { candidates.formUnion(person.days(sample)) }
        }
        return candidates.filter { day in !(1...10).contains { candidates.contains(day - $0) } }.sorted()
    }

    private func told(_ tallies: [Key: Tally], type: String) -> [SymptomFrequency] {
        var result: [SymptomFrequency] = []
        for place in Set(tallies.keys.map(\.place)).sorted() {
            let keys = tallies.keys.filter { $0.place == place }.sorted()
            let isHidden = query.smallGroups.hidden(keys.map { tallies[$0]!.units.count })
            let hasFew = query.smallGroups.hidden(keys.map { tallies[$0]!.present.values.count { $0 > 0 } })
            let hidesLevel = (0..<4).map { level in
                query.smallGroups.hidden(keys.map { tallies[$0]!.levels[level].count })
            }
            for (index, key) in keys.enumerated() {
                let tally = tallies[key]!
                let units = tally.units.values.reduce(0, +)
                let present = tally.present.values.reduce(0, +)
                let isTold = !isHidden[index] && !hasFew[index]
                let share = Double(present) / Double(units)
                let size = query.division == .week ? Double(units) : size(tally, share: share, units: units)
                let few = hidesLevel.contains { $0[index] }
                let levels = tally.levels.map { $0.values.reduce(0, +) }
                result.append(
                    SymptomFrequency(
                        type: type, group: query.byGroup ? key.group : nil,
                        place: query.division == .week
                            ? .week(CohortDay(number: max(place, 0))!) : .cycleDay(place),
                        suppression: isHidden[index] ? .fewParticipants : hasFew[index] ? .fewCases : nil,
                        participants: isHidden[index] ? nil : tally.units.count,
                        cases: isTold ? tally.present.values.count { $0 > 0 } : nil,
                        observed: isHidden[index] ? nil : units, present: isTold ? present : nil,
                        frequency: isTold ? share : nil, interval: isTold ? wilson(share, size) : nil,
                        effectiveSize: isTold ? size : nil,
                        severities: isTold && isSeverity(type) && !few
                            ? SymptomFrequency.Severities(
                                unspecified: levels[0], mild: levels[1], moderate: levels[2], severe: levels[3]) : nil))
            }
        }
        return result
    }

    /// Returns the effective number of days, from each person's residual.
    private func size(_ tally: Tally, share: Double, units: Int) -> Double {
        let people = Double(tally.units.count)
        guard people > 1, share > 0, share < 1 else { return people }
        var squares = 0.0
        for (name, count) in tally.units {
            let residual = Double(tally.present[name] ?? 0) - share * Double(count)
            squares += residual * residual
        }
        let variance = people / (people - 1) * squares / Double(units * units)
        let ratio =
            Quantile.student(confidence: query.confidence, degrees: Double(units - 1))
            / Quantile.student(confidence: query.confidence, degrees: people - 1)
        return variance < 1e-15 ? Double(units) : min(share * (1 - share) / variance * ratio * ratio, Double(units))
    }

    /// Returns Wilson's interval, whose bounds are where the score test starts to reject, found by bisection.
    private func wilson(_ share: Double, _ size: Double) -> ClosedRange<Double> {
        let z = Quantile.normal(confidence: query.confidence)
        func rejects(_ truth: Double) -> Bool {
            (share - truth) * (share - truth) > z * z * truth * (1 - truth) / size
        }
        func end(from inside: Double, to outside: Double) -> Double {
            guard rejects(outside) else { return outside }
            var (inside, outside) = (inside, outside)
            for _ in 0..<100 {
                let middle = (inside + outside) / 2
                if rejects(middle) { outside = middle } else { inside = middle }
            }
            return inside
        }
        return end(from: share, to: 0)...end(from: share, to: 1)
    }
}
