// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import GRDB
import OpenHealthModel
import OpenHealthStore

extension HealthConnectSamples {
    /// The metadata that decides the kind of exercise.
    private static let metadata: Set<String> = [HKMetadataKeyIndoorWorkout, HKMetadataKeySwimmingLocationType]

    func workouts(_ type: StoreContents.SampleType) throws {
        guard try writer.has(.exercise) else { return try context.omit(type) }
        let hasRoutes = contents.types.contains { $0.identifier == HKWorkoutRouteTypeIdentifier }
        try contents.forEach(type) { sample in
            try context.advance()
            if try context.omitsCopy(sample) { return }
            guard let facts = try facts(sample) else { return }
            let workout = try contents.workout(sample)
            let kind = HealthConnectActivity.number(workout.activityType, metadata: workout.sample.metadata)
            let title =
                kind == HealthConnectActivity.other && workout.activityType != .other
                ? HealthConnectActivity.title(workout.activityName) : nil
            let points = hasRoutes ? try points(sample, facts) : []
            let row = try writer.insert(.exercise, facts, [nil, kind, title, points.isEmpty ? 0 : 1])
            for point in points where row != nil {
                func known(_ value: Double, from minimum: Double = -.infinity) -> Double? {
                    value.isFinite && value >= minimum ? value : nil
                }
                try writer.insert(
                    childOf: .exercise, parent: row ?? 0,
                    [
                        Self.milliseconds(point.time), point.latitude, point.longitude, known(point.altitude),
                        known(point.horizontalAccuracy, from: 0), known(point.verticalAccuracy, from: 0),
                    ])
            }
            try addEvents(workout, facts, row)
            context.receipt.count(type: type.identifier, .workouts)
            context.receipt.omit(.workoutActivities, times: workout.activities.count)
            let distances = try addDistance(sample, facts) ? workout.statistics.count(where: Self.isDistance) : 0
            context.receipt.count(.workoutStatistics, times: distances)
            context.receipt.omit(.workoutStatistics, times: workout.statistics.count - distances)
            context.receipt.omit(.workoutZones, times: workout.zoneGroups.reduce(0) { $0 + $1.zones.count })
            try context.omitMembers(ofWorkout: sample)
            try omitMetadata(sample, but: Self.metadata)
        }
    }

    private static func isDistance(_ statistics: WorkoutStatisticsData) -> Bool {
        WorkoutDistance.types.contains { $0.rawValue == statistics.type }
    }

    /// Adds the distance of a workout as a record with its UUID, if the samples of each workout of the effort have less than half of it.
    /// - Returns: Whether there is such a record.
    private func addDistance(_ workout: RawSample, _ facts: HealthConnectColumns) throws -> Bool {
        guard try writer.has(.distance),
            let distance = try (contents.object(workout) as? HKWorkout)?.totalDistance?.value(in: .meter()),
            distance.isFinite, distance > 0
        else { return false }
        // The samples of a copy are records, at another time if its clock is wrong.
        for workout in try [workout] + contents.otherWorkouts(ofEffortOf: workout) {
            let samples = try WorkoutDistance.types.flatMap { try contents.samples(during: workout, $0).own }
            guard samples.reduce(0, { $0 + max(0, $1.value) }) < distance / 2 else { return false }
        }
        guard HealthConnectRecord.distance.range.contains(distance) else {
            context.receipt.omit(.valuesBeyondRange)
            return false
        }
        _ = try writer.insert(.distance, facts, [distance])
        return true
    }

    /// Returns the points of the routes of a workout that a record can have: within its dates, in order, and one a moment.
    private func points(_ workout: RawSample, _ facts: HealthConnectColumns) throws -> [RoutePoint] {
        var points: [RoutePoint] = []
        for route in try contents.routes(ofWorkout: workout) {
            routes.insert(route.id)
            try contents.forEachPoint(route) { points.append($0) }
        }
        let count = points.count
        points = points.filter { point in
            guard point.time.isFinite, Self.dates.contains(point.time) else { return false }
            return (facts.start...max(facts.start, facts.end)).contains(Self.milliseconds(point.time))
                && (-90...90).contains(point.latitude) && (-180...180).contains(point.longitude)
        }
        points.sort { $0.time < $1.time }
        var latest: Int64?
        points.removeAll { point in
            defer { latest = Self.milliseconds(point.time) }
            return latest == Self.milliseconds(point.time)
        }
        context.receipt.count(.routePoints, times: points.count)
        context.receipt.omit(.routePoints, times: count - points.count)
        return points
    }

