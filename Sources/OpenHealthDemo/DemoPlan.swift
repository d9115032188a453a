// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthFormats
import OpenHealthTestBasics

/// The records of an export and their dates, without their bytes. Everything is derived from the seed, the day and the number of
/// the stream, so that any part can be generated separately.
struct DemoPlan {
    let seed: UInt64
    let options: DemoExport.Options
    let calendar: DemoCalendar
    let story: DemoStory
    /// The scale, below 1 for exports with fewer records than a day.
    private let scale: Double
    /// The number of records of the filling stream per day, and the number of days with one more.
    private let filling: Int
    private let fillingRemainder: Int

    private static let recordsPerDay = 1500
    /// The maximum length of a walk in seconds.
    private static let maximumWalkLength = 600
    /// The number of records of the filling stream on later days.
    private static let usualFilling = 798

    init(records: Int, seed: UInt64, options: DemoExport.Options) {
        self.seed = seed
        self.options = options
        let days = max(1, records / Self.recordsPerDay)
        calendar = DemoCalendar(
            days: days, appended: max(0, options.appendDays), lastDay: options.lastDay, home: options.home,
            moves: seed != DemoStory.homeSeed)
        story = DemoStory(seed: seed, baseDays: days, count: calendar.count)
        scale = min(1, Double(records) / Double(Self.recordsPerDay))
        var others = 0
        for day in 0..<days {
            for stream in DemoStream.all where stream.kind != .filling {
                others += Self.count(stream, day, story, scale: scale)
            }
            if DemoMeal.isOn(day) { others += DemoMeal.memberCount }
            if let workout = DemoWorkout(day: day, seed: seed, calendar: calendar), workout.effortType != nil {
                others += 1
            }
        }
        precondition(records > others, "the smallest export has one of everything")
        filling = (records - others) / days
        fillingRemainder = (records - others) % days
    }

    // MARK: Records

    private static func count(_ stream: DemoStream, _ day: Int, _ story: DemoStory, scale: Double) -> Int {
        guard stream.isActive(day, story) else { return 0 }
        return max(1, Int(Double(stream.perDay) * scale)) + (stream.repeats(day) ? 1 : 0)
    }

    /// Returns the number of records of a stream on a day.
    func count(_ stream: DemoStream, _ day: Int) -> Int {
        if stream.kind == .filling {
            if day >= calendar.baseDays { return Self.usualFilling }
            return filling + (day < fillingRemainder ? 1 : 0)
        }
        return Self.count(stream, day, story, scale: scale)
    }

    /// Stores the records of a stream on a day in `rows`, sorted by start.
    func makeRows(_ index: Int, _ day: Int, into rows: inout [DemoRow]) {
        rows.removeAll(keepingCapacity: true)
        let stream = DemoStream.all[index]
        guard stream.isActive(day, story) else { return }
        let isRepeated = stream.repeats(day)
        let count = count(stream, day) - (isRepeated ? 1 : 0)
        var times = SeededGenerator(seed: seed, stream: stream.sharedTimes ?? UInt64(index) + 1000, index: UInt64(day))
        var values = SeededGenerator(seed: seed, stream: UInt64(index) + 2000, index: UInt64(day))
        let midnight = calendar.midnight(day)
        switch stream.kind {
        case .night:
            makeNight(count, midnight, &times, into: &rows)
        case .walks:
            makeWalks(count, stream.hours, day, &times, &values, into: &rows)
        case .plain, .filling, .beats:
            let slot = max(1, stream.hours.count * 3600 / max(1, count))
            for position in 0..<count {
                let duration = stream.duration.lowerBound + times.below(stream.duration.count)
                let start =
                    midnight
                    + Int64(stream.hours.lowerBound * 3600 + position * slot + times.below(max(1, slot - duration)))
                let end = start + Int64(duration)
                rows.append(
                    DemoRow(
                        start: start, end: end, created: end + Int64(times.below(600)), number: 0, name: 0, metadata: -1
                    ))
            }
        }
        let isChanged = DemoStory.changed.contains(stream.type)
        for position in rows.indices {
            switch stream.value {
            case .number(let make):
                let number = make(&values, Double(rows[position].start - midnight) / 86_400)
                rows[position].number = isChanged ? story.value(stream.type, day, number) : number
            case .pace(let paces):
                let seconds = rows[position].end - rows[position].start
                rows[position].number = Double(seconds) * Double(paces[values.below(paces.count)])
            case .names(let names):
                rows[position].name = values.below(names.count)
            case .none:
                break
            }
            if stream.namesZone {
                rows[position].metadata = calendar.zoneIndex(day)
            } else if !stream.metadata.isEmpty {
                rows[position].metadata = values.below(stream.metadata.count)
            }
        }
        adjust(stream, day, &rows)
        if isRepeated, let last = rows.last { rows.append(last) }
    }

    /// Generates consecutive records from eleven in the evening to seven.
    private func makeNight(
        _ count: Int, _ midnight: Int64, _ times: inout SeededGenerator, into rows: inout [DemoRow]
    ) {
        let length = 8 * 3600 / max(1, count)
        var start = midnight - 3600 + Int64(times.below(length / 2))
        let created = midnight + 7 * 3600 + Int64(times.below(1800))
        for position in 0..<count {
            let end = midnight - 3600 + Int64((position + 1) * length - times.below(length / 2))
            rows.append(DemoRow(start: start, end: max(start, end), created: created, number: 0, name: 0, metadata: -1))
            start = max(start, end)
        }
    }

