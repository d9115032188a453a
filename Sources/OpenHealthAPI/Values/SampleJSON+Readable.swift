// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

extension SampleJSON {
    /// The keys that are derived from the others, for readers: names of values, and the parts of workouts with dates as everywhere.
    ///
    /// A stored sample is decoded without them. A new one can have `valueName` in place of `value`, and `events` in place of a detail.
    package static let readableKeys = ["valueName", "averageHeartRate", "events", "activities", "statistics", "copyOf"]

    static let readableSchemas: [(key: String, value: JSONSchema)] = [
        (
            "valueName",
            .string().described("The name of the value of a category, such as asleepCore: see /v1/catalogue.")
        ),
        ("averageHeartRate", .named("Quantity")),
        (
            "events",
            .array(of: .named("WorkoutEvent")).described("The pauses, laps, segments and markers of a workout.")
        ),
        ("activities", .array(of: .named("WorkoutActivity")).described("The activities of a workout with several.")),
        ("statistics", .array(of: .named("Statistics")).described("The figures of a workout, by type.")),
        (
            "copyOf",
            .uuid.described(
                "The workout of another source that is the same effort and counts in its place. Only for apps that can read workouts, "
                    + "routes, heart rates, steps, distances and active energy.")
        ),
    ]

    /// The entries of a sample for readers, which include derived ones.
    package var readable: JSONValue { .object(entries(isReadable: true)) }

    /// The entries of a category sample or a workout that are derived from the others.
    var readableEntries: [(key: String, value: JSONValue)] {
        switch sample {
        case let sample as HKCategorySample:
            let name = HealthTypes.named(sample.categoryType.identifier)?.valueEnum
                .flatMap { HealthEnums.shortName(ofEnum: $0, rawValue: sample.value) }
            return name.map { [("valueName", .string($0))] } ?? []
        case let workout as HKWorkout:
            var entries: [(key: String, value: JSONValue)] = []
            if let rate = workout.statistics(for: HKQuantityType(.heartRate))?.averageQuantity() {
                entries.append(("averageHeartRate", JSONFormat.quantity.json(rate)))
            }
            let activities = workout.workoutActivities.map(WorkoutActivityJSON.json)
            if !activities.isEmpty { entries.append(("activities", .array(activities))) }
            entries += WorkoutActivityJSON.parts(
                events: workout.workoutEvents ?? [], statistics: workout.allStatistics)
            if let original = workout.fields.copyOf { entries.append(("copyOf", .string(original.uuidString))) }
            return entries
        default: return []
        }
    }

    /// Reads the value of a new category sample, by its number or its name.
    static func categoryValue(_ json: JSONReader, _ type: HKCategoryType) throws(Problem) -> Int {
        guard let name = try json.optional("valueName") else { return try json.required("value").integer() }
        let enumeration = HealthTypes.named(type.identifier)?.valueEnum
        let values = enumeration.map { CatalogueJSON.NamedValue.values(of: $0) } ?? []
        let text = try name.string()
        guard let value = values.first(where: { $0.name == text })?.value else {
            throw name.problem(
                "Unknown value of \(type.identifier). Valid names: \(values.map(\.name).joined(separator: ", ")).",
                kind: .invalidArgument)
        }
        if let given = try json.optional("value"), try given.integer() != value {
            throw name.problem("The name does not fit the value. Send one of them.", kind: .invalidArgument)
        }
        return value
    }

    /// Reads the events of a new workout without a detail.
    static func newEvents(_ json: JSONReader) throws(Problem) -> [HKWorkoutEvent] {
        for key in ["averageHeartRate", "activities", "statistics"] {
            if let entry = try json.optional(key) {
                throw entry.problem(
                    "A new workout has this only in its class and detail. Omit it; statistics follow from the samples that are "
                        + "added to the workout.", kind: .invalidArgument)
            }
        }
        guard let list = try json.optional("events") else { return [] }
        var events: [HKWorkoutEvent] = []
        for event in try list.array(most: WorkoutEventJSON.most) {
            events.append(try WorkoutEventJSON.format.decode(event).event)
        }
        return events
    }
}

