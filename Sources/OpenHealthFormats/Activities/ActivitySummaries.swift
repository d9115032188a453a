// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// The summary of an activity in a document of an account.
struct ActivitySummary {
    /// The identifier in the account.
    var identifier: String
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
    /// The line in the document; 0 if it has none.
    var line = 0
    /// Whether a file of the activity has been read.
    var isUsed = false

    init(identifier: String) {
        self.identifier = identifier
    }

    /// The name as metadata of the workout.
    fileprivate var nameMetadata: [MetadataPair] {
        name.map { [MetadataPair(key: HKMetadataKeyWorkoutBrandName, value: $0)] } ?? []
    }

    /// Returns the workout of an activity without a file; nil without a start.
    func workout() -> ActivityWorkout? {
        guard let start else { return nil }
        let duration = duration ?? elapsed ?? 0
        var workout = ActivityWorkout(
            kind: kind, start: start, end: start + max(elapsed ?? duration, duration), duration: duration)
        (workout.distance, workout.energy, workout.heartRates) = (distance, energy, heartRates)
        workout.metadata = nameMetadata
        if let ascent, ascent > 0 {
            workout.metadata.append(MetadataPair(key: HKMetadataKeyElevationAscended, value: "\(ascent) m"))
        }
        if let zone = offset.flatMap(FixedZone.name) {
            workout.metadata.append(MetadataPair(key: HKMetadataKeyTimeZone, value: zone))
        }
        return workout
    }

    /// Completes the workout of a file.
    /// - Parameter isPartial: Whether the file lacks its totals, so that those of the summary are right.
    func complete(_ workout: inout ActivityWorkout, isPartial: Bool) {
        workout.metadata += nameMetadata
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
            workout.distance = workout.distance ?? distance
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

/// The summaries of the activities of an account, and the search for that of a file.
final class ActivitySummaries {
    private(set) var all: [ActivitySummary] = []
    private var identifiers: Set<String> = []
    private var byFile: [String: Int] = [:]
    /// The kinds of files by the unknown names of the kinds of their activities.
    private var meanings: [String: ActivityKind] = [:]
    /// The indices of the summaries in order of their starts; nil before the first search.
    private var ordered: [Int]?

    /// Whether the summary of a file is found by its start, since summaries do not name files.
    private let isByStart: Bool

    /// The seconds between the starts of a file and its summary.
    private static let reach = 60.0
    /// The maximum number of summaries that are compared with a file.
    private static let maximumCompared = 1000

    init(isByStart: Bool) {
        self.isByStart = isByStart
    }

    /// The maximum number of summaries. A person has tens of thousands at most.
    private static let maximum = 500_000

    /// Adds a summary. Of several with one identifier, the first counts.
    /// - Throws: A ``FormatError`` if there are too many.
    func add(_ summary: ActivitySummary, from path: String) throws {
        guard all.count < Self.maximum else { throw Self.tooMany(path, limit: Self.maximum) }
        addKnown(summary)
    }

    /// The error for a document with more entries than a person can have.
    static func tooMany(_ path: String, limit: Int) -> FormatError {
        FormatError(
            .tooLarge, file: path, message: "the document has more than \(limit) entries; the others were left out",
            remedy: "check where it comes from; a person has fewer")
    }

    private func addKnown(_ summary: ActivitySummary) {
        guard identifiers.insert(summary.identifier).inserted else { return }
        if let file = summary.file { byFile[file] = all.count }
        all.append(summary)
        ordered = nil
    }

    /// Removes summaries.
    func removeAll(where isRemoved: (ActivitySummary) -> Bool) {
        let kept = all.filter { !isRemoved($0) }
        guard kept.count < all.count else { return }
        (all, identifiers, byFile, ordered) = ([], [], [:], nil)
        for summary in kept { addKnown(summary) }
    }

    /// Returns the name by which a summary names a file.
    static func fileName(_ path: String) -> String {
        let name = path.split(separator: "/").last?.lowercased() ?? ""
        return name.hasSuffix(".gz") ? String(name.dropLast(3)) : name
    }

    /// Completes a workout by its summary.
    /// - Parameters:
    ///   - path: The path of the file of the workout.
    ///   - isPartial: Whether the file lacks its totals.
    /// - Returns: Whether the workout has the totals of the summary, or of a whole file.
    func complete(_ workout: inout ActivityWorkout, from path: String, isPartial: Bool) -> Bool {
        guard let index = index(start: workout.start, path: path) else { return !isPartial }
        // The second workout of a file has no totals in the summary.
        let isFirst = !all[index].isUsed
        all[index].isUsed = true
        learn(all[index].kind, is: workout.kind)
        var summary = all[index]
        summary.kind = meaning(of: summary.kind)
        if !isFirst { (summary.distance, summary.energy, summary.heartRates) = (nil, nil, .init()) }
        summary.complete(&workout, isPartial: isPartial && isFirst)
        return !isPartial || isFirst
    }

    /// Notes the kind of the file of an activity whose kind has an unknown name: accounts write the names in any language.
    private func learn(_ named: ActivityKind, is kind: ActivityKind) {
        guard let name = named.written, kind.written == nil, kind.activity != .other else { return }
        meanings[name] = meanings[name] ?? kind
    }

    /// Returns what a kind with an unknown name is in the files of other activities; the kind itself if that is not known.
    func meaning(of kind: ActivityKind) -> ActivityKind { kind.written.flatMap { meanings[$0] } ?? kind }

    /// Notes that a workout of a file is known from another input.
    func use(start: Double, path: String) {
        if let index = index(start: start, path: path) { all[index].isUsed = true }
    }

    private func index(start: Double, path: String) -> Int? {
        if let index = byFile[Self.fileName(path)] { return index }
        guard isByStart else { return nil }
        let order = ordered ?? orderedByStart()
        var (low, high) = (0, order.count)
        while low < high {
            let middle = (low + high) / 2
            if (all[order[middle]].start ?? .infinity) < start - Self.reach { low = middle + 1 } else { high = middle }
        }
        var best: (index: Int, distance: Double)?
        for index in order[low...].prefix(Self.maximumCompared) {
            guard let other = all[index].start, other <= start + Self.reach else { break }
            let distance = (other - start).magnitude
            if !all[index].isUsed, distance < best?.distance ?? .infinity { best = (index, distance) }
        }
        return best?.index
    }

    private func orderedByStart() -> [Int] {
        let order = all.indices.filter { all[$0].start != nil }.sorted {
            (all[$0].start ?? 0, $0) < (all[$1].start ?? 0, $1)
        }
        ordered = order
        return order
    }
}
