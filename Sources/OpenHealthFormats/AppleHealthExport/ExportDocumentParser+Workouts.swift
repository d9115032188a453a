// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

extension ExportDocumentParser {
    mutating func startWorkout(closed: Bool) throws {
        guard let sample = try sampleFacts("Workout", others: nil) else {
            if !closed { push(.skipped) }
            return
        }
        var facts = WorkoutFacts(
            activityType: text("workoutActivityType") ?? "HKWorkoutActivityTypeOther", sample: sample)
        facts.duration = seconds("duration", unit: "durationUnit")
        facts.attributes = allAttributes(except: Self.sampleAttributes.union(["workoutActivityType"]))
        workout = facts
        if closed {
            finishWorkout()
        } else {
            push(.workout)
        }
    }

    mutating func startInWorkout(closed: Bool) throws {
        let name = scanner.name
        if name.equals("MetadataEntry") {
            let entry = metadataEntry(closed: closed)
            workout?.sample.metadata.append(entry)
        } else if name.equals("WorkoutEvent") {
            try startEvent(closed: closed)
        } else if name.equals("WorkoutStatistics") {
            if let statistics = try statisticsFacts() { workout?.statistics.append(statistics) }
            if !closed { push(.leaf) }
        } else if name.equals("WorkoutActivity") {
            try startActivity(closed: closed)
        } else if name.equals("WorkoutRoute") {
            try startRoute(closed: closed)
        } else if name.equals("Record") {
            try startRecord(closed: closed)
        } else if name.equals("WorkoutZoneGroup") {
            let group = WorkoutZoneGroupFacts(attributes: allAttributes())
            workout?.zoneGroups.append(group)
            if !closed { push(.zoneGroup) }
        } else {
            try startUnexpected(in: "Workout", closed: closed)
        }
    }

    mutating func finishWorkout() {
        guard let finished = workout else { return }
        itemWeight += 32 + finished.events.count + finished.routes.reduce(0) { $0 + $1.points.count }
        batch.items.append(.workout(finished))
        workout = nil
    }

    /// Returns a duration attribute in seconds, or nil if its value is not a valid duration. The default unit is minutes.
    private mutating func seconds(_ name: StaticString, unit: StaticString) -> Double? {
        guard let value = number(name) else { return nil }
        guard let slice = scanner.attribute(unit), !slice.equals("min") else { return Self.duration(value * 60) }
        let written = slice.text.string
        guard let conversion = (try? HKUnit(validating: written))?.conversion(to: .second()) else { return nil }
        return Self.duration(conversion(value))
    }

    private static func duration(_ seconds: Double) -> Double? {
        HKObjectValidation.durations.contains(seconds) ? seconds : nil
    }

    // MARK: Events

    private mutating func startEvent(closed: Bool) throws {
        guard let date = date("date") else {
            try report(.rejected, "WorkoutEvent", "its date is missing or not \(Self.aDate)")
            if !closed { push(.skipped) }
            return
        }
        event = WorkoutEventFacts(
            type: text("type") ?? "", date: date, duration: seconds("duration", unit: "durationUnit"),
            metadata: unknownAttributes(besides: ["type", "date", "duration", "durationUnit"]))
        if closed {
            finishEvent()
        } else {
            push(.event)
        }
    }

    mutating func startInEvent(closed: Bool) throws {
        if scanner.name.equals("MetadataEntry") {
            let entry = metadataEntry(closed: closed)
            event?.metadata.append(entry)
        } else {
            try startUnexpected(in: "WorkoutEvent", closed: closed)
        }
    }

    mutating func finishEvent() {
        guard let finished = event else { return }
        if activity != nil {
            activity?.events.append(finished)
        } else {
            workout?.events.append(finished)
        }
        event = nil
    }

    // MARK: Activities and statistics

