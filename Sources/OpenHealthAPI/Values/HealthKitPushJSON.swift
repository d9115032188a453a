// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// The samples and deletions that an app on a phone read from HealthKit: `{"type": …, "samples": […], "deleted": […]}`.
///
/// The samples are those of `NewSample` with their UUIDs and sources, and workouts also have `events`. Each sample and deletion is decoded by
/// itself, so that the others are kept if one is invalid.
package struct HealthKitPushJSON: JSONRepresentable {
    /// A sample and its place in the push.
    package struct Entry: Sendable {
        package var sample: HKSample
        package var pointer: String
    }

    /// A sample or deletion that could not be decoded.
    package struct Invalid: Error, Equatable {
        package var pointer: String
        package var reason: String

        fileprivate init(_ problem: Problem, in entry: JSONReader) {
            pointer = problem.faults.first?.pointer ?? entry.pointer
            reason = problem.faults.first?.detail ?? problem.detail
        }
    }

    /// The identifier of the type of the samples and deletions, if they have one.
    package var type: String?
    package var samples: [Entry]
    package var deleted: [UUID]
    /// The samples and deletions that could not be decoded.
    package var invalid: [Invalid]

    /// The maximum number of samples, and of deletions.
    package static let most = 10_000

    package static let format = JSONFormat<HealthKitPushJSON>(
        name: "HealthKitPush",
        JSONSchema.object(
            [:],
            optional: [
                "type": .string(length: 1...maximumTypeLength).described(
                    "The type of the samples and deletions. Nothing is stored if the app may not save it."),
                "samples": .array(of: .object(isOpen: true), most: most)
                    .described("Samples as in NewSample, with uuid and source; a workout can have events."),
                "deleted": .array(of: .uuid, most: most).described(
                    "The UUIDs of samples that were deleted on the phone."),
            ]
        ).described("Samples and deletions that an app read from HealthKit.")
    ) { push in
        .object(
            (push.type.map { [("type", .string($0))] } ?? []) + [
                ("samples", .array(push.samples.map { .object(SampleJSON($0.sample).entries) })),
                ("deleted", .array(push.deleted.map { .string($0.uuidString) })),
            ])
    } decode: { (json) throws(Problem) in
        try read(json)
    }

    /// The keys of a push.
    package static let keys = ["type", "samples", "deleted"]

    private static func read(_ json: JSONReader) throws(Problem) -> HealthKitPushJSON {
        try json.check(keys: keys)
        let type = try json.optional("type")
        var push = HealthKitPushJSON(type: try type?.string(), samples: [], deleted: [], invalid: [])
        if let type, let text = push.type, text.utf8.count > maximumTypeLength {
            throw type.problem("Expected at most \(maximumTypeLength) bytes.")
        }
        for entry in try json.optional("samples")?.array(most: most) ?? [] {
            switch element(entry) {
            case .success(let sample): push.samples.append(sample)
            case .failure(let invalid): push.invalid.append(invalid)
            }
        }
        for entry in try json.optional("deleted")?.array(most: most) ?? [] {
            switch deletion(entry) {
            case .success(let uuid): push.deleted.append(uuid)
            case .failure(let invalid): push.invalid.append(invalid)
            }
        }
        return push
    }

    /// Returns a sample of a push, or why it cannot be decoded.
    package static func element(_ entry: JSONReader) -> Result<Entry, Invalid> {
        do throws(Problem) {
            return .success(Entry(sample: try sample(entry), pointer: entry.pointer))
        } catch {
            return .failure(Invalid(error, in: entry))
        }
    }

    /// Returns the UUID of a sample that was deleted, or why it cannot be decoded.
    package static func deletion(_ entry: JSONReader) -> Result<UUID, Invalid> {
        do throws(Problem) {
            return .success(try entry.uuid())
        } catch {
            return .failure(Invalid(error, in: entry))
        }
    }

    /// The maximum number of bytes of ``type``.
    private static let maximumTypeLength = 200

    /// Returns the place of a text that is longer than the store accepts, or of the object with such a key, as a JSON pointer; nil if there is
    /// none. Values of metadata can be longer than names.
    private static func longText(in value: JSONValue, limit: Int = TextLimit.name) -> String? {
        switch value {
        case .null, .bool: return nil
        case .string(let text), .number(let text): return text.utf8.count > limit ? "" : nil
        case .array(let values):
            for (index, value) in values.enumerated() {
                if let place = longText(in: value, limit: limit) { return "/\(index)" + place }
            }
        case .object(let entries):
            for (key, value) in entries {
                if key.utf8.count > TextLimit.name { return "" }
                let isValue = key == "metadata" || key == "detail"
                if let place = longText(in: value, limit: isValue ? TextLimit.value : limit) {
                    return "/" + key + place
                }
            }
        }
        return nil
    }

    private static func sample(_ json: JSONReader) throws(Problem) -> HKSample {
        // Before anything is parsed or compared, so that the work for a long text is small.
        if let place = longText(in: json.value) {
            throw JSONReader(.null, pointer: json.pointer + place).problem(
                "The text is too long. Shorten it to \(TextLimit.name) bytes.", kind: .invalidArgument)
        }
        if let reason = json.value.fault?.reason {
            throw json.problem("\(reason.prefix(1).uppercased())\(reason.dropFirst()).")
        }
        _ = try json.required("uuid")
        _ = try json.required("source")
        // A phone's samples are kept as they are: its system can have newer values of enumerations.
        let sample = try SampleJSON(new: json, extraKeys: ["events"], keepsMetadata: true).sample
        // The detail of a class has the events, too.
        guard let list = try json.optional("events"), try json.optional("class") == nil else { return sample }
        guard let workout = sample as? HKWorkout else { throw list.problem("Only workouts have events.") }
        var events: [HKWorkoutEvent] = []
        for event in try list.array(most: WorkoutEventJSON.most) {
            events.append(try WorkoutEventJSON.format.decode(event).event)
        }
        return HKWorkout(
            activityType: workout.workoutActivityType, startDate: workout.startDate, endDate: workout.endDate,
            duration: workout.duration, workoutEvents: events, totals: workout.givenTotals, fields: workout.fields)
    }
}
