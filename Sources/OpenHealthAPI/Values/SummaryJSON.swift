// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// The figure of a quantity type on a day.
package struct DaySummaryJSON: JSONRepresentable {
    /// The civil day, counted from 1970-01-01.
    package var day: Int
    package var type: String
    package var name: String
    /// Whether the figure is a sum; otherwise it is an average.
    package var isSum: Bool
    package var value: Double
    package var unit: String
    package var isPartial: Bool

    package init(day: Int, type: HKQuantityType, isSum: Bool, value: Double, isPartial: Bool) {
        self.init(
            day: day, type: type.identifier, name: HealthTypes.named(type.identifier)?.swiftName ?? type.identifier,
            isSum: isSum, value: value, unit: type.canonicalUnit.unitString, isPartial: isPartial)
    }

    private init(
        day: Int, type: String, name: String, isSum: Bool, value: Double, unit: String, isPartial: Bool
    ) {
        self.day = day
        self.type = type
        self.name = name
        self.isSum = isSum
        self.value = value
        self.unit = unit
        self.isPartial = isPartial
    }

    package static let format = JSONFormat<DaySummaryJSON>.object(
        named: "DaySummary", about: "The figure of a quantity type on a day.", ignoresOthers: true,
        .required("day", \.day, .civilDay), .required("type", \.type, .string.schema(.named("TypeName"))),
        .required("name", \.name, .string.described("The short name of the type, such as stepCount.")),
        .required("figure", \.isSum, .one(of: [("sum", true), ("average", false)])),
        .required("value", \.value, .number), .required("unit", \.unit, .string.schema(.named("Unit"))),
        .optional("partial", \.isPartial, .bool.schema(.partialInterval), default: false)
    ) {
        DaySummaryJSON(day: $0, type: $1, name: $2, isSum: $3, value: $4, unit: $5, isPartial: $6)
    }
}

/// The sleep of a night, in seconds.
package struct NightSummaryJSON: JSONRepresentable {
    /// The civil day on which the night ends, counted from 1970-01-01.
    package var day: Int
    package var inBed: Double
    package var asleep: Double
    package var core: Double
    package var deep: Double
    package var rem: Double
    package var unspecified: Double
    package var awake: Double
    package var isPartial: Bool

    package init(day: Int, seconds: [HKCategoryValueSleepAnalysis: Double], isPartial: Bool) {
        func all(_ value: HKCategoryValueSleepAnalysis) -> Double { seconds[value] ?? 0 }
        self.day = day
        (core, deep, rem) = (all(.asleepCore), all(.asleepDeep), all(.asleepREM))
        (unspecified, awake) = (all(.asleepUnspecified), all(.awake))
        inBed = all(.inBed)
        asleep = HKCategoryValueSleepAnalysis.allAsleepValues.reduce(0) { $0 + all($1) }
        self.isPartial = isPartial
    }

    private init(
        day: Int, inBed: Double, asleep: Double, core: Double, deep: Double, rem: Double, unspecified: Double,
        awake: Double, isPartial: Bool
    ) {
        self.day = day
        self.inBed = inBed
        self.asleep = asleep
        self.core = core
        self.deep = deep
        self.rem = rem
        self.unspecified = unspecified
        self.awake = awake
        self.isPartial = isPartial
    }

    package static let format = JSONFormat<NightSummaryJSON>.object(
        named: "NightSummary",
        about: "The sleep of a night, in seconds: each moment counts once, and stages before time in bed.",
        ignoresOthers: true, .required("day", \.day, .civilDay.described("The day on which the night ends.")),
        .required("inBed", \.inBed, .number.described("Time in bed that is neither sleep nor time awake.")),
        .required("asleep", \.asleep, .number.described("Sleep of any stage.")), .required("core", \.core, .number),
        .required("deep", \.deep, .number), .required("rem", \.rem, .number),
        .required("unspecified", \.unspecified, .number.described("Sleep without a stage.")),
        .required("awake", \.awake, .number),
        .optional("partial", \.isPartial, .bool.schema(.partialInterval), default: false)
    ) {
        NightSummaryJSON(
            day: $0, inBed: $1, asleep: $2, core: $3, deep: $4, rem: $5, unspecified: $6, awake: $7, isPartial: $8)
    }
}

