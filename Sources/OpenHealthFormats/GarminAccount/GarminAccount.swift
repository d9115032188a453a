// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// The archive of an account with Garmin: the original files in archives, and documents in JSON about activities, days, nights and weights.
///
/// Sums of days are no samples; documents with nothing else are left out and named. Averages of nights count where no file has the readings
/// of the night, and scores have types of their own.
final class GarminAccount: ActivityAccount {
    static let name = "garmin-account"

    /// The origin of the samples of the documents, and of figures of days and nights in the files of watches.
    static let source = ProvenanceData(sourceName: "Garmin Connect")

    let summaries = ActivitySummaries(of: GarminAccount.name, isByStart: true)
    /// The days of which there is a document.
    private var days: Set<Int> = []
    private var nights: [Double: Double] = [:]
    private var weights: [Double: GarminWeight] = [:]
    private var readings = GarminReadings()
    /// The activities whose parts have summaries of their own.
    private var wholes: Set<ActivityKey> = []
    /// Whether the document that is being read has elements that are no JSON.
    private var hasDamage = false

    private struct ActivityKey: Hashable {
        var owner: String?
        var identifier: String
    }

    /// The seconds around a weight of a file in which one of a document is the same.
    private static let slack = 120.0
    /// The maximum numbers of nights and of weights.
    private static let maximumReadings = 200_000

    static func isMarker(_ path: String) -> Bool {
        path.lowercased().hasSuffix(".json") || isInAccount(path) && path.lowercased().hasSuffix(".zip")
    }

    static func matches(_ head: UnsafeRawBufferPointer, _ path: String) -> Bool {
        if isInAccount(path) { return !head.isEmpty }
        return head.firstRange(of: Array("\"summarizedActivitiesExport\"".utf8)) != nil
    }

    static let isOneInInput = true

    /// Returns the folder of the part of the export that is about health, or else that of the file.
    static func folder(of path: String) -> String {
        let folders = path.split(separator: "/").dropLast()
        let end = folders.firstIndex(where: isFolder).map { $0 + 1 } ?? folders.endIndex
        return folders[..<end].joined(separator: "/")
    }

    /// Returns whether a file is in one of the folders of the part of the export that is about health.
    private static func isInAccount(_ path: String) -> Bool {
        path.split(separator: "/").dropLast().contains(where: isFolder)
    }

    private static func isFolder(_ name: Substring) -> Bool {
        name.lowercased().replacing("_", with: "-").hasPrefix("di-connect")
    }

    static func statesOwner(_ path: String) -> Bool { GarminDocument(path) == .activities }

