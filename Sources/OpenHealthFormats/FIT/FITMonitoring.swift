// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// The readings of a FIT file outside of activities: counts of the day, heart rates, sleep, weight and others.
struct FITMonitoring {
    private struct Reading: Hashable {
        var type: HKQuantityTypeIdentifier
        var time: Double
        var value: Double
    }

    private struct Count {
        var type: HKQuantityTypeIdentifier
        var activity: Int64
        var time: Double
        var value: Double
        /// The offset of the local clock in seconds east of UTC; nil before the first stated one.
        var offset: Double?
    }

    private struct Pressure: Hashable {
        var time: Double
        var systolic: Double
        var diastolic: Double
    }

    private struct Stress: Hashable {
        var time: Double
        var level: Double
    }

    private var counts: [Count] = []
    /// The number of messages with counts that state no kind of activity.
    private(set) var countsWithoutKind = 0
    private var readings: [Reading] = []
    private var pressures: [Pressure] = []
    /// The readings, pressures and levels so far. A file can contain one twice.
    private var known: Set<Reading> = []
    private var knownPressures: Set<Pressure> = []
    private var knownStresses: Set<Stress> = []
    private var levels: [(time: Double, level: Int64)] = []
    private var stresses: [Stress] = []
    private var nightlyVariability: (time: Double, milliseconds: Double)?
    /// The resting heart rates of the day so far, with the offset of the local clock.
    private var restingRates: [(time: Double, rate: Double, offset: Double?)] = []
    /// The time until which the file counts.
    private var countsEnd: Double?
    /// The score of the night, and the time of its message.
    private var sleepScore: (value: Double, time: Double?)?
    /// The number of scores of 0 or less.
    private var emptyScores = 0
    /// The last whole time, to which times of 16 bits refer.
    private var time: UInt32?
    /// The date of the assessment of the night, in seconds since 1970.
    private var assessed: Double?
    private var fileStart = Double.nan
    /// The first and the last stated offset of the local clock.
    private var (firstOffset, offset): (Double?, Double?)

    /// The raw weight of a scale that is still measuring.
    private static let calculating: Int64 = 0xFFFE

    // MARK: Messages

    /// Sets the time to which times of 16 bits refer.
    mutating func setTime(_ time: UInt32) {
        self.time = time
    }

    mutating func takeInfo(_ message: FITMessage) {
        guard let time = message.time else { return }
        noteEnd(message.date)
        if fileStart.isNaN { fileStart = FITTime.date(time) ?? .nan }
        if let local = message.integer(of: 0) {
            offset = FITActivityParts.offset(local: local, time: time) ?? offset
            firstOffset = firstOffset ?? offset
        }
    }

    mutating func take(_ message: FITMessage) {
        var (cycles, distance, energy, activity, rate): (Double?, Double?, Double?, Int64?, Double?)
        var intensity: UInt8?
        if let whole = message.time { setTime(whole) }
        for field in message.fields {
            switch field.number {
            case 2: distance = message.number(field).map { $0 / 100 }
            // The number of steps has the scale 1, unlike that of the revolutions of a bicycle.
            case 3: cycles = message.number(field)
            case 5: activity = message.integer(field)
            case 19: energy = message.number(field)
            case 24: intensity = message.bytes(field).first.flatMap { $0 == 0xFF ? nil : $0 }
            case 26:
                if let short = message.integer(field), let last = time {
                    time = last &+ ((UInt32(truncatingIfNeeded: short) &- last) & 0xFFFF)
                }
            case 27: rate = message.number(field)
            default: break
            }
        }
        guard let date = time.flatMap(FITTime.date(_:)) else { return }
        noteEnd(date)
        if let rate, rate > 0 { add(Reading(type: .heartRate, time: date, value: rate)) }
        guard let number = activity ?? intensity.map({ Int64($0 & 0x1F) }) else {
            // Such counts are totals over all kinds, as in the profile's own reader, and repeat the counts of the kinds.
            if cycles != nil || distance != nil || energy != nil { countsWithoutKind += 1 }
            return
        }
        add(.stepCount, [1, 6].contains(number) ? cycles : nil, number, date)
        add(Self.distance(number), distance, number, date)
        // The number of all activities is the sum of the others.
        add(.activeEnergyBurned, number == 254 ? nil : energy, number, date)
    }

    private mutating func noteEnd(_ date: Double?) {
        if let date { countsEnd = max(countsEnd ?? date, date) }
    }