/// The figures of a workout.
package struct WorkoutSummaryJSON: JSONRepresentable {
    package var uuid: UUID
    package var activityType: String
    package var start: Date
    package var end: Date
    /// The seconds without pauses.
    package var duration: Double
    package var energy: Double?
    package var distance: Double?
    package var averageHeartRate: Double?
    package var source: String
    /// The workouts of other sources that are the same effort.
    package var copies: [Copy]

    /// A workout of another source that is the same effort.
    package struct Copy: JSONRepresentable {
        package var uuid: UUID
        package var source: String
        package var start: Date
        package var end: Date
        /// The seconds without pauses.
        package var duration: Double

        package static let format = JSONFormat<Copy>.object(
            ignoresOthers: true,
            .required("uuid", \.uuid, .uuid),
            .required("source", \.source, .string.described("The name of the source.")),
            .required("startDate", \.start, .date), .required("endDate", \.end, .date),
            .required("duration", \.duration, .number.described("Seconds without pauses."))
        ) { Copy(uuid: $0, source: $1, start: $2, end: $3, duration: $4) }
    }

    /// Creates the figures of a workout.
    /// - Parameter copies: The workouts of other sources that are the same effort.
    package init(_ workout: HKWorkout, copies: [HKWorkout]) {
        let rate = workout.statistics(for: HKQuantityType(.heartRate))?.averageQuantity()
        self.init(
            uuid: workout.uuid, activityType: "\(workout.workoutActivityType)", start: workout.startDate,
            end: workout.endDate, duration: workout.duration,
            energy: Self.value(workout.totalEnergyBurned, .kilocalorie()),
            distance: Self.value(workout.totalDistance, .meter()),
            averageHeartRate: Self.value(rate, HKUnit(from: "count/min")),
            source: workout.sourceRevision.source.name,
            copies: copies.map {
                Copy(
                    uuid: $0.uuid, source: $0.sourceRevision.source.name, start: $0.startDate, end: $0.endDate,
                    duration: $0.duration)
            })
    }

    private static func value(_ quantity: HKQuantity?, _ unit: HKUnit) -> Double? {
        guard let quantity, quantity.is(compatibleWith: unit) else { return nil }
        // checked: the unit is compatible
        let value = quantity.doubleValue(for: unit)
        return value.isFinite ? value : nil
    }

    private init(
        uuid: UUID, activityType: String, start: Date, end: Date, duration: Double, energy: Double?,
        distance: Double?, averageHeartRate: Double?, source: String, copies: [Copy]
    ) {
        self.uuid = uuid
        self.activityType = activityType
        self.start = start
        self.end = end
        self.duration = duration
        self.energy = energy
        self.distance = distance
        self.averageHeartRate = averageHeartRate
        self.source = source
        self.copies = copies
    }

    package static let format = JSONFormat<WorkoutSummaryJSON>.object(
        named: "WorkoutSummary", about: "The figures of a workout.", ignoresOthers: true,
        .required("uuid", \.uuid, .uuid),
        .required("activityType", \.activityType, .string.described("The activity, such as running.")),
        .required("startDate", \.start, .date), .required("endDate", \.end, .date),
        .required("duration", \.duration, .number.described("Seconds without pauses.")),
        .optional("energy", \.energy, .number.described("Active energy in kcal.")),
        .optional("distance", \.distance, .number.described("Metres.")),
        .optional("averageHeartRate", \.averageHeartRate, .number.described("Beats per minute.")),
        .required("source", \.source, .string.described("The name of the source.")),
        .required(
            "copies", \.copies,
            .array(of: Copy.format).described("The workouts of other sources that are the same effort."))
    ) {
        WorkoutSummaryJSON(
            uuid: $0, activityType: $1, start: $2, end: $3, duration: $4, energy: $5, distance: $6,
            averageHeartRate: $7, source: $8, copies: $9)
    }
}

/// Summaries of days or nights, with the time zone that determines days.
package struct SummaryListJSON<Row: JSONRepresentable>: Sendable {
    package var rows: [Row]
    package var timeZone: String

    package init(_ rows: [Row], timeZone: String) {
        self.rows = rows
        self.timeZone = timeZone
    }
}

extension JSONFormat {
    /// Returns the format of summaries under a key.
    static func summaries<Row: JSONRepresentable>(
        _ key: String, named name: String, _ row: Row.Type
    ) -> JSONFormat where Value == SummaryListJSON<Row> {
        .object(
            named: name, about: "Summaries in the order of their days.", ignoresOthers: true,
            .required(key, \.rows, .array(of: Row.format)),
            .required("timeZone", \.timeZone, .string.described("The time zone that determines days."))
        ) { SummaryListJSON($0, timeZone: $1) }
    }
}

extension JSONFormat where Value == SummaryListJSON<DaySummaryJSON> {
    package static let days = JSONFormat.summaries("days", named: "DaySummaryList", DaySummaryJSON.self)
}

extension JSONFormat where Value == SummaryListJSON<NightSummaryJSON> {
    package static let nights = JSONFormat.summaries("nights", named: "NightSummaryList", NightSummaryJSON.self)
}

/// A page of summaries of workouts.
package struct WorkoutSummaryPageJSON: JSONRepresentable {
    package var workouts: [WorkoutSummaryJSON]
    /// The cursor of the next page; nil on the last one.
    package var cursor: String?

    package init(_ workouts: [WorkoutSummaryJSON], cursor: String?) {
        self.workouts = workouts
        self.cursor = cursor
    }

    package static let format = JSONFormat<WorkoutSummaryPageJSON>.object(
        named: "WorkoutSummaryList", about: "A page of summaries of workouts.", ignoresOthers: true,
        .required("workouts", \.workouts, .array(of: WorkoutSummaryJSON.format)),
        .optional("cursor", \.cursor, .string)
    ) { WorkoutSummaryPageJSON($0, cursor: $1) }
}
