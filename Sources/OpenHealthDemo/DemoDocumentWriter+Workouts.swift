// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthFormats
import OpenHealthModel
import OpenHealthTestBasics

extension DemoDocumentWriter {
    func write(_ workout: DemoWorkout) throws {
        let look = plan.look(workout.isFromWatch ? .watch : .mindApp, workout.day, purpose: 902)
        try writer.begin("Workout")
        try writer.attribute("workoutActivityType", "HKWorkoutActivityType\(workout.kind.name)")
        try writer.attribute("duration", "\(workout.minutes)")
        try writer.attribute("durationUnit", "min")
        try origin(look, created: workout.end + 5, start: workout.start, end: workout.end)
        let metadata = ExportMetadata(workout.metadata(plan))
        try writer.metadata(metadata)
        truth.metadataEntries += metadata.count
        let events = events(workout)
        try write(events)
        // Phones write the entries a second time for the workouts that they recorded themselves.
        if workout.isFromWatch {
            try writer.metadata(metadata)
            truth.metadataEntries += metadata.count
        }
        if workout.isFromWatch { try writeActivities(workout, events) }
        if workout.isFromWatch { try writeStatistics(workout, from: workout.start, to: workout.end) }
        truth.workoutStatistics += workout.isFromWatch ? statisticsCount(workout) : 0
        if workout.hasRoute { try writeRoute(workout, look) }
        if let type = workout.effortType { try writeEffort(workout, type) }
        try writer.end()
        truth.workouts += 1
        truth.workoutEvents += events.count
    }

    private func origin(_ look: DemoSource.Look, created: Int64, start: Int64, end: Int64) throws {
        try writer.attribute("sourceName", look.name)
        if let version = look.version { try writer.attribute("sourceVersion", version) }
        if let device = look.device { try writer.attribute("device", device) }
        try writer.attribute("creationDate", date: created)
        try writer.attribute("startDate", date: start)
        try writer.attribute("endDate", date: end)
    }

    // MARK: Events

    private struct Event {
        var type: String
        var date: Int64
        var minutes: Double?
        var metadata: [MetadataPair] = []
    }

    private func events(_ workout: DemoWorkout) -> [Event] {
        var events: [Event] = []
        if workout.pause > 0 {
            events.append(Event(type: "Pause", date: workout.pauseStart))
            events.append(Event(type: "Resume", date: workout.pauseStart + Int64(workout.pause)))
        }
        switch workout.kind {
        case .running, .cycling:
            // Segments by the kilometer and by the mile, so that they overlap.
            for (count, length) in [(4, 330), (2, 531)] {
                for index in 0..<count {
                    events.append(
                        Event(
                            type: "Segment", date: workout.start + Int64(index * length), minutes: Double(length) / 60))
                }
            }
        case .swimming:
            for index in 0..<12 {
                events.append(
                    Event(
                        type: "Lap", date: workout.start + Int64(index * 40), minutes: 38.0 / 60,
                        metadata: [
                            MetadataPair(key: "HKSwimmingStrokeStyle", value: String(2 + index % 3)),
                            MetadataPair(key: "HKSWOLFScore", value: "\(40 + index)"),
                        ]))
            }
        case .triathlon:
            events.append(Event(type: "Marker", date: workout.start + 600))
        case .strength, .yoga:
            break
        }
        return events
    }

    private func write(_ events: [Event]) throws {
        for event in events {
            try writer.begin("WorkoutEvent")
            try writer.attribute("type", "HKWorkoutEventType\(event.type)")
            try writer.attribute("date", date: event.date)
            if let minutes = event.minutes {
                try writer.attribute("duration", "\(minutes)")
                try writer.attribute("durationUnit", "min")
            }
            if !event.metadata.isEmpty {
                try writer.metadata(ExportMetadata(event.metadata))
                truth.metadataEntries += event.metadata.count
            }
            try writer.end()
        }
    }

    // MARK: Parts

