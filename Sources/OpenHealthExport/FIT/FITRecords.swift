// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel
import OpenHealthStore

/// The measurements of a moment of a workout.
struct FITRecord {
    var point: RoutePoint?
    var heartRate: Double?
    var cadence: Double?
    var distance: Double?
    var speed: Double?
    var power: Double?

    /// The raw values of the message.
    func values(at time: Int64) -> [Int64?] {
        let speed = point.flatMap { $0.speed.isFinite && $0.speed >= 0 ? $0.speed : nil } ?? speed
        return [
            time, point.flatMap { FITNumber.semicircles($0.latitude) },
            point.flatMap { FITNumber.semicircles($0.longitude) },
            FITNumber.scaled(point?.altitude, by: 5, offset: 500), FITNumber.scaled(heartRate, by: 1),
            FITNumber.scaled(cadence, by: 1), FITNumber.scaled(distance, by: 100), FITNumber.scaled(speed, by: 1000),
            FITNumber.scaled(power, by: 1),
        ]
    }
}

/// The measurements during a workout, by second.
struct FITRecords {
    private(set) var records: [Int64: FITRecord] = [:]
    /// The numbers of points that have a record, and of those that have none: a second has one, with coordinates.
    private(set) var points = (written: 0, left: 0)
    /// The samples of the distance.
    private let distances: [RawSample]

    /// Reads the measurements.
    /// - Parameter distance: The distance of the workout in metres.
    init(
        _ contents: StoreContents, _ workout: RawSample, routes: [RawSample], activity: HKWorkoutActivityType,
        distance: Double?
    ) throws {
        distances = try Self.distances(contents, workout, activity).sorted { $0.end < $1.end }
        for route in routes {
            try contents.forEachPoint(route) { point in
                let time = FITNumber.date(point.time)
                guard let time, (-90...90).contains(point.latitude), (-180...180).contains(point.longitude),
                    records[time]?.point == nil
                else { return points.left += 1 }
                records[time, default: FITRecord()].point = point
                points.written += 1
            }
        }
        func read(_ type: HKQuantityTypeIdentifier, _ path: WritableKeyPath<FITRecord, Double?>) throws {
            for sample in try Self.samples(contents, workout, type) {
                guard let time = FITNumber.date(sample.start) else { continue }
                if records[time]?[keyPath: path] == nil {
                    records[time, default: FITRecord()][keyPath: path] = sample.value
                }
            }
        }
        try read(.heartRate, \.heartRate)
        try read(.cyclingCadence, \.cadence)
        try read(WorkoutSeries.power(of: activity) ?? .runningPower, \.power)
        try read(WorkoutSeries.speed(of: activity) ?? .runningSpeed, \.speed)
        var sum = 0.0
        for sample in distances {
            sum += max(0, sample.value)
            if let time = FITNumber.date(min(sample.end, workout.end)) {
                records[time, default: FITRecord()].distance = sum
            }
        }
        if sum == 0, let distance, distance > 0 { spread(distance) }
    }

    /// Returns the distance of the samples between two times in metres, nil if there are none. A sample that is only partly between the
    /// times counts in proportion.
    func distance(from start: Double, to end: Double) -> Double? {
        guard distances.contains(where: { $0.value > 0 }) else { return nil }
        return distances.reduce(0) { sum, sample in
            let length = sample.end - sample.start
            guard length > 0 else { return sum + (sample.end > start && sample.end <= end ? max(0, sample.value) : 0) }
            let part = max(0, min(sample.end, end) - max(sample.start, start)) / length
            return sum + max(0, sample.value) * part
        }
    }

    /// Adds distances to a workout that has only a total, such as a workout of a file: the total grows along the route, or else with the
    /// speed.
    private mutating func spread(_ total: Double) {
        let times = records.keys.sorted()
        var steps: [(time: Int64, metres: Double)] = []
        var last: RoutePoint?
        for time in times {
            guard let point = records[time]?.point else { continue }
            steps.append((time, last.map { $0.distance(to: point) } ?? 0))
            last = point
        }
        if steps.isEmpty {
            for (before, time) in zip(times, times.dropFirst()) {
                guard let speed = records[time]?.speed, speed >= 0 else { continue }
                steps.append((time, speed * Double(time - before)))
            }
        }
        let length = steps.reduce(0) { $0 + $1.metres }
        guard length > 0 else { return }
        var sum = 0.0
        for step in steps {
            sum += step.metres
            records[step.time]?.distance = sum / length * total
        }
    }

    /// Returns the samples of a workout's distance: of the distance of its sport, of all distances for a triathlon, or else of the longest
    /// distance.
    private static func distances(
        _ contents: StoreContents, _ workout: RawSample, _ activity: HKWorkoutActivityType
    ) throws -> [RawSample] {
        var all: [(type: HKQuantityTypeIdentifier, samples: [RawSample])] = []
        for type in WorkoutDistance.types {
            let found = try samples(contents, workout, type)
            if !found.isEmpty { all.append((type, found)) }
        }
        if activity == .swimBikeRun { return all.flatMap { $0.samples } }
        guard let own = WorkoutDistance.type(of: activity) else {
            return all.max { sum($0.samples) < sum($1.samples) }?.samples ?? []
        }
        return all.first { $0.type == own }?.samples ?? all.first?.samples ?? []
    }

    private static func sum(_ samples: [RawSample]) -> Double { samples.reduce(0) { $0 + $1.value } }

    /// Returns the samples of a type during a workout, from its source if that has some, and otherwise from all sources.
    static func samples(
        _ contents: StoreContents, _ workout: RawSample, _ type: HKQuantityTypeIdentifier
    ) throws -> [RawSample] {
        let (all, own) = try contents.samples(during: workout, type)
        return own.isEmpty ? all : own
    }
}
