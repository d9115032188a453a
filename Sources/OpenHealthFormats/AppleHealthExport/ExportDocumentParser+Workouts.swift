// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

extension ExportDocumentParser {
    /// The seconds by which a duration may exceed the time between its dates, which are whole seconds.
    private static let durationTolerance = 2.0

    /// Reads the start tag of a workout.
    mutating func startWorkout(closed: Bool) throws {
        guard let sample = try sampleFacts("Workout", others: nil) else { return push(.skipped, unless: closed) }
        var facts = WorkoutData(
            activityType: text("workoutActivityType") ?? "HKWorkoutActivityTypeOther", sample: sample)
        facts.duration = seconds("duration", unit: "durationUnit")
        if let duration = facts.duration, duration > sample.end - sample.start + Self.durationTolerance {
            try report(
                .warning, "Workout", "its duration is longer than the time from its start to its end; both were kept")
        }
        facts.attributes = allAttributes(except: Self.sampleAttributes.union(["workoutActivityType"]))
        if closed {
            deliver(facts)
        } else {
            push(.workout(Pending(facts)))
        }
    }

    /// Reads a start tag inside a workout.
    mutating func startInWorkout(_ workout: Pending<WorkoutData>, closed: Bool) throws {
        let name = scanner.name
        if name.equals("MetadataEntry") {
            workout.value.sample.metadata.append(metadataEntry(closed: closed))
        } else if name.equals("WorkoutEvent") {
            try startEvent(of: .workout(workout), closed: closed)
        } else if name.equals("WorkoutStatistics") {
            if let statistics = try statisticsFacts() { workout.value.statistics.append(statistics) }
            push(.leaf, unless: closed)
        } else if name.equals("WorkoutActivity") {
            try startActivity(of: workout, closed: closed)
        } else if name.equals("WorkoutRoute") {
            try startRoute(of: workout, closed: closed)
        } else if name.equals("Record") {
            try startRecord(in: .workout(workout), closed: closed)
        } else if name.equals("WorkoutZoneGroup") {
            startZoneGroup(of: workout, closed: closed)
        } else {
            try startUnexpected(in: "Workout", closed: closed)
        }
    }

    /// Adds a complete workout to the batch.
    mutating func deliver(_ workout: WorkoutData) {
        itemWeight += 32 + workout.events.count + workout.routes.reduce(0) { $0 + $1.points.count }
        batch.items.append(.workout(workout))
    }

    /// Returns a duration attribute in seconds, or nil if its value is not a valid duration. The default unit is minutes.
    mutating func seconds(_ name: StaticString, unit: StaticString) -> Double? {
        guard let value = number(name) else { return nil }
        guard let slice = scanner.attribute(unit), !slice.equals("min") else { return Self.duration(value * 60) }
        let written = slice.text.string
        guard let conversion = (try? HKUnit(validating: written))?.conversion(to: .second()) else { return nil }
        return Self.duration(conversion(value))
    }

    private static func duration(_ seconds: Double) -> Double? {
        HKObjectValidation.durations.contains(seconds) ? seconds : nil
    }

    // MARK: Zones

    private mutating func startZoneGroup(of workout: Pending<WorkoutData>, closed: Bool) {
        let facts = WorkoutZoneGroupData(attributes: allAttributes())
        start(facts, closed: closed, as: { .zoneGroup($0, of: workout) }) { workout.value.zoneGroups.append($1) }
    }

    /// Reads a start tag inside a group of zones.
    mutating func startInZoneGroup(_ group: Pending<WorkoutZoneGroupData>, closed: Bool) throws {
        if scanner.name.equals("WorkoutZone") {
            group.value.zones.append(allAttributes())
            push(.leaf, unless: closed)
        } else {
            try startUnexpected(in: "WorkoutZoneGroup", closed: closed)
        }
    }
}

extension ExportDocumentParser {
    /// Reads the start tag of a workout activity.
    mutating func startActivity(of workout: Pending<WorkoutData>, closed: Bool) throws {
        guard let start = date("startDate") else {
            try report(.rejected, "WorkoutActivity", "its startDate is missing or not \(Self.aDate)")
            return push(.skipped, unless: closed)
        }
        var facts = WorkoutActivityData(uuid: text("uuid") ?? "", start: start)
        facts.end = date("endDate")
        if facts.end.map({ $0 < start }) ?? (scanner.attribute("endDate") != nil) {
            facts.end = nil
            try report(
                .warning, "WorkoutActivity",
                "its endDate is before its start, or not \(Self.aDate); it was kept without one")
        }
        facts.duration = seconds("duration", unit: "durationUnit")
        facts.other = allAttributes(except: ["uuid", "startDate", "endDate", "duration", "durationUnit"])
        self.start(facts, closed: closed, as: { .activity($0, of: workout) }) { workout.value.activities.append($1) }
    }