    private static func distance(_ activity: Int64) -> HKQuantityTypeIdentifier? {
        switch activity {
        case 1, 6: .distanceWalkingRunning
        case 2: .distanceCycling
        case 5: .distanceSwimming
        case 13: .distanceWheelchair
        default: nil
        }
    }

    private mutating func add(_ type: HKQuantityTypeIdentifier?, _ value: Double?, _ activity: Int64, _ time: Double) {
        guard let type, let value else { return }
        counts.append(Count(type: type, activity: activity, time: time, value: value, offset: offset))
    }

    private mutating func add(_ reading: Reading) {
        if known.insert(reading).inserted { readings.append(reading) }
    }

    /// Takes a message with a single reading.
    mutating func takeReading(_ message: FITMessage) {
        // A cardio fitness and a stress level have a time of their own.
        guard let date = message.date ?? Self.timeField(message).flatMap({ message.date(of: $0) }) else { return }
        func add(_ type: HKQuantityTypeIdentifier, _ value: Double?, at time: Double? = nil) {
            guard let value, value > 0 else { return }
            self.add(Reading(type: type, time: time ?? date, value: value))
        }
        switch message.number {
        case 30:
            if message.integer(of: 0) != Self.calculating { add(.bodyMass, message.value(of: 0, scale: 100)) }
            add(.bodyFatPercentage, message.value(of: 1, scale: 10_000))
            add(.bodyMassIndex, message.value(of: 13, scale: 10))
        case 51:
            guard let systolic = message.value(of: 0), let diastolic = message.value(of: 1), systolic > 0, diastolic > 0
            else { return }
            let pressure = Pressure(time: date, systolic: systolic, diastolic: diastolic)
            if knownPressures.insert(pressure).inserted { pressures.append(pressure) }
            add(.heartRate, message.value(of: 6))
        case 229: add(.vo2Max, message.value(of: 2, scale: 10), at: message.date(of: 0))
        case 269: add(.oxygenSaturation, message.value(of: 0, scale: 100))
        case 297: add(.respiratoryRate, message.value(of: 0, scale: 100))
        case 371: add(.heartRateVariabilityRMSSD, message.value(of: 0, scale: 128))
        case 227:
            // Levels below 0 say why there is none.
            guard let level = message.value(of: 0), level >= 0 else { return }
            let stress = Stress(time: message.date(of: 1) ?? date, level: level)
            if knownStresses.insert(stress).inserted { stresses.append(stress) }
        case 370:
            // The average of the night, in the file with its readings or alone.
            if let average = message.value(of: 1, scale: 128), average > 0 { nightlyVariability = (date, average) }
        default: break
        }
    }

    /// Returns the number of the field with the time of a message without a timestamp.
    private static func timeField(_ message: FITMessage) -> UInt8? {
        switch message.number {
        case 227: 1
        case 229: 0
        default: nil
        }
    }

    mutating func takeSleep(_ message: FITMessage) {
        guard let date = message.date, let level = message.integer(of: 0) else { return }
        levels.append((date, level))
    }

    /// Takes a message with resting heart rates. That of field 0 is an average of seven days.
    mutating func takeRestingRate(_ message: FITMessage) {
        guard let date = message.date ?? time.flatMap(FITTime.date(_:)) else { return }
        noteEnd(date)
        if let rate = message.value(of: 1), rate > 0 { restingRates.append((date, rate, offset)) }
    }

    /// Takes a message with the scores of a night, of which the overall one is read.
    mutating func takeSleepScore(_ message: FITMessage) {
        assessed = message.date ?? assessed
        guard let score = message.value(of: 6) else { return }
        if score > 0 { sleepScore = (score, message.date) } else { emptyScores += 1 }
    }

    // MARK: Samples

    /// Adds the samples to the batches.
    /// - Parameters:
    ///   - source: The origin of the readings.
    ///   - counts: The origin of the counts of days.
    ///   - offset: The offset of the local clock that the activity states.
    ///   - sleepEnd: The date of the last event that stops something, such as sleep.
    func add(
        to builder: ActivityBuilder, _ source: ProvenanceData, counts sourceOfCounts: ProvenanceData,
        offset stated: Double?, sleepEnd: Double?
    ) {
        for reading in readings { builder.add(reading.type, reading.value, from: reading.time, source) }
        for stress in stresses {
            builder.addScore("GarminStressLevel", stress.level, from: stress.time, to: stress.time, source)
        }
        if let night = nightlyVariability, !readings.contains(where: { $0.type == .heartRateVariabilityRMSSD }) {
            builder.add(.heartRateVariabilityRMSSD, night.milliseconds, from: night.time, source)
        }
        for pressure in pressures {
            builder.addBloodPressure(
                systolic: pressure.systolic, diastolic: pressure.diastolic, at: pressure.time, source)
        }
        let (stages, isOpen) = stages(until: sleepEnd)
        if isOpen { builder.remark("a stage of sleep without an end was left out") }
        for stage in stages {
            builder.add(.sleepAnalysis, stage.value.rawValue, from: stage.start, to: stage.end, source)
        }
        let first = firstOffset ?? stated ?? 0
        for (counter, count) in FITDayCounts.dated(counts.compactMap { dayCount($0, offset: first) }) {
            builder.addCount(counter.type, activity: counter.activity, count, sourceOfCounts)
        }
    }

