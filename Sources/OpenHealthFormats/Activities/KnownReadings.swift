// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// The content of a file that other inputs of a call need: a copy of it in an account is not read again, and uses the summaries of its workouts.
struct KnownFile {
    var workouts: [SummarizedWorkout] = []
    var readings = KnownReadings()
    var restingRates = RestingHeartRates()
}

/// The times of the readings of files, which the documents of an account repeat.
struct KnownReadings {
    /// The manufacturer of the devices whose stages of sleep count instead of the times in bed of their account.
    static let maker = "Garmin"

    /// The periods of sleep of Garmin's devices.
    private(set) var sleep: [(start: Double, end: Double)] = []
    /// The times of weights.
    private(set) var weights: [Double] = []
    /// The times of blood pressures.
    private(set) var pressures: [Double] = []
    /// The periods of the scores by the names of the scores. Scores of a moment have none.
    private(set) var scores: [String: [(start: Double, end: Double)]] = [:]
    /// The hours since 1970 with readings of the types that accounts have averages of.
    private var hours: [HKQuantityTypeIdentifier: Set<Int>] = [:]

    /// The types that accounts have averages of.
    private static let averaged: Set<HKQuantityTypeIdentifier> = [
        .heartRateVariabilityRMSSD, .respiratoryRate, .oxygenSaturation, .vo2Max,
    ]

    /// Notes a quantity.
    mutating func note(_ type: HKQuantityTypeIdentifier, at start: Double) {
        if type == .bodyMass { weights.append(start) }
        guard Self.averaged.contains(type), let hour = Self.hour(start) else { return }
        hours[type, default: []].insert(hour)
    }

    mutating func noteSleep(_ start: Double, _ end: Double) { sleep.append((start, end)) }

    mutating func notePressure(_ time: Double) { pressures.append(time) }

    mutating func noteScore(_ name: String, _ start: Double, _ end: Double) {
        if end > start { scores[name, default: []].append((start, end)) }
    }

    /// Adds the readings of other files.
    mutating func add(_ other: KnownReadings) {
        sleep += other.sleep
        weights += other.weights
        pressures += other.pressures
        scores.merge(other.scores) { $0 + $1 }
        hours.merge(other.hours) { $0.union($1) }
    }

    /// Returns whether there is a reading in a period, to the hour. It is known of the types that accounts have averages of.
    func hasReading(of type: HKQuantityTypeIdentifier, from start: Double, to end: Double) -> Bool {
        guard let known = hours[type], let first = Self.hour(start), let last = Self.hour(end), first <= last else {
            return false
        }
        return (first...last).contains(where: known.contains)
    }

    private static func hour(_ time: Double) -> Int? { Int(exactly: (time / 3600).rounded(.down)) }
}