    /// Reads a start tag inside a workout activity.
    mutating func startInActivity(_ activity: Pending<WorkoutActivityData>, closed: Bool) throws {
        let name = scanner.name
        if name.equals("MetadataEntry") {
            activity.value.metadata.append(metadataEntry(closed: closed))
        } else if name.equals("WorkoutEvent") {
            try startEvent(of: .activity(activity), closed: closed)
        } else if name.equals("WorkoutStatistics") {
            if let statistics = try statisticsFacts() { activity.value.statistics.append(statistics) }
            push(.leaf, unless: closed)
        } else {
            try startUnexpected(in: "WorkoutActivity", closed: closed)
        }
    }
}

extension ExportDocumentParser {
    /// Reads the start tag of an event.
    mutating func startEvent(of owner: EventOwner, closed: Bool) throws {
        guard let date = date("date") else {
            try report(.rejected, "WorkoutEvent", "its date is missing or not \(Self.aDate)")
            return push(.skipped, unless: closed)
        }
        let facts = WorkoutEventData(
            type: text("type") ?? "", date: date, duration: seconds("duration", unit: "durationUnit"),
            metadata: unknownAttributes(besides: ["type", "date", "duration", "durationUnit"]))
        start(facts, closed: closed, as: { .event($0, of: owner) }) { $0.finish($1, in: owner) }
    }

    /// Reads a start tag inside an event.
    mutating func startInEvent(_ event: Pending<WorkoutEventData>, closed: Bool) throws {
        try startMetadata(in: "WorkoutEvent", closed: closed) { event.value.metadata.append($0) }
    }

    /// Adds a complete event to the element that contains it.
    func finish(_ event: WorkoutEventData, in owner: EventOwner) {
        switch owner {
        case .workout(let workout): workout.value.events.append(event)
        case .activity(let activity): activity.value.events.append(event)
        }
    }
}

extension ExportDocumentParser {
    /// Returns the statistics of a `WorkoutStatistics` tag; returns nil and reports a diagnostic if they are invalid.
    mutating func statisticsFacts() throws -> WorkoutStatisticsData? {
        guard let start = date("startDate"), let end = date("endDate"), start <= end else {
            try report(
                .rejected, "WorkoutStatistics",
                "its dates are missing, in the wrong order, or not of the form yyyy-MM-dd HH:mm:ss ±HHMM from 1900 to 9999"
            )
            return nil
        }
        var facts = WorkoutStatisticsData(
            type: text("type") ?? "", start: start, end: end, unit: text("unit"))
        facts.sum = number("sum")
        facts.average = number("average")
        facts.minimum = number("minimum")
        facts.maximum = number("maximum")
        try reportUnreadableNumbers("WorkoutStatistics", ["sum", "average", "minimum", "maximum"])
        try reportUnknownAttributes("WorkoutStatistics", besides: Self.statisticsAttributes)
        return facts
    }

    private static let statisticsAttributes: Set<String> = [
        "type", "startDate", "endDate", "sum", "average", "minimum", "maximum", "unit",
    ]

    private mutating func reportUnreadableNumbers(_ element: String, _ names: [StaticString]) throws {
        for name in names where scanner.attribute(name) != nil && number(name) == nil {
            try report(.rejected, element, "its \(name) is not a finite decimal number; it was left out")
        }
    }
}

extension ExportDocumentParser {
    /// Reads the start tag of a workout route.
    mutating func startRoute(of workout: Pending<WorkoutData>, closed: Bool) throws {
        guard let sample = try sampleFacts("WorkoutRoute", others: []) else { return push(.skipped, unless: closed) }
        let facts = WorkoutRouteData(sample: sample)
        start(facts, closed: closed, as: { .route($0, of: workout) }) { workout.value.routes.append($1) }
    }

    /// Reads a start tag inside a route.
    mutating func startInRoute(_ route: Pending<WorkoutRouteData>, closed: Bool) throws {
        if scanner.name.equals("FileReference") {
            if let path = text("path") {
                route.value.files.append(path)
                routeFiles.append(path)
            }
            push(.leaf, unless: closed)
        } else if scanner.name.equals("Location") {
            try readLocation(into: route)
            push(.leaf, unless: closed)
        } else {
            try startMetadata(in: "WorkoutRoute", closed: closed) { route.value.sample.metadata.append($0) }
        }
    }

    private mutating func readLocation(into route: Pending<WorkoutRouteData>) throws {
        guard let date = date("date"), let latitude = number("latitude"), let longitude = number("longitude"),
            latitude.magnitude <= 90, longitude.magnitude <= 180
        else {
            try report(.rejected, "Location", "its date, latitude or longitude is missing or out of range")
            return
        }
        let point = RoutePoint(
            time: date, latitude: latitude, longitude: longitude,
            altitude: number("altitude") ?? .nan, speed: number("speed") ?? .nan,
            course: number("course") ?? .nan, horizontalAccuracy: number("horizontalAccuracy") ?? .nan,
            verticalAccuracy: number("verticalAccuracy") ?? .nan)
        route.value.points.append(point)
    }
}
