// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

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