    private mutating func startActivity(closed: Bool) throws {
        guard let start = date("startDate") else {
            try report(.rejected, "WorkoutActivity", "its startDate is missing or not \(Self.aDate)")
            if !closed { push(.skipped) }
            return
        }
        var facts = WorkoutActivityFacts(uuid: text("uuid") ?? "", start: start)
        facts.end = date("endDate")
        if facts.end.map({ $0 < start }) ?? (scanner.attribute("endDate") != nil) {
            facts.end = nil
            try report(
                .warning, "WorkoutActivity",
                "its endDate is before its start, or not \(Self.aDate); it was kept without one")
        }
        facts.duration = seconds("duration", unit: "durationUnit")
        facts.other = allAttributes(except: ["uuid", "startDate", "endDate", "duration", "durationUnit"])
        activity = facts
        if closed {
            finishActivity()
        } else {
            push(.activity)
        }
    }

    mutating func startInActivity(closed: Bool) throws {
        let name = scanner.name
        if name.equals("MetadataEntry") {
            let entry = metadataEntry(closed: closed)
            activity?.metadata.append(entry)
        } else if name.equals("WorkoutEvent") {
            try startEvent(closed: closed)
        } else if name.equals("WorkoutStatistics") {
            if let statistics = try statisticsFacts() { activity?.statistics.append(statistics) }
            if !closed { push(.leaf) }
        } else {
            try startUnexpected(in: "WorkoutActivity", closed: closed)
        }
    }

    mutating func finishActivity() {
        guard let finished = activity else { return }
        workout?.activities.append(finished)
        activity = nil
    }

    private mutating func statisticsFacts() throws -> WorkoutStatisticsFacts? {
        guard let start = date("startDate"), let end = date("endDate"), start <= end else {
            try report(
                .rejected, "WorkoutStatistics",
                "its dates are missing, in the wrong order, or not of the form yyyy-MM-dd HH:mm:ss ±HHMM from 1900 to 9999"
            )
            return nil
        }
        var facts = WorkoutStatisticsFacts(
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

    // MARK: Routes and zones

    private mutating func startRoute(closed: Bool) throws {
        guard let sample = try sampleFacts("WorkoutRoute", others: []) else {
            if !closed { push(.skipped) }
            return
        }
        route = WorkoutRouteFacts(sample: sample)
        if closed {
            finishRoute()
        } else {
            push(.route)
        }
    }

    mutating func startInRoute(closed: Bool) throws {
        if scanner.name.equals("FileReference") {
            if let path = text("path") {
                route?.files.append(path)
                routeFiles.append(path)
            }
            if !closed { push(.leaf) }
        } else if scanner.name.equals("Location") {
            try readLocation()
            if !closed { push(.leaf) }
        } else if scanner.name.equals("MetadataEntry") {
            let entry = metadataEntry(closed: closed)
            route?.sample.metadata.append(entry)
        } else {
            try startUnexpected(in: "WorkoutRoute", closed: closed)
        }
    }

    private mutating func readLocation() throws {
        guard let date = date("date"), let latitude = number("latitude"), let longitude = number("longitude"),
            abs(latitude) <= 90, abs(longitude) <= 180
        else {
            try report(.rejected, "Location", "its date, latitude or longitude is missing or out of range")
            return
        }
        let point = RoutePoint(
            time: date, latitude: latitude, longitude: longitude,
            altitude: number("altitude") ?? .nan, speed: number("speed") ?? .nan,
            course: number("course") ?? .nan, horizontalAccuracy: number("horizontalAccuracy") ?? .nan,
            verticalAccuracy: number("verticalAccuracy") ?? .nan)
        route?.points.append(point)
    }

    mutating func finishRoute() {
        guard let finished = route else { return }
        workout?.routes.append(finished)
        route = nil
    }

    mutating func startInZoneGroup(closed: Bool) throws {
        if scanner.name.equals("WorkoutZone") {
            let attributes = allAttributes()
            if let last = workout?.zoneGroups.indices.last { workout?.zoneGroups[last].zones.append(attributes) }
            if !closed { push(.leaf) }
        } else {
            try startUnexpected(in: "WorkoutZoneGroup", closed: closed)
        }
    }
}