/// An event of a workout.
package struct WorkoutEventJSON: JSONRepresentable {
    package var event: HKWorkoutEvent

    /// The maximum number of events of a workout.
    static let most = 10_000

    private static let names = HKWorkoutEventType.allCases.map { (name: "\($0)", type: $0) }

    package static let format = JSONFormat<WorkoutEventJSON>(
        name: "WorkoutEvent",
        JSONSchema.object(
            [
                "type": .any(of: [.one(of: names.map(\.name)), .integer(1...names.count)]).described(
                    "The name of a case of HKWorkoutEventType; its number is read, too."),
                "startDate": .date,
            ],
            optional: [
                "endDate": .date.described("By default the same as startDate."), "metadata": .named("Metadata"),
            ]
        ).described("A pause, lap, segment or marker of a workout.")
    ) { json in
        let event = json.event
        var entries: [(key: String, value: JSONValue)] = [
            ("type", .string("\(event.type)")), ("startDate", .string(APIDate.text(event.dateInterval.start))),
            ("endDate", .string(APIDate.text(event.dateInterval.end))),
        ]
        if !event.metadataValues.isEmpty {
            entries.append(("metadata", JSONFormat.metadata.json(event.metadataValues)))
        }
        return .object(entries)
    } decode: { (json) throws(Problem) in
        WorkoutEventJSON(event: try read(json))
    }

    private static func read(_ json: JSONReader) throws(Problem) -> HKWorkoutEvent {
        try json.check(keys: ["type", "startDate", "endDate", "metadata"])
        let type = try type(try json.required("type"))
        let start = try json.required("startDate").date()
        let end = try json.optional("endDate")?.date() ?? start
        guard start <= end else { throw json.problem("The end is before the start.", kind: .invalidArgument) }
        let metadata = try json.optional("metadata").map(JSONFormat.metadata.decode)
        return HKWorkoutEvent(
            type: type, dateInterval: DateInterval(start: start, end: end), metadataValues: metadata ?? [:])
    }

    private static func type(_ json: JSONReader) throws(Problem) -> HKWorkoutEventType {
        let found: HKWorkoutEventType?
        if case .string(let name) = json.value {
            found = names.first { $0.name == name }?.type
        } else {
            found = HKWorkoutEventType(rawValue: try json.integer())
        }
        guard let found else {
            throw json.problem(
                "Unknown type of an event. Valid names: \(names.map(\.name).joined(separator: ", ")).")
        }
        return found
    }
}

/// The JSON of activities and other parts of workouts, which is only written.
enum WorkoutActivityJSON {
    static let component = (
        name: "WorkoutActivity",
        schema: JSONSchema.object(
            ["uuid": .uuid, "activityType": .string(), "startDate": .date, "duration": .number],
            optional: [
                "endDate": .date, "metadata": .named("Metadata"), "events": .array(of: .named("WorkoutEvent")),
                "statistics": .array(of: .named("Statistics")),
            ]
        ).described("An activity of a workout, such as the swim of a triathlon.")
    )

    static func json(_ activity: HKWorkoutActivity) -> JSONValue {
        var entries: [(key: String, value: JSONValue)] = [
            ("uuid", .string(activity.uuid.uuidString)),
            ("activityType", ActivityTypeJSON(activity.workoutConfiguration.activityType).json),
            ("startDate", .string(APIDate.text(activity.startDate))),
        ]
        if let end = activity.endDate {
            entries.append(("endDate", .string(APIDate.text(end))))
        }
        // The duration of an activity that goes on is that until now.
        entries.append(("duration", .double(activity.endDate == nil ? 0 : activity.duration)))
        if !activity.metadataValues.isEmpty {
            entries.append(("metadata", JSONFormat.metadata.json(activity.metadataValues)))
        }
        return .object(entries + parts(events: activity.workoutEvents, statistics: activity.allStatistics))
    }

    static func parts(
        events: [HKWorkoutEvent], statistics: [HKQuantityType: HKStatistics]
    ) -> [(key: String, value: JSONValue)] {
        var entries: [(key: String, value: JSONValue)] = []
        if !events.isEmpty {
            entries.append(("events", .array(events.map { WorkoutEventJSON(event: $0).json })))
        }
        if !statistics.isEmpty {
            let sorted = statistics.values.sorted { $0.quantityType.identifier < $1.quantityType.identifier }
            entries.append(("statistics", .array(sorted.map(JSONFormat.statistics.json))))
        }
        return entries
    }
}
