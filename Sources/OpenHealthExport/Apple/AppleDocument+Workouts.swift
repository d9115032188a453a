// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthFormats
import OpenHealthModel
import OpenHealthStore

extension AppleDocument {
    /// Writes a workout with its parts.
    func writeWorkout(_ sample: RawSample) throws {
        guard let span = dates.span(sample) else { return }
        let workout = try contents.workout(sample)
        let origin = try contents.origin(sample)
        try writer.begin("Workout")
        try writer.attribute("workoutActivityType", workout.activityName)
        try attributes(workout.attributes, Self.workoutAttributes)
        // Imported workouts have their duration among the attributes.
        if sample.ordinal < 0, !workout.attributes.contains(where: { $0.key == "duration" }) {
            try duration(workout.duration)
        }
        try writer.attribute("sourceName", origin.name)
        if let version = origin.version { try writer.attribute("sourceVersion", version) }
        if let device = origin.device { try writer.attribute("device", device: device) }
        if let created = dates.created(sample) { try writer.attribute("creationDate", date: created) }
        try writer.attribute("startDate", date: span.start)
        try writer.attribute("endDate", date: span.end)
        try writeMetadata(sample)
        try write(workout.events)
        for activity in workout.activities { try write(activity) }
        try write(workout.statistics)
        for route in try contents.routes(ofWorkout: sample) { try writeRoute(route) }
        for group in workout.zoneGroups { try write(group) }
        for member in try contents.samples(ofWorkout: sample) { try writeMember(member) }
        try writer.end()
        try omitParts(sample)
        context.receipt.count(type: HKWorkoutTypeIdentifier, .workouts)
    }

    private static let workoutAttributes: Set<String> = [
        "duration", "durationUnit", "totalDistance", "totalDistanceUnit", "totalEnergyBurned", "totalEnergyBurnedUnit",
        "totalSwimmingStrokeCount", "totalSwimmingStrokeCountUnit", "totalFlightsClimbed", "totalFlightsClimbedUnit",
    ]

    /// Writes a duration in minutes, or in seconds if no number of minutes is exactly as long.
    private func duration(_ seconds: Double) throws {
        let minutes = seconds / 60
        let isExact = minutes * 60 == seconds
        try writer.attribute("duration", exact: isExact ? minutes : seconds)
        try writer.attribute("durationUnit", isExact ? "min" : "s")
    }

    private func writeMember(_ member: RawSample) throws {
        let type = HealthTypes.named(try contents.type(member))
        guard type == nil || type?.kind == .quantity || type?.kind == .category else { return }
        if try writeRecord(member, hasBeats: false) { context.receipt.count(.workoutSamples) }
    }

    // MARK: Parts

    private func write(_ events: [WorkoutEventData]) throws {
        for event in events {
            guard let date = dates.seconds(event.date) else { continue }
            try writer.begin("WorkoutEvent")
            try writer.attribute("type", event.type)
            try writer.attribute("date", date: date)
            if let seconds = event.duration { try duration(seconds) }
            try write(event.metadata)
            try writer.end()
            context.receipt.count(.workoutEvents)
        }
    }

    private func write(_ metadata: [MetadataPair]) throws {
        if metadata.isEmpty { return }
        let entries = entries(metadata)
        context.receipt.count(.metadata, times: entries.count)
        try writer.metadata(entries)
    }

    private func write(_ activity: WorkoutActivityData) throws {
        guard let start = dates.seconds(activity.start) else { return }
        try writer.begin("WorkoutActivity")
        try writer.attribute("uuid", activity.uuid)
        try writer.attribute("startDate", date: start)
        if let end = activity.end.flatMap(dates.seconds) { try writer.attribute("endDate", date: end) }
        if let seconds = activity.duration { try duration(seconds) }
        context.receipt.omit(.unknownAttributes, times: activity.other.count)
        try write(activity.metadata)
        try write(activity.events)
        try write(activity.statistics)
        try writer.end()
        context.receipt.count(.workoutActivities)
    }

    private func write(_ statistics: [WorkoutStatisticsData]) throws {
        for figures in statistics {
            guard let start = dates.seconds(figures.start), let end = dates.seconds(figures.end) else { continue }
            try writer.begin("WorkoutStatistics")
            try writer.attribute("type", figures.type)
            try writer.attribute("startDate", date: start)
            try writer.attribute("endDate", date: end)
            let numbers: [(StaticString, Double?)] = [
                ("average", figures.average), ("minimum", figures.minimum), ("maximum", figures.maximum),
                ("sum", figures.sum),
            ]
            for (name, number) in numbers {
                if let number, number.isFinite { try writer.attribute(name, exact: number) }
            }
            if let unit = figures.unit { try writer.attribute("unit", unit) }
            try writer.end()
            context.receipt.count(.workoutStatistics)
        }
    }

    private func write(_ group: WorkoutZoneGroupData) throws {
        try writer.begin("WorkoutZoneGroup")
        try attributes(group.attributes, ["type", "source", "unit"])
        for zone in group.zones {
            try writer.begin("WorkoutZone")
            try attributes(zone, ["minimum", "maximum", "duration", "durationUnit"])
            try writer.end()
        }
        try writer.end()
        context.receipt.count(.workoutZones)
    }

    private func writeRoute(_ route: RawSample) throws {
        guard let span = dates.span(route) else { return context.receipt.omit(.datesBeyondCalendar) }
        try writer.begin(
            "WorkoutRoute", head("WorkoutRoute", route, hasType: false), created: dates.created(route),
            start: span.start, end: span.end)
        try writeMetadata(route)
        let points = try contents.pointCount(route)
        if points > 0 {
            let path = names.route(span.end, zone: contents.timeZone)
            try writer.begin("FileReference")
            try writer.attribute("path", "/\(path)")
            try writer.end()
            files.append(.route(route, path: path))
        }
        try writer.end()
        try omitParts(route)
        context.receipt.count(type: HKWorkoutRouteTypeIdentifier, .routes)
        context.receipt.count(.routePoints, times: points)
    }
}
