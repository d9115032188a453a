// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthStatistics
import OpenHealthTestBasics

/// A session of a person: what a perfect device would record.
struct GeneratedSession {
    var activity: HKWorkoutActivityType
    var start: Double
    var length: Double
    /// In metres per second; nil for sessions without a distance.
    var speed: Double?
    var seed: UInt64
    /// The seed of the path: sessions on one path share it.
    var path: UInt64
    /// Whether the path is taken in the other direction.
    var isReversed = false
    /// Whether hard and easy parts alternate.
    var hasIntervals = false
    /// The difference of the heart rates of hard and easy parts, in beats per minute.
    var rise = 15.0
    /// The change of the heart rate from one step to the next without a cause, in beats per minute.
    var variation = 2.0
    /// The seconds by which the person is ahead of the mean pace or behind it, at most.
    var swing = 0.0
    /// The speed as a part of that with which the path is taken in its time.
    var pace = 1.0
    /// The place at which the path begins, in metres from the usual one.
    var origin = (north: 0.0, east: 0.0)
    /// The angle by which the path is turned around its beginning.
    var turn = 0.0

    static let step = 10.0

    var distance: Double? { speed.map { $0 * length * pace } }

    /// The heart rates, one every ten seconds.
    var heartRates: [Double] {
        var random = SeededGenerator(seed: seed, stream: 1, index: 0)
        let base = random.number(115, 145)
        var state = 0.0
        return stride(from: 0, to: length, by: Self.step).map { time in
            state = 0.95 * state + random.normal(variation)
            let isHard = hasIntervals && time.truncatingRemainder(dividingBy: 300) < 180
            return base + 20 * (1 - exp(-time / 300)) + (isHard ? rise : 0) + state
        }
    }

    /// The places, one every ten seconds.
    var places: [(latitude: Double, longitude: Double)] {
        guard let speed else { return [] }
        var random = SeededGenerator(seed: path, stream: 2, index: 0)
        var (north, east, heading) = (0.0, 0.0, random.number(0, 6.28))
        var places: [(Double, Double)] = []
        for _ in stride(from: 0, to: length, by: Self.step) {
            let (x, y) = (
                origin.north + north * cos(turn) - east * sin(turn), origin.east + north * sin(turn) + east * cos(turn)
            )
            places.append((52 + x / 111_195, 13 + y / 111_195 / cos(52 * Double.pi / 180)))
            heading += random.normal(0.15)
            north += speed * Self.step * cos(heading)
            east += speed * Self.step * sin(heading)
        }
        if isReversed { places.reverse() }
        return swing == 0 && pace == 1 ? places : places.indices.map { swung(places, at: $0) }
    }

    /// Returns the place at a step with the pace, which is ahead of the mean or behind it.
    private func swung(_ places: [(latitude: Double, longitude: Double)], at index: Int)
        -> (latitude: Double, longitude: Double)
    {
        var random = SeededGenerator(seed: seed, stream: 5, index: 0)
        var ahead = 0.0
        for _ in 0..<3 { ahead += sin(Double(index) * Self.step / random.number(40, 160) + random.number(0, 6.28)) }
        let position = min(max(Double(index) * pace + swing / 3 * ahead / Self.step, 0), Double(places.count - 1))
        let (from, to) = (places[Int(position)], places[min(Int(position) + 1, places.count - 1)])
        let part = position - position.rounded(.down)
        return (
            from.latitude + part * (to.latitude - from.latitude),
            from.longitude + part * (to.longitude - from.longitude)
        )
    }
}

/// A device or service that records sessions.
struct GeneratedRecorder {
    var source: Int64
    /// The largest delays of the start and the end, in seconds.
    var startDelay = 0.0
    var endDelay = 0.0
    /// The seconds by which the clock is ahead.
    var shift = 0.0
    /// The relative error of the distance.
    var distanceError = 0.01
    var heartNoise = 1.5
    var hasDistance = true
    var hasHeartRate = true
    var hasRoute = true
    var activity: HKWorkoutActivityType?
    /// The model of the device; nil if it is unknown.
    var device: String?
}

/// The recorded workouts, whose details are generated when they are needed.
final class GeneratedFacts: EffortFacts {
    private var records: [Int64: (session: GeneratedSession, recorder: GeneratedRecorder, distance: Double?)] = [:]

    /// Records a session.
    func record(
        _ session: GeneratedSession, by recorder: GeneratedRecorder, _ random: inout SeededGenerator
    ) -> EffortCandidate {
        let id = Int64(records.count + 1)
        let distance =
            recorder.hasDistance
            ? session.distance.map { $0 * (1 + random.normal(recorder.distanceError)) } : nil
        records[id] = (session, recorder, distance)
        let start = session.start + (recorder.startDelay * random.unit()).rounded() + recorder.shift
        let end = session.start + session.length + (recorder.endDelay * random.unit()).rounded() + recorder.shift
        return EffortCandidate(
            id: id, source: recorder.source, start: start, end: max(end, start + 30),
            activity: recorder.activity ?? session.activity, device: recorder.device)
    }

    func distance(of candidate: EffortCandidate) -> Double? { records[candidate.id]?.distance }

    func route(of candidate: EffortCandidate) -> [EffortPlace] {
        guard let record = records[candidate.id], record.recorder.hasRoute else { return [] }
        var random = SeededGenerator(seed: UInt64(candidate.id), stream: 3, index: 0)
        let places = record.session.places
        return times(record.session, record.recorder, candidate).compactMap { index, time in
            guard index % 6 == 0, places.indices.contains(index) else { return nil }
            return EffortPlace(
                time: time, latitude: places[index].latitude + random.normal(5 / 111_195),
                longitude: places[index].longitude + random.normal(8 / 111_195))
        }
    }

    func heartRate(of candidate: EffortCandidate) -> [EffortReading] {
        guard let record = records[candidate.id], record.recorder.hasHeartRate else { return [] }
        var random = SeededGenerator(seed: UInt64(candidate.id), stream: 4, index: 0)
        let rates = record.session.heartRates
        return times(record.session, record.recorder, candidate).compactMap { index, time in
            guard rates.indices.contains(index) else { return nil }
            return EffortReading(time: time, value: rates[index] + random.normal(record.recorder.heartNoise))
        }
    }

    /// Returns the steps of a session that a recorder recorded, with their times by its clock.
    private func times(
        _ session: GeneratedSession, _ recorder: GeneratedRecorder, _ candidate: EffortCandidate
    ) -> [(Int, Double)] {
        stride(from: 0, to: session.length, by: GeneratedSession.step).enumerated().map { index, time in
            (index, session.start + time + recorder.shift)
        }.filter { $0.1 >= candidate.start && $0.1 <= candidate.end }
    }
}

extension SeededGenerator {
    /// Returns a number with a normal distribution.
    mutating func normal(_ deviation: Double) -> Double {
        deviation * (-2 * log(1 - unit())).squareRoot() * cos(2 * .pi * unit())
    }
}