    static func owner(_ head: UnsafeRawBufferPointer, _ path: String) -> String? {
        let key = Array("\"userProfileId\"".utf8)
        guard let place = head.firstRange(of: key) else { return GarminDocument.owner(path) }
        let digits = head[place.upperBound...].drop { !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            .prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        return digits.isEmpty ? GarminDocument.owner(path) : String(decoding: digits.prefix(40), as: UTF8.self)
    }

    func role(of path: String) -> AccountFileRole {
        guard path.lowercased().hasSuffix(".json") else { return .other }
        if GarminDocument(path) != nil { return .document }
        let folders = path.lowercased().split(separator: "/").dropLast()
        guard let folder = folders.last(where: { $0.hasPrefix("di-connect-") })?.dropFirst("di-connect-".count) else {
            return .ignored
        }
        switch folder {
        case "wellness", "metrics", "aggregator":
            return .leftOut("it has scores, estimates, or averages of days and nights, which are no samples")
        default: return .ignored
        }
    }

    func read(_ bytes: UnsafeBufferPointer<UInt8>, pages: MappedBytes?, into builder: ActivityBuilder) throws {
        guard let document = GarminDocument(builder.file) else { return }
        let (undated, emptyScores) = (readings.undated, readings.emptyScores)
        defer {
            builder.remarkEmptyScores(readings.emptyScores - emptyScores)
            if readings.undated > undated {
                builder.remark("values without a date were left out: \(readings.undated - undated)")
            }
        }
        var cursor = JSONCursor(bytes, pages: pages)
        hasDamage = false
        do {
            switch cursor.peek() {
            case UInt8(ascii: "["):
                try cursor.elements { _, cursor in try readElement(of: document, &cursor, builder, isOutermost: true) }
            case UInt8(ascii: "{"):
                try readElement(of: document, &cursor, builder, isOutermost: true)
            case nil:
                return try builder.problem(.rejected, "the document is empty")
            default:
                if try cursor.value() == .null, cursor.peek() == nil { return }
                return try builder.problem(.rejected, "this is no JSON document, whatever its name")
            }
        } catch is JSONCursor.Broken {
            return try builder.problem(
                .warning, "the document is cut off or damaged; it was read up to there", isCutOff: true)
        }
        if hasDamage || cursor.peek() != nil {
            try builder.problem(.warning, "the document is damaged; parts of it that are no JSON were left out")
        }
    }

    /// Skips an element that is no object, and notes whether it is no JSON.
    private func skip(_ cursor: inout JSONCursor) throws {
        switch cursor.peek() {
        case UInt8(ascii: "["), UInt8(ascii: "\""): try cursor.skip()
        default: if try cursor.value() == nil { hasDamage = true }
        }
    }

    private func readElement(
        of document: GarminDocument, _ cursor: inout JSONCursor, _ builder: ActivityBuilder, isOutermost: Bool
    ) throws {
        guard cursor.peek() == UInt8(ascii: "{") else { return try skip(&cursor) }
        var fields = GarminFields()
        try cursor.entries { key, cursor in
            if isOutermost, key == "summarizedActivitiesExport", cursor.peek() == UInt8(ascii: "[") {
                try cursor.elements { _, cursor in
                    try self.readElement(of: document, &cursor, builder, isOutermost: false)
                }
            } else if document.keys.contains(key) {
                try fields.read(key, &cursor)
            } else {
                try cursor.skip()
            }
        }
        switch document {
        case .activities: try addActivity(fields, builder)
        case .days: addDay(fields, builder)
        case .nights: addNight(fields)
        case .weights: addWeight(fields)
        case .status: readings.takeStatus(fields)
        case .drinks: readings.takeDrink(fields)
        case .pressures: readings.takePressure(fields)
        case .fitness: readings.takeFitness(fields)
        case .readiness: readings.takeReadiness(fields)
        case .load: readings.takeLoad(fields)
        }
        guard max(nights.count, weights.count, readings.count) < Self.maximumReadings else {
            throw ActivitySummaries.tooMany(builder.file, limit: Self.maximumReadings)
        }
    }

    // MARK: Documents

    private func addActivity(_ fields: GarminFields, _ builder: ActivityBuilder) throws {
        guard !fields.isEmpty else { return }
        let identifier = fields.text("activityId") ?? ""
        var summary = fields.summary(identifier)
        if identifier.isEmpty {
            guard fields.hasKind, let identified = summary.identifiedByContent else {
                return try builder.problem(
                    .rejected, "an activity has neither an identifier nor a start, duration and kind; it was left out")
            }
            summary = identified
        }
        summary.owner = fields.text("userProfileId") ?? GarminDocument.owner(builder.file)
        summary.place = Self.folder(of: builder.file)
        try summaries.add(summary, from: builder.file)
        if let parent = fields.text("parentId"), parent != identifier {
            wholes.insert(ActivityKey(owner: summary.owner, identifier: parent))
        }
    }

    private func addDay(_ fields: GarminFields, _ builder: ActivityBuilder) {
        guard let day = fields.day("calendarDate") else { return }
        days.insert(day)
        let start = fields.instant("wellnessStartTimeGmt")
        let midnight = Double(day) * 86_400
        let known = start.flatMap { ($0 - midnight).magnitude <= 14 * 3600 ? $0 : nil }
        if let known { readings.takeStart(of: day, at: known) }
        // The other resting heart rate is an average of seven days, if there are two.
        func figure(_ key: String) -> Double? { fields.number(key).flatMap { $0 > 0 && $0 < 300 ? $0 : nil } }
        guard let rate = figure("currentDayRestingHeartRate") ?? figure("restingHeartRate") else { return }
        // The middle of the day, so that it is that of the person's day also where the zone is not known.
        builder.restingRates.take(rate, day: day, noon: (known ?? midnight) + 43_200, Self.source)
    }

    private func addNight(_ fields: GarminFields) {
        guard let start = fields.instant("sleepStartTimestampGMT"), let end = fields.instant("sleepEndTimestampGMT"),
            end > start, end - start <= 86_400
        else { return }
        nights[start] = max(nights[start] ?? end, end)
        readings.takeNight(fields, from: start, to: end)
    }

    private func addWeight(_ fields: GarminFields) {
        guard let value = fields["weight"], let weight = GarminWeight(value) else { return }
        // Of two in documents that overlap, the greater one counts, as in the store.
        if let known = weights[weight.time], known.kilograms > weight.kilograms { return }
        weights[weight.time] = weight
    }

    // MARK: The end

    /// Leaves out the summaries of activities whose parts have summaries of their own.
    func prepare() {
        guard !wholes.isEmpty else { return }
        summaries.removeAll { wholes.contains(ActivityKey(owner: $0.owner, identifier: $0.identifier)) }
    }

    func finish(into builder: ActivityBuilder) throws {
        let source = Self.source
        builder.tally.days += days.count
        addNights(to: builder, source)
        readings.add(to: builder, source)
        addWeights(to: builder, source)
        try builder.addRest(of: summaries, source)
    }

    /// Adds the nights of which no file has the stages. A document states when a night began and ended, but not when the person was awake.
    private func addNights(to builder: ActivityBuilder, _ source: ProvenanceData) {
        let known = PeriodSet(builder.readings.sleep)
        for (start, end) in nights.sorted(by: { $0.key < $1.key }) where !known.overlaps(start, end) {
            builder.add(.sleepAnalysis, HKCategoryValueSleepAnalysis.inBed.rawValue, from: start, to: end, source)
        }
    }

    private func addWeights(to builder: ActivityBuilder, _ source: ProvenanceData) {
        let known = PeriodSet(builder.readings.weights.map { ($0 - Self.slack, $0 + Self.slack) })
        for (time, weight) in weights.sorted(by: { $0.key < $1.key }) where !known.overlaps(time, time) {
            builder.add(.bodyMass, weight.kilograms, from: time, source)
            if let fat = weight.fat { builder.add(.bodyFatPercentage, fat, from: time, source) }
            if let index = weight.index { builder.add(.bodyMassIndex, index, from: time, source) }
        }
    }
}

/// The kinds of documents in JSON that are read.
enum GarminDocument: Hashable {
    case activities
    case days
    case nights
    case weights
    /// The averages of the variability, the oxygen saturation and the breaths of nights.
    case status
    case drinks
    case pressures
    /// The maximum oxygen uptakes.
    case fitness
    case readiness
    case load