    /// Returns a count as that of a day; nil if it is not one of a real device.
    private func dayCount(_ count: Count, offset first: Double) -> FITDayCounts.Count? {
        guard let time = Int64(exactly: count.time.rounded()),
            let hundredths = Int64(exactly: (count.value * 100).rounded()),
            let quarters = Int64(exactly: ((count.offset ?? first) / 900).rounded())
        else { return nil }
        let day = DayCount(
            time: time, hundredths: hundredths, quarters: quarters,
            fileStart: Int64(exactly: fileStart.rounded()) ?? 0)
        return day.isValid ? (FITDayCounts.Counter(type: count.type, activity: count.activity), day) : nil
    }

    /// Adds the figures of days and nights.
    /// - Parameters:
    ///   - source: The origin of the figures.
    ///   - offset: The offset of the local clock that the activity states.
    ///   - sleepStart: The date of the event that starts the sleep.
    ///   - sleepEnd: The date of the last event that stops something, such as sleep.
    func addFigures(
        to builder: ActivityBuilder, _ source: ProvenanceData, offset stated: Double?, sleepStart: Double?,
        sleepEnd: Double?
    ) {
        let first = firstOffset ?? stated ?? 0
        for resting in restingRates {
            builder.takeRestingRate(resting.rate, at: resting.time, offset: resting.offset ?? first, source)
        }
        if let countsEnd { builder.noteEnd(countsEnd, source) }
        builder.remarkEmptyScores(emptyScores)
        guard let sleepScore else { return }
        // The message has no period; that of the night is in the events or levels of the file.
        let start = sleepStart ?? levels.map(\.time).min() ?? sleepScore.time
        let end = sleepEnd ?? levels.map(\.time).max() ?? sleepScore.time
        guard let start, let end, end >= start else {
            return builder.remark("a sleep score without the times of its night was left out")
        }
        builder.addScore(GarminReadings.sleepScore, sleepScore.value, from: start, to: end, source)
    }

    /// A stage of sleep.
    private typealias Stage = (value: HKCategoryValueSleepAnalysis, start: Double, end: Double)

    /// Returns the stages of sleep. Each level lasts until the next, equal ones are one stage, and the last one lasts until the night ends.
    /// - Parameter stop: The date of the last event that stops something.
    /// - Returns: The stages, and whether the last one has no end and is left out.
    private func stages(until stop: Double?) -> (stages: [Stage], isOpen: Bool) {
        let ordered = levels.enumerated().sorted {
            ($0.element.time, $0.offset) < ($1.element.time, $1.offset)
        }.map(\.element)
        var (stages, isOpen): ([Stage], Bool) = ([], false)
        for (index, level) in ordered.enumerated() {
            guard let value = Self.stage(level.level) else { continue }
            guard let next = index + 1 < ordered.count ? ordered[index + 1].time : nightEnd(after: level.time, stop)
            else {
                isOpen = true
                continue
            }
            guard next > level.time else { continue }
            if let last = stages.last, last.value == value, last.end == level.time {
                stages[stages.count - 1].end = next
            } else {
                stages.append((value, level.time, next))
            }
        }
        return (stages, isOpen)
    }

    /// Returns the end of a night after its last level: the stop, or else the assessment. What is more than a day later is about something
    /// else.
    private func nightEnd(after level: Double, _ stop: Double?) -> Double? {
        [stop, assessed].compactMap(\.self).first { $0 > level && !NightLength.isImplausible($0 - level) }
    }

    /// Returns a stage of sleep; nil if it was not measured.
    private static func stage(_ level: Int64) -> HKCategoryValueSleepAnalysis? {
        switch level {
        case 1: .awake
        case 2: .asleepCore
        case 3: .asleepDeep
        case 4: .asleepREM
        default: nil
        }
    }
}
