// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthFormats
import OpenHealthModel
import OpenHealthTestBasics

/// The files of a generated person's watch, or the export of the person's account with a service.
///
/// The files are written from descriptions of the formats, without anything of the readers. The same seed and options give the same files.
public struct DemoAccount: Sendable {
    /// The kinds of exports.
    public enum Kind: String, Sendable, CaseIterable {
        /// FIT files of activities and days.
        case fit
        /// The archive of an account with Garmin.
        case garmin
        /// The archive of an account with Strava.
        case strava
    }

    /// The kind of export.
    public let kind: Kind
    /// The number of activities.
    public let workouts: Int
    /// The seed of the generated person.
    public let seed: UInt64
    /// The last day: year, month and day.
    public let lastDay: DateComponents
    /// The language of Strava's table.
    public let isGerman: Bool

    /// Creates a description of an export.
    /// - Parameters:
    ///   - kind: The kind of export.
    ///   - workouts: The number of activities; at least 1.
    ///   - seed: Any number.
    ///   - lastDay: The last day: year, month and day.
    ///   - isGerman: Whether the language of Strava's table is German instead of English.
    public init(
        _ kind: Kind, workouts: Int = 40, seed: UInt64 = 1,
        lastDay: DateComponents = DateComponents(year: 2025, month: 4, day: 10), isGerman: Bool = false
    ) {
        self.kind = kind
        self.workouts = max(1, workouts)
        self.seed = seed
        self.lastDay = lastDay
        self.isGerman = isGerman
    }

    /// A file of an export.
    typealias File = (path: String, bytes: [UInt8])

    /// Writes the export.
    /// - Parameter url: The URL of the archive, if it ends in `.zip`, or of the folder. Existing files are replaced.
    /// - Returns: The contents of the export.
    /// - Throws: `FormatError` if the files cannot be written.
    @discardableResult
    public func write(to url: URL) throws -> DemoAccountTruth {
        let (files, truth) = contents()
        if url.pathExtension.lowercased() == "zip" {
            // The first day of 1980, so that the archive does not depend on the clock.
            let writer = try ZipWriter(url: url, modified: 315_532_800)
            for file in files { try writer.addMember(file.path, file.bytes) }
            try writer.finish()
        } else {
            for file in files {
                let place = url.appendingPathComponent(file.path)
                do {
                    try FileManager.default.createDirectory(
                        at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
                } catch {
                    throw FormatError(
                        .notWritable, file: place.path, message: "the folder cannot be created",
                        remedy: "check the folder around it and its permissions", cause: error)
                }
                let sink = try FileByteSink(url: place)
                try file.bytes.withUnsafeBytes { try sink.write($0) }
                try sink.finish()
            }
        }
        return truth
    }

    /// Returns the files and what they contain.
    func contents() -> (files: [File], truth: DemoAccountTruth) {
        var truth = DemoAccountTruth()
        let activities = activities
        let files: [File]
        switch kind {
        case .fit: files = activities.map { original($0, &truth) } + days.map { monitoring($0, &truth) }
        case .garmin: files = DemoGarmin(account: self).files(activities, &truth)
        case .strava: files = DemoStrava(account: self).files(activities, &truth)
        }
        truth.workouts.sort { ($0.start, $0.end) < ($1.start, $1.end) }
        return (files, truth)
    }

    /// The number of the last day since 1970.
    private var last: Int {
        CivilDay.number(year: lastDay.year ?? 2025, month: lastDay.month ?? 4, day: lastDay.day ?? 10)
    }

    /// The days of which there is daily data: a week.
    var days: [Int] { (0..<7).map { last - 6 + $0 } }

    /// The activities in order of their starts.
    private var activities: [DemoActivity] {
        (0..<workouts).map { index in
            let place = Self.place(of: index, among: workouts)
            return DemoActivity(
                index, seed: seed, day: last - place.daysBefore, part: place.part,
                canPause: Self.format(index, kind) == "fit")
        }
    }

    /// The number of activities that are on every second day, and the days of more.
    private static let (mostOnSecondDays, denseDays) = (4000, 7300)

    /// Returns when an activity is: every second day has one, or each day so many that all are in twenty years. FIT has no dates before 1998.
    /// - Returns: The number of days before the last one, and the part of the day; nil for the only activity of a day.
    static func place(of index: Int, among workouts: Int) -> (daysBefore: Int, part: DemoActivity.Part?) {
        let before = workouts - 1 - index
        guard workouts > mostOnSecondDays else { return (2 * before, nil) }
        let perDay = (workouts + denseDays - 1) / denseDays
        return (before / perDay, DemoActivity.Part(index: perDay - 1 - before % perDay, count: perDay))
    }

    // MARK: Files

    /// Returns the format of the file of an activity; nil for one without a file.
    static func format(_ index: Int, _ kind: Kind) -> String? {
        let isOutdoors = DemoActivity.sports[index % DemoActivity.sports.count].isOutdoors
        switch kind {
        case .fit: return "fit"
        case .garmin: return index % 6 == 4 ? nil : index % 6 == 5 ? "tcx" : "fit"
        case .strava:
            return index % 7 == 4 ? nil : index % 3 == 0 ? "fit" : index % 3 == 1 && isOutdoors ? "gpx" : "tcx"
        }
    }

    /// Returns the file of an activity, and counts what is in it.
    func original(_ activity: DemoActivity, _ truth: inout DemoAccountTruth) -> File {
        let format = Self.format(activity.index, kind) ?? "fit"
        let name = "\(7_000_000 + activity.index).\(format)"
        // Some files of accounts are cut off, and their summaries have the totals.
        let isCutOff = kind != .fit && format == "fit" && activity.index % 9 == 3
        var records = activity.points.count
        let bytes: [UInt8]
        switch format {
        case "tcx": bytes = DemoTrackFile.tcx(activity)
        case "gpx": bytes = DemoTrackFile.gpx(activity)
        default: (bytes, records) = DemoFITFile.activity(activity, endingAfter: isCutOff ? 0.6 : nil)
        }
        truth.count(activity, records: records, isCutOff: isCutOff, isNamed: kind != .fit)
        return (name, bytes)
    }

    /// Returns the file of a day, and counts what is in it.
    func monitoring(_ day: Int, _ truth: inout DemoAccountTruth) -> File {
        var random = SeededGenerator(seed: seed, stream: 42, index: UInt64(day))
        let steps = 4000 + random.below(9000)
        let file = DemoFITFile.monitoring(day: day, steps: steps)
        truth.heartRates += file.heartRates
        truth.steps += steps
        return ("\(8_000_000 + day).fit", file.bytes)
    }
}

/// The contents of an export of an account, counted while it was written.
public struct DemoAccountTruth: Codable, Sendable, Equatable {
    /// A workout.
    public struct Workout: Codable, Sendable, Equatable {
        /// The start and the end, in seconds since 1970.
        public var start: Int
        /// The end, in seconds since 1970.
        public var end: Int
        /// The seconds without pauses.
        public var duration: Int
        /// The activity, such as `HKWorkoutActivityTypeRunning`.
        public var activity: String
        /// The type of the distance.
        public var distanceType: String
        /// The distance in metres. That of a GPX file follows from its points, and can differ by half a percent.
        public var distance: Int
        /// The energy in kilocalories.
        public var energy: Int
        /// The name in the account.
        public var name: String?
        /// The number of heart rates.
        public var heartRates: Int
        /// The number of points of the route.
        public var routePoints: Int
        /// Whether the export has a file of the activity.
        public var hasFile: Bool
        /// Whether the file is cut off.
        public var isCutOff: Bool
    }