    /// Returns the kind by the path; nil for other documents.
    init?(_ path: String) {
        let name = path.split(separator: "/").last?.lowercased() ?? ""
        guard name.hasSuffix(".json") else { return nil }
        if name.contains("summarizedactivities") {
            self = .activities
        } else if name.hasPrefix("udsfile") {
            self = .days
        } else if name.hasSuffix("sleepdata.json") {
            self = .nights
        } else if name.hasSuffix("userbiometrics.json") {
            self = .weights
        } else if name.hasSuffix("healthstatusdata.json") {
            self = .status
        } else if name.hasPrefix("hydrationlogfile") {
            self = .drinks
        } else if name.hasPrefix("bloodpressurefile") {
            self = .pressures
        } else if name.hasPrefix("metricsmaxmetdata") {
            self = .fitness
        } else if name.hasPrefix("trainingreadiness") {
            self = .readiness
        } else if name.hasPrefix("metricsacutetrainingload") {
            self = .load
        } else {
            return nil
        }
    }

    /// Returns the name of the account with which the name of a document about activities begins; nil if it has none.
    static func owner(_ path: String) -> String? {
        let name = path.split(separator: "/").last?.lowercased() ?? ""
        guard let end = name.firstRange(of: "summarizedactivities")?.lowerBound else { return nil }
        // The parts of a long list have numbers.
        let owner = name[..<end].split(separator: "_", omittingEmptySubsequences: false).dropLast()
        let words = owner.last?.allSatisfy(\.isNumber) == true ? owner.dropLast() : owner
        let text = words.joined(separator: "_")
        return text.isEmpty ? nil : String(text.prefix(200))
    }

    /// The keys that are read.
    var keys: Set<String> {
        switch self {
        case .activities: Self.activityKeys
        case .days: ["calendarDate", "currentDayRestingHeartRate", "restingHeartRate", "wellnessStartTimeGmt"]
        case .nights:
            [
                "sleepStartTimestampGMT", "sleepEndTimestampGMT", "calendarDate", "averageRespiration",
                "spo2SleepSummary", "sleepScores",
            ]
        case .weights: ["weight"]
        case .status: ["calendarDate", "metrics"]
        case .drinks: ["persistedTimestampGMT", "valueInML", "uuid"]
        case .pressures: ["metaData", "bloodPressure"]
        case .fitness: ["calendarDate", "vo2MaxValue"]
        case .readiness: ["calendarDate", "timestamp", "score"]
        case .load: ["calendarDate", "timestamp", "dailyTrainingLoadAcute"]
        }
    }

    private static let activityKeys: Set<String> = [
        "activityId", "name", "activityType", "sportType", "beginTimestamp", "startTimeGmt", "startTimeLocal",
        "duration",
        "elapsedDuration", "distance", "calories", "elevationGain", "avgHr", "maxHr", "minHr", "parentId",
        "userProfileId",
    ]
}

/// Periods, in which others are searched.
struct PeriodSet {
    /// Periods that do not overlap, in order.
    private var periods: [(start: Double, end: Double)] = []

    init(_ all: [(start: Double, end: Double)]) {
        for period in all.sorted(by: { $0.start < $1.start }) {
            if let last = periods.last, period.start <= last.end {
                periods[periods.count - 1].end = max(last.end, period.end)
            } else {
                periods.append(period)
            }
        }
    }

    /// Returns whether a period has a time in common with one of these.
    func overlaps(_ start: Double, _ end: Double) -> Bool {
        var (low, high) = (0, periods.count)
        while low < high {
            let middle = (low + high) / 2
            if periods[middle].end < start { low = middle + 1 } else { high = middle }
        }
        return low < periods.count && periods[low].start <= end
    }
}
