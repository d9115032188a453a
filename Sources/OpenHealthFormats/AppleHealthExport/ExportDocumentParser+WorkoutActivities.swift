// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

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
