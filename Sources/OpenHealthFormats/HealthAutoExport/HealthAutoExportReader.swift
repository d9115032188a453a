// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// A reader of the JSON that the iPhone app Health Auto Export sends and exports.
///
/// It reads both versions of the format. Readings of a push that says that it is not aggregated are samples, and those of one that names an
/// interval are figures. If the push does not say it, readings with a start and an end, or with an identifier, are samples, and the dates of
/// the others tell the interval of figures.
package struct HealthAutoExportReader {
    /// The error if a document is not one of Health Auto Export.
    package struct NotReadable: Error, CustomStringConvertible {
        package var description: String
    }

    /// The aggregation of a push, as its header or address states it.
    package enum Aggregation: Sendable, Equatable {
        /// The readings are samples.
        case individual
        /// The readings are figures of intervals.
        case interval(AggregatedPoint.Interval)

        /// Creates an aggregation from the name that the app sends, in any case; nil for an empty name.
        package init?(_ name: String) {
            let plain = name.trimmingCharacters(in: .whitespaces).lowercased()
            if plain.isEmpty { return nil }
            let plural = plain.hasSuffix("s") ? plain : plain + "s"
            self =
                plain == "none" ? .individual : .interval(AggregatedPoint.Interval(rawValue: plural) ?? .unknown)
        }
    }

    /// The name of the source of samples whose source the app does not send.
    static let unnamedSource = "Health Auto Export"

    var builder: PushBuilder
    /// The aggregation of the push; nil if it is unknown.
    let aggregation: Aggregation?
    /// Whether the aggregation is that of this push, and not what its address expects.
    let isStated: Bool
    /// The aggregation of the metric that is being read.
    private(set) var current: Aggregation?
    /// The number of elements that were read.
    var count = 0
    /// The number of nights that the app sent as totals although readings are not aggregated.
    var nights = 0
    /// The sexual activities of the push.
    var activities = SexualActivities()

    /// Reads a document.
    /// - Parameters:
    ///   - bytes: The document in UTF-8.
    ///   - aggregation: The aggregation of the push; nil if it is unknown.
    ///   - isStated: Whether the aggregation is that of this push, and not what its address expects.
    ///   - now: The current date.
    ///   - sink: The receiver of the first batches of a large document.
    /// - Returns: The content, or its last batch. Parts that could not be read are in its refusals.
    /// - Throws: ``NotReadable`` if nothing of the document could be read.
    package static func read(
        _ bytes: UnsafeBufferPointer<UInt8>, aggregation: Aggregation?, isStated: Bool = true, now: Date,
        into sink: PushSink? = nil
    ) throws -> PushedBatch {
        var reader = HealthAutoExportReader(
            builder: PushBuilder(missing: [.device, .metadata], now: now, sink: sink), aggregation: aggregation,
            isStated: isStated)
        var cursor = JSONCursor(bytes, for: sink)
        guard cursor.peek() == UInt8(ascii: "{") else {
            throw NotReadable(
                description: "the body is not a JSON object; choose JSON as the format in Health Auto Export")
        }
        var hasData = false
        do {
            try cursor.entries { key, cursor in
                guard key == "data", cursor.peek() == UInt8(ascii: "{") else { return try cursor.skip() }
                hasData = true
                try cursor.entries { try reader.readList($0, &$1) }
            }
            if hasData, cursor.peek() != nil {
                reader.builder.refuse(
                    "there is more after the end of the JSON, which is lost", remedy: "send one document at a time",
                    at: "")
            }
        } catch let error as JSONCursor.Broken {
            guard hasData, reader.count > 0 || reader.builder.hasRefusals else {
                throw NotReadable(description: "the JSON is broken at byte \(error.position); send it again")
            }
            reader.builder.refuse(
                "the JSON is broken at byte \(error.position), and everything after it is lost",
                remedy: "send it again", at: reader.place)
        }
        guard hasData else {
            throw NotReadable(description: "the JSON has no object called data; send an export of Health Auto Export")
        }
        reader.addActivities()
        if reader.nights > 0 {
            reader.builder.warn(
                "nights without their phases are kept as figures, not as samples",
                remedy: "disable the aggregation of sleep data in the automation, and send the days again",
                at: "/data/metrics", count: reader.nights)
        }
        return reader.builder.batch
    }

    /// The JSON pointer of the list that is being read.
    private var place = ""

    init(builder: PushBuilder, aggregation: Aggregation?, isStated: Bool = true) {
        self.builder = builder
        self.aggregation = aggregation
        self.isStated = isStated
        current = aggregation
    }

    /// Reads one of the lists of a document.
    private mutating func readList(_ key: String, _ cursor: inout JSONCursor) throws {
        place = "/data/" + key.limited(to: 100)
        guard cursor.peek() == UInt8(ascii: "[") else {
            if cursor.peek() != UInt8(ascii: "n") { builder.refuse("expected a list", at: place) }
            return try cursor.skip()
        }
        switch key {
        case "metrics": try cursor.elements { try readMetric($0, &$1) }
        case "workouts": try readPoints(&cursor) { $0.readWorkout($1) }
        case "symptoms": try readPoints(&cursor) { $0.readSymptom($1) }
        case "cycleTracking": try readPoints(&cursor) { $0.readCycleTracking($1) }
        case "stateOfMind": try readPoints(&cursor) { $0.readStateOfMind($1) }
        case "medications": try readPoints(&cursor) { $0.readMedication($1) }
        case "ecg": try readPoints(&cursor) { $0.readElectrocardiogram($1) }
        case "heartRateNotifications": try readPoints(&cursor) { $0.readNotification($1) }
        default:
            builder.refuse("this list is unknown", at: place)
            try cursor.skip()
        }
    }

    /// Reads the elements of a list, and refuses those that are not JSON objects.
    private mutating func readPoints(
        _ cursor: inout JSONCursor, _ body: (inout HealthAutoExportReader, HealthAutoExportPoint) -> Void
    ) throws {
        let place = place
        try cursor.elements { index, cursor in
            guard let json = try cursor.value(), let point = HealthAutoExportPoint(json, place: place, index: index)
            else {
                builder.refuse("expected a JSON object", remedy: "send it again", at: "\(place)/\(index)")
                return
            }
            count += 1
            checkKinds(point)
            body(&self, point)
            builder.endRecord()
        }
    }

    /// Reads a metric, whose name and unit can follow its readings.
    private mutating func readMetric(_ index: Int, _ cursor: inout JSONCursor) throws {
        place = "/data/metrics/\(index)"
        var (name, unit): (String?, String?)
        var list: JSONCursor?
        var broken: JSONCursor.Broken?
        guard cursor.peek() == UInt8(ascii: "{") else {
            builder.refuse("expected a JSON object", at: place)
            return try cursor.skip()
        }
        do {
            try cursor.entries { key, cursor in
                switch key {
                case "name": name = try cursor.value()?.string
                case "units", "unit": unit = try cursor.value()?.string
                case "data":
                    list = cursor
                    try cursor.skip()
                default: try cursor.skip()
                }
            }
        } catch let error as JSONCursor.Broken {
            broken = error
        }
        defer { place = "/data/metrics/\(index)" }
        if let name, var list {
            let metric = HealthAutoExportMetric(name: name, unit: unit ?? "")
            place += "/data"
            if list.peek() == UInt8(ascii: "[") {
                if metric.kind == nil {
                    var number = 0
                    try? list.elements { _, cursor in
                        number += 1
                        try cursor.skip()
                    }
                    builder.refuse(
                        name.allSatisfy(\.isWhitespace)
                            ? "the metric has an empty name" : "the metric \(name.limited(to: 100)) is unknown",
                        remedy: "disable it in the app, or report it to the project",
                        at: "/data/metrics/\(index)/name", count: max(number, 1))
                } else {
                    if let inferred = inferredAggregation(list, metric) {
                        current = inferred
                        if case .interval(let interval) = inferred {
                            warnOfFigures(interval, at: "/data/metrics/\(index)")
                        }
                    }
                    defer { current = aggregation }
                    try readPoints(&list) { $0.readReading($1, metric) }
                }
            } else if list.peek() != UInt8(ascii: "n") {
                builder.refuse("expected a list", at: place)
            }
        } else if broken == nil {
            builder.refuse("it has no name or no list of data", at: "/data/metrics/\(index)")
        }
        if let broken { throw broken }
    }
}
