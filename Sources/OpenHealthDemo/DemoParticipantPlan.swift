// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthTestBasics

/// The characteristics of a study participant and the events of each day. Everything is derived from the seed, the number and the
/// day.
struct DemoParticipantPlan {
    let number: Int
    let calendar: DemoCalendar
    let timeZone: TimeZone
    let dateOfBirth: String
    /// The person's name in the names of the devices.
    let name: String
    let cycle: DemoCycle
    private let seed: UInt64
    /// The probability of a walk in an interval of twenty minutes.
    private let activity: Double
    /// The probabilities of symptoms relative to the usual ones, by index in ``DemoSymptom/all``.
    private let inclinations: [Double]

    private static let zones = [
        "Europe/Berlin", "Europe/Berlin", "Europe/Lisbon", "America/New_York", "Asia/Tokyo",
    ].map { TimeZone(identifier: $0) ?? .gmt }
    private static let names = [
        "Ada", "Bea", "Clara", "Dalia", "Emi", "Fumiko", "Greta", "Hana", "Inês", "Joana", "Karla", "Lena", "Mai",
        "Nora",
        "Olga", "Paula", "Rosa", "Sofia", "Tereza", "Yuki",
    ]

    init(number: Int, seed: UInt64, days: Int, lastDay: DateComponents) {
        self.number = number
        // The people of one study differ as much as those of different studies.
        var mixer = SeededGenerator(seed: seed, stream: 5000, index: UInt64(bitPattern: Int64(number)))
        self.seed = mixer.next()
        var generator = SeededGenerator(seed: self.seed)
        timeZone = Self.zones[generator.below(Self.zones.count)]
        calendar = DemoCalendar(days: days, appended: 0, lastDay: lastDay, home: timeZone)
        name = Self.names[generator.below(Self.names.count)]
        let birth = CivilDay.date(calendar.firstDay - 365 * (19 + generator.below(27)) - generator.below(365))
        dateOfBirth = "\(birth.year)-\(DemoCalendar.pad(birth.month))-\(DemoCalendar.pad(birth.day))"
        activity = generator.number(0.4, 0.75)
        inclinations = DemoSymptom.all.map { _ in generator.number(0.5, 1.5) }
        cycle = DemoCycle(days: days, &generator)
    }

    /// Returns a generator for one purpose on one day.
    func generator(_ purpose: UInt64, _ day: Int) -> SeededGenerator {
        SeededGenerator(seed: seed, stream: purpose, index: UInt64(day))
    }

    /// The true values of a day.
    func truth(_ day: Int) -> DemoParticipant.Day {
        DemoParticipant.Day(
            date: calendar.dateText(day), cycleDay: cycle.knownDay(day), steps: walks(day).reduce(0) { $0 + $1.steps },
            symptoms: Set(notes(day).filter(\.isPresent).map(\.symptom.type)).sorted())
    }

    // MARK: Walks

    /// A walk and the devices that counted it. All times are in seconds since 1970.
    struct Walk {
        var start: Int64
        var end: Int64
        /// The number of steps per second.
        var pace: Int
        /// The time at which each device began to count; nil if it was left behind. One of them counted the whole walk.
        var watchStart: Int64?
        var phoneStart: Int64?

        var steps: Int { Int(end - start) * pace }
    }

    /// Returns whether she wears the watch on a day; occasionally it stays at home.
    func wearsWatch(_ day: Int) -> Bool {
        var generator = generator(1, day)
        return generator.below(20) != 0
    }

    /// Returns the walks of a day, from seven in the morning to eleven in the evening.
    func walks(_ day: Int) -> [Walk] {
        var generator = generator(2, day)
        let wearsWatch = wearsWatch(day)
        var walks: [Walk] = []
        for slot in 0..<48 {
            let start = calendar.midnight(day) + 25_200 + Int64(slot * 1200 + generator.below(600))
            let length = 60 + generator.below(530)
            let pace = 1 + generator.below(2)
            let late = generator.below(length / 2)
            let who = generator.below(20)
            guard generator.unit() < activity else { continue }
            var walk = Walk(start: start, end: start + Int64(length), pace: pace)
            switch (wearsWatch, who) {
            case (false, _), (true, 17...): walk.phoneStart = start
            case (true, ..<12):
                walk.watchStart = start
                walk.phoneStart = start + Int64(late)
            case (true, _): walk.watchStart = start
            }
            walks.append(walk)
        }
        return walks
    }

    // MARK: Symptoms

    /// A record of a symptom.
    struct Note {
        var symptom: DemoSymptom
        var isPresent: Bool
        var value: Int
        var start: Int64
        var end: Int64
    }

    /// Returns the records of a day: symptoms, some of them twice, and sometimes the absence of any.
    func notes(_ day: Int) -> [Note] {
        var notes: [Note] = []
        for (index, symptom) in DemoSymptom.all.enumerated() {
            var generator = generator(100 + UInt64(index), day)
            let probability = min(0.95, symptom.probability(cycle, day) * inclinations[index])
            let isPresent = generator.unit() < probability
            let isNoted = isPresent || generator.below(30) == 0
            let times = isNoted ? (isPresent && generator.below(6) == 0 ? 2 : 1) : 0
            for time in 0..<times {
                let start = calendar.midnight(day) + Int64(28_800 + time * 21_600 + generator.below(18_000))
                notes.append(
                    Note(
                        symptom: symptom, isPresent: isPresent,
                        value: isPresent ? symptom.present[generator.below(symptom.present.count)] : symptom.absent,
                        start: start, end: start + Int64(generator.below(10_800))))
            }
        }
        return notes
    }
}
