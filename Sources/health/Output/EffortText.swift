// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthCommandLine
import OpenHealthModel
import OpenHealthStatistics
import OpenHealthStore

/// The explanation of an effort: its workouts, and why they are one.
struct EffortText {
    let explanation: EffortExplanation
    let clock: ZoneClock

    private var decision: String { explanation.isChosen ? "person" : "automatic" }

    /// The JSON object.
    var json: JSONValue {
        .object([
            ("workouts", .array(rows.map { workout(of: $0) })),
            ("reasons", .array(explanation.reasons.map(Self.reason))), ("decision", .string(decision)),
        ])
    }

    /// A workout of the effort.
    struct Row {
        let workout: WorkoutRecord
        let isShown: Bool
    }

    /// The workouts, the shown one first.
    var rows: [Row] {
        explanation.workouts.enumerated().map { Row(workout: $0.element, isShown: $0.offset == 0) }
    }

    /// The columns of the workouts.
    var columns: [Column<Row>] {
        let zone = clock.zone
        return [
            Column("uuid", for: .programs) { .text($0.workout.sample.uuid.uuidString) },
            Column("shown", for: .people) { .text($0.isShown ? "shown" : "copy") },
            Column("source", fit: .cuttable) { .text($0.workout.sample.source) },
            Column("start", for: .people) { .instant($0.workout.sample.start) },
            Column("end", for: .people) { .instant($0.workout.sample.end) },
            Column("start", for: .programs) { .text(OffsetText.iso($0.workout.sample.start, in: zone)) },
            Column("end", for: .programs) { .text(OffsetText.iso($0.workout.sample.end, in: zone)) },
            Column("activity", for: .people, fit: .cuttable) { .text(WorkoutColumns.activity($0.workout)) },
            Column("activity", for: .programs) { .text($0.workout.activityName) },
            Column("duration", for: .people, alignment: .right) { .text(NumberText.duration($0.workout.duration)) },
            Column("duration", for: .programs) { .number($0.workout.duration) },
            Column("shown", for: .programs) { .json(.bool($0.isShown)) },
            Column("uuid", for: .people, fit: .droppable) { .text($0.workout.sample.uuid.uuidString) },
        ]
    }

    private func workout(of row: Row) -> JSONValue {
        .object(columns.filter { $0.audience != .people }.map { ($0.name, $0.cell(row).json) })
    }

    /// The lines after the table of the workouts.
    var lines: [String] {
        guard explanation.workouts.count > 1 else {
            return [
                explanation.isChosen
                    ? "You took this workout out of its effort." : "No other workout is the same effort."
            ]
        }
        var sources: [UUID: String] = [:]
        for workout in explanation.workouts { sources[workout.sample.uuid] = workout.sample.source }
        var lines = explanation.reasons.map { reason in
            let (copy, workout) = (sources[reason.copy] ?? "", sources[reason.workout] ?? "")
            return if case .routesApart = reason.reason {
                "\(copy) contradicts \(workout): " + Self.text(reason.reason)
            } else {
                "\(copy) is a copy of \(workout): " + Self.text(reason.reason)
            }
        }
        lines.append(explanation.isChosen ? "You joined these workouts." : "They were joined automatically.")
        return lines
    }

    // MARK: Reasons

    private static func reason(_ reason: EffortExplanation.Reason) -> JSONValue {
        .object(
            [("kind", .string(kind(reason.reason)))] + figures(reason.reason).map { ($0.0, .number($0.1)) } + [
                ("workout", .string(reason.workout.uuidString)), ("copy", .string(reason.copy.uuidString)),
            ])
    }

    private static func kind(_ reason: EffortReason) -> String {
        switch reason {
        case .time: "time"
        case .activity: "activity"
        case .distance: "distance"
        case .route: "route"
        case .heartRate: "heartRate"
        case .clock: "clock"
        case .routesApart: "routesApart"
        }
    }

    private static func figures(_ reason: EffortReason) -> [(String, Double)] {
        switch reason {
        case .time(let shared, let start, let end):
            [("shared", rounded(shared)), ("startDifference", start), ("endDifference", end)]
        case .activity: []
        case .distance(let difference): [("difference", rounded(difference))]
        case .route(let distance), .routesApart(let distance): [("metres", rounded(distance))]
        case .heartRate(let correlation, let difference):
            [("correlation", rounded(correlation)), ("difference", rounded(difference))]
        case .clock(let seconds): [("seconds", seconds)]
        }
    }

    private static func text(_ reason: EffortReason) -> String {
        switch reason {
        case .time(let shared, let start, let end):
            "\(percent(shared)) of the time is shared (start \(signed(start)), end \(signed(end)))"
        case .activity: "the activity is the same, or a related one"
        case .distance(let difference): "the distances differ by \(percent(difference))"
        case .route(let distance), .routesApart(let distance):
            "the routes are \(NumberText.short(distance.rounded())) m apart at the same time"
        case .heartRate(let correlation, _):
            "the heart rates rise and fall together (correlation \(NumberText.short(rounded(correlation))))"
        case .clock(let seconds): "its clock or its time zone differs by \(signed(seconds))"
        }
    }

    private static func percent(_ part: Double) -> String { NumberText.short((part * 1000).rounded() / 10) + " %" }

    private static func signed(_ seconds: Double) -> String {
        (seconds < 0 ? "-" : "+") + NumberText.duration(seconds.magnitude)
    }

    private static func rounded(_ number: Double) -> Double { (number * 1000).rounded() / 1000 }
}