    /// Adds the laps and segments of a workout. Those of one kind do not overlap in Health Connect.
    private func addEvents(_ workout: WorkoutRecord, _ facts: HealthConnectColumns, _ row: Int64?) throws {
        var ends: [Bool: Int64] = [:]
        for event in workout.events.sorted(by: { $0.date < $1.date }) {
            let isLap = event.type == "HKWorkoutEventTypeLap"
            guard isLap || event.type == "HKWorkoutEventTypeSegment", let duration = event.duration,
                duration.isFinite, event.date.isFinite
            else {
                context.receipt.omit(.workoutEvents)
                continue
            }
            let start = Self.milliseconds(event.date)
            let end = Self.milliseconds(event.date + duration)
            guard start >= max(facts.start, ends[isLap] ?? facts.start), start < end, end <= facts.end else {
                context.receipt.omit(.workoutEvents)
                continue
            }
            ends[isLap] = end
            context.receipt.count(.workoutEvents)
            guard let row else { continue }
            if isLap {
                try writer.insert(
                    into: "exercise_laps_table", ["parent_key", "lap_start_time", "lap_end_time", "lap_length"],
                    [row, start, end, Self.metres(event.metadata)])
            } else {
                try writer.insert(
                    into: "exercise_segments_table",
                    ["parent_key", "segment_start_time", "segment_end_time", "segment_type", "repetitions_count"],
                    [row, start, end, 0, 0])
            }
        }
    }

    /// Returns the length of a lap in metres.
    private static func metres(_ metadata: [MetadataPair]) -> Double? {
        guard let text = metadata.first(where: { $0.key == HKMetadataKeyLapLength })?.value else { return nil }
        let parts = text.split(separator: " ")
        guard parts.count == 2, let value = Double(parts[0]), value.isFinite else { return nil }
        let units = ["m": 1, "km": 1000, "yd": 0.9144, "ft": 0.3048, "mi": 1609.344, "cm": 0.01]
        return units[String(parts[1])].map { value * $0 }
    }

    /// Counts the routes, which are part of the records of their workouts.
    func count(routes type: StoreContents.SampleType) throws {
        try contents.forEach(type) { route in
            if routes.contains(route.id) {
                context.receipt.count(type: type.identifier, .routes)
                try omitMetadata(route)
            } else {
                context.receipt.omit(try contents.hasWorkout(route) ? .routes : .routesWithoutWorkout)
            }
        }
    }
}

/// The kinds of exercise in the databases of Health Connect.
enum HealthConnectActivity {
    /// The number of other kinds of exercise.
    static let other = 58

    /// Returns the number of an activity.
    /// - Parameter metadata: the metadata of the workout, which tells indoor and outdoor workouts apart.
    static func number(_ activity: HKWorkoutActivityType, metadata: [MetadataPair]) -> Int {
        func value(_ key: String) -> String? { metadata.first { $0.key == key }?.value }
        let isIndoor = value(HKMetadataKeyIndoorWorkout) == "1"
        switch activity {
        case .cycling: return isIndoor ? 5 : 4
        case .running: return isIndoor ? 34 : 33
        case .rowing: return isIndoor ? 61 : 31
        case .swimming:
            let isOpen =
                value(HKMetadataKeySwimmingLocationType) == "\(HKWorkoutSwimmingLocationType.openWater.rawValue)"
            return isOpen ? 48 : 49
        // 14 and 15 are the deprecated kinds of dance.
        default: return numbers[activity] ?? ([14, 15].contains(activity.rawValue) ? 10 : other)
        }
    }

    private static let numbers: [HKWorkoutActivityType: Int] = [
        .badminton: 1, .baseball: 2, .basketball: 3, .crossTraining: 6, .boxing: 7, .cricket: 9, .cardioDance: 10,
        .socialDance: 10, .stepTraining: 11, .fencing: 12,
        .americanFootball: 13, .australianFootball: 14, .discSports: 15, .golf: 16, .mindAndBody: 17, .gymnastics: 18,
        .handball: 19, .highIntensityIntervalTraining: 20, .hiking: 21, .hockey: 22, .martialArts: 24,
        .kickboxing: 24, .taiChi: 24, .paddleSports: 25, .pilates: 27, .racquetball: 28, .climbing: 29, .rugby: 32,
        .sailing: 35, .underwaterDiving: 36, .skatingSports: 37, .crossCountrySkiing: 38, .downhillSkiing: 38,
        .snowboarding: 39, .soccer: 41, .softball: 42, .squash: 43, .stairs: 44, .functionalStrengthTraining: 45,
        .traditionalStrengthTraining: 45, .coreTraining: 45, .flexibility: 46, .cooldown: 46, .surfingSports: 47,
        .tableTennis: 50, .tennis: 51, .volleyball: 52, .walking: 53, .waterPolo: 54, .wheelchairWalkPace: 56,
        .wheelchairRunPace: 56, .yoga: 57, .stairClimbing: 59, .elliptical: 60,
    ]

    /// Returns the name of an activity in words, for workouts whose kind Health Connect does not have.
    static func title(_ name: String) -> String {
        let prefix = "HKWorkoutActivityType"
        let short = name.hasPrefix(prefix) ? String(name.dropFirst(prefix.count)) : name
        var words = ""
        for character in short {
            if character.isUppercase, let last = words.last, last.isLowercase { words += " " }
            words += words.isEmpty ? character.uppercased() : character.lowercased()
        }
        return words
    }
}
