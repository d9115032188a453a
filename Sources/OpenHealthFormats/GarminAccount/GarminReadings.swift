// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// The readings in the documents of an account with Garmin that are about days and nights, drinks and blood pressures.
///
/// Averages of nights count where no file has the readings of the night. Documents overlap, so that each reading is kept once.
struct GarminReadings {
    /// A kind of reading: a type of HealthKit, or the name of a score.
    private enum Kind: Hashable {
        case quantity(HKQuantityTypeIdentifier)
        case score(String)

        var name: String {
            switch self {
            case .quantity(let type): type.rawValue
            case .score(let name): name
            }
        }
    }

    private struct Key: Hashable {
        var kind: Kind
        var day: Int
    }

    private struct Drink: Hashable {
        var identifier: String
        var time: Double
        var millilitres: Double
    }

    private struct Pressure: Hashable {
        /// The time of the local clock, and that of the document in UTC, in seconds since 1970.
        var local: Double
        var written: Double?
        var systolic: Double
        var diastolic: Double
        var pulse: Double?
    }

    /// The averages and scores of nights by the day on which the night ends.
    private var nightly: [Key: (value: Double, isOfNight: Bool)] = [:]
    /// The readings of days.
    private var daily: [Key: Set<Double>] = [:]
    /// The scores with a time.
    private var timed: [String: [Double: Double]] = [:]
    private var drinks: Set<Drink> = []
    private var pressures: Set<Pressure> = []
    /// The periods of the nights, and the starts of the days, by day.
    private var nights: [Int: (start: Double, end: Double)] = [:]
    private var starts: [Int: Double] = [:]

    /// The number of values without a date, which are left out.
    private(set) var undated = 0
    /// The number of scores of 0 or less, which are left out.
    private(set) var emptyScores = 0

    /// The seconds around a blood pressure of a file in which one of a document is the same.
    private static let slack = 120.0
    /// The longest time in seconds between a blood pressure and its document, if that shows the offset of the local clock.
    private static let longestDelay = 300.0
    /// The names of scores, after the vendor's.
    private static let (readiness, load) = ("TrainingReadiness", "AcuteTrainingLoad")
    private static let sleep = "SleepScore"
    /// The name of the score of a night.
    static let sleepScore = "Garmin" + sleep

    /// The number of readings.
    var count: Int {
        nightly.count + daily.count + drinks.count + pressures.count + timed.values.reduce(0) { $0 + $1.count }
    }

    // MARK: Documents

    /// Takes the start of a day, in seconds since 1970.
    mutating func takeStart(of day: Int, at start: Double) { starts[day] = start }

    /// Takes a night, with its averages.
    mutating func takeNight(_ fields: GarminFields, from start: Double, to end: Double) {
        guard let day = fields.day("calendarDate") else { return }
        if end - start > nights[day].map({ $0.end - $0.start }) ?? 0 { nights[day] = (start, end) }
        add(.quantity(.respiratoryRate), fields.number("averageRespiration"), on: day, isOfNight: true)
        let oxygen = fields["spo2SleepSummary"]?["averageSPO2"].flatMap(GarminFields.number)
        add(.quantity(.oxygenSaturation), oxygen.map { $0 / 100 }, on: day, isOfNight: true)
        let score = fields["sleepScores"]?["overallScore"].flatMap(GarminFields.number)
        note(score)
        add(.score(Self.sleep), score, on: day, isOfNight: true)
    }

    /// Takes the averages of a night in the document of the health status.
    mutating func takeStatus(_ fields: GarminFields) {
        guard let day = fields.day("calendarDate") else { return }
        for metric in fields["metrics"]?.array ?? [] {
            let value = metric["value"].flatMap(GarminFields.number)
            switch metric["type"]?.string {
            // Garmin's variability is the root mean square of successive differences.
            case "HRV": add(.quantity(.heartRateVariabilityRMSSD), value, on: day, isOfNight: false)
            case "SPO2": add(.quantity(.oxygenSaturation), value.map { $0 / 100 }, on: day, isOfNight: false)
            case "RESPIRATION": add(.quantity(.respiratoryRate), value, on: day, isOfNight: false)
            default: break
            }
        }
    }

    /// Adds an average of a night. That of the document of nights counts if there are two.
    private mutating func add(_ kind: Kind, _ value: Double?, on day: Int, isOfNight: Bool) {
        // A reading that failed is 0 or less.
        guard let value, value > 0 else { return }
        let key = Key(kind: kind, day: day)
        if let known = nightly[key] {
            // Of two different ones in documents that overlap, the greater one counts, as in the store.
            guard known.isOfNight != isOfNight ? isOfNight : value > known.value else { return }
        }
        nightly[key] = (value, isOfNight)
    }

    mutating func takeFitness(_ fields: GarminFields) {
        guard let value = fields.number("vo2MaxValue"), value > 0 else { return }
        guard let day = fields.day("calendarDate") else { return undated += 1 }
        daily[Key(kind: .quantity(.vo2Max), day: day), default: []].insert(value)
    }

    mutating func takeReadiness(_ fields: GarminFields) { takeScore(Self.readiness, fields, key: "score") }

    mutating func takeLoad(_ fields: GarminFields) { takeScore(Self.load, fields, key: "dailyTrainingLoadAcute") }

    private mutating func takeScore(_ name: String, _ fields: GarminFields, key: String) {
        let score = fields.number(key)
        note(score)
        guard let value = score, value > 0 else { return }
        if let time = fields.instant("timestamp") {
            timed[name, default: [:]][time] = max(value, timed[name]?[time] ?? value)
        } else if let day = fields.day("calendarDate") {
            daily[Key(kind: .score(name), day: day), default: []].insert(value)
        } else {
            undated += 1
        }
    }