    /// Each device detects a walk slightly late and stops slightly early or late. One walk in four is counted by one device only:
    /// the other was left behind.
    private func makeWalks(
        _ count: Int, _ hours: Range<Int>, _ day: Int, _ times: inout SeededGenerator,
        _ own: inout SeededGenerator, into rows: inout [DemoRow]
    ) {
        let (midnight, activity) = (calendar.midnight(day), story.activity(day))
        let slot = max(Self.maximumWalkLength, hours.count * 3600 / max(1, count))
        for position in 0..<count {
            let shared = Self.walk(&times, slot, activity)
            let alone = Self.walk(&own, slot, activity)
            let walk = own.below(4) == 0 ? alone : shared
            let quarter = walk.count / 4
            let late = own.below(quarter)
            let change = own.below(6) == 0 ? own.below(90) : -own.below(quarter)
            let origin = midnight + Int64(hours.lowerBound * 3600 + position * slot)
            let end = origin + Int64(walk.upperBound + change)
            rows.append(
                DemoRow(
                    start: origin + Int64(walk.lowerBound + late), end: end, created: end + Int64(own.below(600)),
                    number: 0, name: 0, metadata: -1))
        }
    }

    /// Returns a walk in seconds from the start of its slot: mostly indoors, occasionally longer.
    private static func walk(_ generator: inout SeededGenerator, _ slot: Int, _ activity: Double) -> Range<Int> {
        let short = 20 + generator.below(100)
        let usual = generator.below(8) == 0 ? short + generator.below(maximumWalkLength - 120) : short
        let length = min(maximumWalkLength, Int((Double(usual) * activity).rounded()))
        let start = generator.below(slot - length + 1)
        return start..<start + length
    }

    /// Adjusts records to the workout of their day: its heart rates and energy, and the minutes of exercise of the day.
    private func adjust(_ stream: DemoStream, _ day: Int, _ rows: inout [DemoRow]) {
        guard DemoStory.adjusted.contains(stream.type) else { return }
        let workout = DemoWorkout(day: day, seed: seed, calendar: calendar)
        let inside = rows.indices.filter { place in
            workout.map { $0.start <= rows[place].start && rows[place].start < $0.end } ?? false
        }
        var generator = SeededGenerator(seed: seed, stream: 3031, index: UInt64(day))
        switch stream.type {
        case "HKQuantityTypeIdentifierHeartRate":
            guard let workout else { return }
            for place in inside { rows[place].number = story.rate(workout, at: rows[place].start, &generator) }
        case "HKQuantityTypeIdentifierActiveEnergyBurned":
            guard let workout else { return }
            for place in inside { rows[place].number = workout.energy / Double(inside.count) }
        case "HKQuantityTypeIdentifierAppleExerciseTime":
            let minutes = (workout.map { 0.8 * $0.minutes } ?? 0) + 16 * story.activity(day)
            for place in rows.indices {
                let share = minutes / Double(rows.count) + generator.number(-0.7, 0.7)
                rows[place].number = min(30, max(1, share.rounded()))
                rows[place].end = rows[place].start + Int64(rows[place].number) * 60
                rows[place].created = max(rows[place].created, rows[place].end)
            }
        default: break
        }
    }

    /// Returns the sum of a type's values on a day.
    func sum(_ type: String, _ day: Int) -> Double {
        var rows: [DemoRow] = []
        guard let index = DemoStream.all.firstIndex(where: { $0.type == type }) else { return 0 }
        makeRows(index, day, into: &rows)
        return rows.reduce(0) { $0 + $1.number }
    }

    /// Returns the number of hours of a day in which the person stood.
    func standHours(_ day: Int) -> Int {
        var rows: [DemoRow] = []
        guard let index = DemoStream.all.firstIndex(where: { $0.type == "HKCategoryTypeIdentifierAppleStandHour" }),
            case .names(let names) = DemoStream.all[index].value
        else { return 0 }
        makeRows(index, day, into: &rows)
        return rows.count { names[$0.name].hasSuffix("Stood") }
    }

    /// Returns the heart rates in a period of a workout; its average if there is no record.
    func heartRates(_ workout: DemoWorkout, from start: Int64, to end: Int64) -> [Double] {
        var rows: [DemoRow] = []
        guard let index = DemoStream.all.firstIndex(where: { $0.kind == .filling }) else { return [] }
        makeRows(index, workout.day, into: &rows)
        let rates = rows.filter { start <= $0.start && $0.start < end }.map(\.number)
        return rates.isEmpty ? [workout.averageRate.rounded()] : rates
    }

    // MARK: Everything else

    /// All workouts, sorted by day.
    var workouts: some Sequence<DemoWorkout> {
        (0..<calendar.count).lazy.compactMap { DemoWorkout(day: $0, seed: seed, calendar: calendar) }
    }

    /// The days with an electrocardiogram.
    var electrocardiogramDays: some Sequence<Int> {
        stride(from: 0, to: calendar.count, by: 33)
    }

    /// All clinical records.
    var clinicalRecords: some Sequence<DemoClinicalRecord> {
        stride(from: 0, to: calendar.count, by: 20).lazy.map { DemoClinicalRecord(day: $0, plan: self) }
    }

    /// Returns the appearance of a source on a day, for a stream or another purpose.
    func look(_ source: DemoSource, _ day: Int, purpose: Int) -> DemoSource.Look {
        var pointers = SeededGenerator(
            seed: options.devicePointerSeed, stream: UInt64(purpose),
            index: UInt64(DemoSource.epoch(day, baseDays: calendar.baseDays)))
        return source.look(day, baseDays: calendar.baseDays, pointer: pointers.next())
    }
}