    /// A reading with a time.
    public struct Reading: Codable, Sendable, Equatable {
        /// The time, in seconds since 1970.
        public var time: Int
        /// The value.
        public var value: Double
    }

    /// A night.
    public struct Night: Codable, Sendable, Equatable {
        /// The start, in seconds since 1970.
        public var start: Int
        /// The end, in seconds since 1970.
        public var end: Int
    }

    /// The workouts in order of their starts.
    public var workouts: [Workout] = []
    /// The number of heart rates, with those of workouts.
    public var heartRates = 0
    /// The number of steps of days.
    public var steps = 0
    /// The resting heart rates of days, per minute.
    public var restingHeartRates: [Reading] = []
    /// The weights in kilograms.
    public var weights: [Reading] = []
    /// The nights.
    public var nights: [Night] = []

    /// Creates empty values.
    public init() {}

    /// Counts an activity.
    /// - Parameter records: The number of its records; nil without a file.
    mutating func count(_ activity: DemoActivity, records: Int?, isCutOff: Bool, isNamed: Bool) {
        heartRates += records ?? 0
        workouts.append(
            Workout(
                start: activity.start, end: activity.start + activity.elapsed, duration: activity.timer,
                activity: "HKWorkoutActivityType\(activity.sport.activity)",
                distanceType: activity.sport.distance.rawValue,
                distance: activity.distance, energy: activity.energy, name: isNamed ? activity.name : nil,
                heartRates: records ?? 0, routePoints: activity.sport.isOutdoors ? records ?? 0 : 0,
                hasFile: records != nil,
                isCutOff: isCutOff))
    }
}