    /// Counts a score of 0 or less.
    private mutating func note(_ score: Double?) {
        if let score, score <= 0 { emptyScores += 1 }
    }

    mutating func takeDrink(_ fields: GarminFields) {
        guard let time = fields.instant("persistedTimestampGMT"), let millilitres = fields.number("valueInML"),
            millilitres != 0, millilitres.magnitude < 100_000
        else { return }
        let identifier = fields["uuid"].map { $0["uuid"]?.string ?? $0.string ?? "" } ?? ""
        drinks.insert(Drink(identifier: identifier, time: time, millilitres: millilitres))
    }

    mutating func takePressure(_ fields: GarminFields) {
        func positive(_ key: String) -> Double? {
            fields["bloodPressure"]?[key].flatMap(GarminFields.number).flatMap { $0 > 0 && $0 < 400 ? $0 : nil }
        }
        guard let local = fields["metaData"]?["calendarDate"].flatMap(GarminFields.clock),
            let systolic = positive("systolic"), let diastolic = positive("diastolic")
        else { return }
        pressures.insert(
            Pressure(
                local: local, written: fields["metaData"]?["sequence"].flatMap(GarminFields.instant),
                systolic: systolic, diastolic: diastolic, pulse: positive("pulse")))
    }

    // MARK: Samples

    /// Adds the samples of the readings that the files do not have.
    func add(to builder: ActivityBuilder, _ source: ProvenanceData) {
        let scored = PeriodSet(builder.readings.scores[Self.sleepScore] ?? [])
        for (key, value) in nightly.sorted(by: { Self.isOrdered($0.key, $1.key) }) {
            let noon = noon(of: key.day)
            let (start, end) = nights[key.day] ?? (noon, noon)
            if key.kind == .score(Self.sleep), scored.overlaps(start, end) { continue }
            add(key.kind, [value.value], from: start, to: end, searched: (start, end), to: builder, source)
        }
        for (key, values) in daily.sorted(by: { Self.isOrdered($0.key, $1.key) }) {
            let noon = noon(of: key.day)
            add(
                key.kind, values.sorted(), from: noon, to: noon, searched: (noon - 43_200, noon + 43_199), to: builder,
                source)
        }
        for (name, values) in timed.sorted(by: { $0.key < $1.key }) {
            for (time, value) in values.sorted(by: { $0.key < $1.key }) {
                builder.addScore("Garmin" + name, value, from: time, to: time, source)
            }
        }
        for drink in Self.remaining(drinks) { builder.add(.dietaryWater, drink.millilitres, from: drink.time, source) }
        addPressures(to: builder, source)
    }

    private static func isOrdered(_ a: Key, _ b: Key) -> Bool { (a.kind.name, a.day) < (b.kind.name, b.day) }

    private func add(
        _ kind: Kind, _ values: [Double], from start: Double, to end: Double, searched: (from: Double, to: Double),
        to builder: ActivityBuilder, _ source: ProvenanceData
    ) {
        switch kind {
        case .score(let name):
            for value in values { builder.addScore("Garmin" + name, value, from: start, to: end, source) }
        case .quantity(let type):
            guard !builder.readings.hasReading(of: type, from: searched.from, to: searched.to) else { return }
            for value in values { builder.add(type, value, from: start, to: end, source) }
        }
    }

    /// Returns the middle of a day, so that a reading is of the person's day also where the zone is not known.
    private func noon(of day: Int) -> Double { (starts[day] ?? Double(day) * 86_400) + 43_200 }

    /// Returns the drinks without those that the person took back, which are written as drinks of less than nothing.
    private static func remaining(_ all: Set<Drink>) -> [Drink] {
        var drinks: [Drink] = []
        let sorted = all.sorted { ($0.time, $0.identifier, $0.millilitres) < ($1.time, $1.identifier, $1.millilitres) }
        for drink in sorted {
            guard drink.millilitres < 0 else {
                drinks.append(drink)
                continue
            }
            var rest = -drink.millilitres
            while rest > 0, let last = drinks.last, drink.time - last.time < 86_400 {
                let taken = min(rest, last.millilitres)
                rest -= taken
                drinks[drinks.count - 1].millilitres -= taken
                if drinks[drinks.count - 1].millilitres <= 0 { drinks.removeLast() }
            }
        }
        return drinks
    }

    private func addPressures(to builder: ActivityBuilder, _ source: ProvenanceData) {
        let known = PeriodSet(builder.readings.pressures.map { ($0 - Self.slack, $0 + Self.slack) })
        let timed = pressures.map { (time: instant(of: $0), pressure: $0) }
        let sorted = timed.sorted { ($0.time, $0.pressure.systolic) < ($1.time, $1.pressure.systolic) }
        for (time, pressure) in sorted where !known.overlaps(time, time) {
            builder.addBloodPressure(
                systolic: pressure.systolic, diastolic: pressure.diastolic, at: time, source)
            if let pulse = pressure.pulse { builder.add(.heartRate, pulse, from: time, source) }
        }
    }

    /// Returns the time of a blood pressure, whose document has only that of the local clock. The offset is that of the day, or that at which
    /// the document was written soon after.
    private func instant(of pressure: Pressure) -> Double {
        let day = (pressure.local / 86_400).rounded(.down)
        if let start = Int(exactly: day).flatMap({ starts[$0] }) { return pressure.local - (day * 86_400 - start) }
        guard let written = pressure.written else { return pressure.local }
        // Zones are quarters of an hour.
        let offset = ((pressure.local - written) / 900).rounded(.up) * 900
        let delay = written - (pressure.local - offset)
        return offset.magnitude <= 14 * 3600 && delay <= Self.longestDelay ? pressure.local - offset : pressure.local
    }
}