    /// Writes one activity that repeats the workout, or the three of a triathlon.
    private func writeActivities(_ workout: DemoWorkout, _ events: [Event]) throws {
        let parts = workout.kind == .triathlon ? 3 : 1
        var generator = SeededGenerator(seed: plan.seed, stream: 3004, index: UInt64(workout.day))
        for part in 0..<parts {
            let start = workout.start + Int64(workout.elapsed * part / parts)
            let end = workout.start + Int64(workout.elapsed * (part + 1) / parts)
            let minutes = parts == 1 ? workout.minutes : Double(end - start) / 60
            try writer.begin("WorkoutActivity")
            try writer.attribute("uuid", DemoText.uuid(&generator))
            try writer.attribute("startDate", date: start)
            try writer.attribute("endDate", date: end)
            try writer.attribute("duration", "\(minutes)")
            try writer.attribute("durationUnit", "min")
            let zone = ExportMetadata([MetadataPair(key: "HKTimeZone", value: plan.calendar.zoneName(workout.day))])
            try writer.metadata(zone)
            truth.metadataEntries += zone.count
            let inside = events.filter { $0.date >= start && $0.date < end }
            try write(inside)
            try writeStatistics(workout, from: start, to: end, share: 1 / Double(parts))
            try writer.end()
            truth.workoutActivities += 1
            truth.activityEvents += inside.count
            truth.activityStatistics += statisticsCount(workout)
        }
    }

    private func statisticsCount(_ workout: DemoWorkout) -> Int {
        workout.kind.distanceType == nil ? 3 : 4
    }

    private func writeStatistics(_ workout: DemoWorkout, from start: Int64, to end: Int64, share: Double = 1) throws {
        let sums: [(String?, DemoUnit, Double)] = [
            ("HKQuantityTypeIdentifierActiveEnergyBurned", .kilocalorie, workout.energy),
            ("HKQuantityTypeIdentifierBasalEnergyBurned", .kilocalorie, workout.energy / 5),
            (workout.kind.distanceType, .kilometre, workout.distance),
        ]
        for (type, unit, amount) in sums {
            guard let type else { continue }
            try beginStatistics(type, start, end)
            try writer.attribute("sum", number: unit.value(amount * share, plan.options.units))
            try writer.attribute("unit", unit.name(plan.options.units))
            try writer.end()
        }
        try beginStatistics("HKQuantityTypeIdentifierHeartRate", start, end)
        let rates = plan.heartRates(workout, from: start, to: end)
        try writer.attribute("average", number: rates.reduce(0, +) / Double(rates.count))
        try writer.attribute("minimum", number: rates.min() ?? workout.averageRate)
        try writer.attribute("maximum", number: rates.max() ?? workout.averageRate)
        try writer.attribute("unit", "count/min")
        try writer.end()
    }

    private func beginStatistics(_ type: String, _ start: Int64, _ end: Int64) throws {
        try writer.begin("WorkoutStatistics")
        try writer.attribute("type", type)
        try writer.attribute("startDate", date: start)
        try writer.attribute("endDate", date: end)
    }

    private func writeRoute(_ workout: DemoWorkout, _ look: DemoSource.Look) throws {
        try writer.begin("WorkoutRoute")
        try origin(look, created: workout.end + 9, start: workout.start, end: workout.end)
        let metadata = ExportMetadata([
            MetadataPair(key: "HKMetadataKeySyncVersion", value: "2"),
            MetadataPair(key: "HKMetadataKeySyncIdentifier", value: "route-\(workout.day)"),
        ])
        try writer.metadata(metadata)
        truth.metadataEntries += metadata.count
        try writer.begin("FileReference")
        try writer.attribute("path", "/" + workout.routePath(plan))
        try writer.end()
        try writer.end()
        truth.routes += 1
    }

    private func writeEffort(_ workout: DemoWorkout, _ type: String) throws {
        let look = plan.look(.watch, workout.day, purpose: 903)
        let head = ExportRecordHead(
            type: type, sourceName: look.name, sourceVersion: look.version, device: look.device,
            unit: DemoUnit.effortScore.metric)
        try writer.record(
            head, created: workout.end + 20, start: workout.start, end: workout.end, value: .number(workout.effort))
        truth.count(type, 1)
    }
}
