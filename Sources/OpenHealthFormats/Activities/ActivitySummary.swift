// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// The summary of an activity in a document of an account.
struct ActivitySummary {
    /// The identifier in the account, or the content of an activity without one.
    var identifier: String
    /// Whether the document has an identifier.
    var isIdentified = true
    /// The number or name of the owner of the account; nil if the export does not state it.
    var owner: String?
    /// The folder of the export with the document.
    var place = ""
    /// The name of the file of the activity without folder and `.gz`, in lower case; nil if the document does not state it.
    var file: String?
    /// The start, in seconds since 1970; nil if it cannot be read.
    var start: Double?
    /// The seconds from the start to the end.
    var elapsed: Double?
    /// The seconds without pauses.
    var duration: Double?
    var kind = ActivityKind(.other)
    /// The name that the person or the service gave the activity.
    var name: String?
    /// The distance in metres.
    var distance: Double?
    /// The energy in kilocalories.
    var energy: Double?
    /// The ascent in metres.
    var ascent: Double?
    var heartRates = ActivityWorkout.HeartRates()
    /// The offset of the local clock in seconds east of UTC.
    var offset: Double?
    /// The path of the document.
    var document = ""
    /// The line in the document; 0 if it has none.
    var line = 0
    /// Whether a workout of a file has been found to be the activity.
    var isUsed = false
    /// Whether the file that it names has been read.
    var isFileRead = false

    init(identifier: String) {
        self.identifier = identifier
    }

    /// The name as metadata of the workout.
    private var nameMetadata: [MetadataPair] {
        name.map { [MetadataPair(key: HKMetadataKeyWorkoutBrandName, value: $0)] } ?? []
    }

    /// The summary without distance, energy and heart rates.
    var withoutTotals: ActivitySummary {
        var summary = self
        (summary.distance, summary.energy, summary.heartRates) = (nil, nil, .init())
        return summary
    }

    /// The summary with an identity by its content; nil if it does not state enough for one.
    var identifiedByContent: ActivitySummary? {
        guard let start, let duration = duration ?? elapsed else { return nil }
        var summary = self
        let parts = [start, duration, elapsed ?? -1, distance ?? -1, energy ?? -1].map { "\($0)" }
        (summary.identifier, summary.isIdentified) = ((parts + [kind.exportName]).joined(separator: " "), false)
        return summary
    }

    /// Returns whether two summaries state the same activity.
    func hasContent(of other: ActivitySummary) -> Bool {
        start == other.start && kind == other.kind && duration == other.duration && distance == other.distance
            && energy == other.energy
    }

    /// Returns what identifies the activity among those of all accounts, without the name of the owner; nil if the export does not state it.
    /// - Parameter account: The name of the format of the account.
    func identity(in account: String) -> String? {
        guard isIdentified, let owner else { return nil }
        var hash = ContentHash.empty
        hash.combine(owner)
        return "\(account):\(String(hash.low, radix: 16)):\(identifier)"
    }

    /// Returns the workout of an activity without a file; nil without a start.
    /// - Parameter account: The name of the format of the account.
    func workout(in account: String) -> ActivityWorkout? {
        guard let start else { return nil }
        let duration = duration ?? elapsed ?? 0
        var workout = ActivityWorkout(
            kind: kind, start: start, end: start + max(elapsed ?? duration, duration), duration: duration)
        (workout.distance, workout.energy, workout.heartRates) = (distance, energy, heartRates)
        workout.metadata = nameMetadata
        (workout.isSummary, workout.identity) = (true, identity(in: account))
        workout.metadata.append(MetadataPair(key: MetadataPair.activityKey, value: workout.identity ?? account))
        if let ascent, ascent > 0 {
            workout.metadata.append(MetadataPair(key: HKMetadataKeyElevationAscended, value: "\(ascent) m"))
        }
        if let zone = offset.flatMap(FixedZone.name) {
            workout.metadata.append(MetadataPair(key: HKMetadataKeyTimeZone, value: zone))
        }
        return workout
    }

    /// Completes the workout of a file.
    /// - Parameters:
    ///   - isPartial: Whether the file lacks its totals, so that those of the summary are right.
    ///   - account: The name of the format of the account.
    func complete(_ workout: inout ActivityWorkout, isPartial: Bool, in account: String) {
        workout.metadata += nameMetadata
        if name != nil { workout.metadata.append(MetadataPair(key: MetadataPair.namedByKey, value: account)) }
        if workout.kind == ActivityKind(.other) { workout.kind = kind }
        if isPartial {
            let seconds = duration ?? elapsed
            workout.duration = seconds ?? workout.duration
            if let elapsed = elapsed ?? seconds {
                workout.end = max(workout.start + max(elapsed, workout.duration), workout.start)
            }
            workout.distance = distance ?? workout.distance
            workout.energy = energy ?? workout.energy
            workout.heartRates = heartRates.completed(by: workout.heartRates)
        } else {
            // The account corrects errors of places, and shows its figure.
            let isMeasured = workout.distance != nil && !workout.isDistanceOfRoute
            workout.distance = isMeasured ? workout.distance : distance ?? workout.distance
            workout.energy = workout.energy ?? energy
            workout.heartRates = workout.heartRates.completed(by: workout.points).completed(by: heartRates)
        }
    }
}

extension ActivityWorkout.HeartRates {
    /// Returns the heart rates with missing ones from others.
    func completed(by other: Self) -> Self {
        var rates = self
        rates.average = average ?? other.average
        rates.minimum = minimum ?? other.minimum
        rates.maximum = maximum ?? other.maximum
        return rates
    }
}

/// Names of time zones with a fixed offset.
enum FixedZone {
    /// Returns the name of a zone: `GMT+0530`.
    /// - Parameter offset: The seconds east of UTC.
    static func name(_ offset: Double) -> String? {
        guard offset.magnitude <= 14 * 3600 else { return nil }
        let minutes = Int(offset / 60)  // checked: at most 14 hours
        let magnitude = Int(minutes.magnitude)
        return minutes == 0
            ? "GMT" : String(format: "GMT%@%02d%02d", minutes < 0 ? "-" : "+", magnitude / 60, magnitude % 60)
    }
}
