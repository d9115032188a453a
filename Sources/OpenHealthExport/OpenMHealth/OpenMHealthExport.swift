// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthFormats
import OpenHealthModel
import OpenHealthStore

/// Data points of Open mHealth, one a line: a file for each type, whose bodies follow schemas of Open mHealth or of Granola.
struct OpenMHealthExport: ExportFormat {
    let name = "open-mhealth"
    let summary = "Open mHealth data points, one a line, for research"
    let stream = ExportStreamForm.none("a file for each type")
    let kinds = ExportedKinds(
        full: [.fractionsOfSeconds, .valuesBeyondRange],
        part: [
            .quantities, .categories, .correlations, .workouts, .workoutStatistics, .heartbeatSeries, .metadata,
            .uuids,
        ])

    func write(_ context: ExportContext) throws {
        var samples = OpenMHealthSamples(context)
        // The readings of a correlation are part of its body, and not data points of their own.
        let types = context.contents.types.sorted {
            ($0.kind == .correlation ? 0 : 1) < ($1.kind == .correlation ? 0 : 1)
        }
        for type in types {
            guard OpenMHealthTypes.isHeld(type), let name = HealthTypes.named(type.identifier)?.swiftName else {
                try context.omit(type)
                continue
            }
            try context.lines("\(name).ndjson") { add in try samples.points(type, add) }
            if type.identifier == HKCategoryTypeIdentifier.sleepAnalysis.rawValue {
                var sleep = OpenMHealthSleep(context)
                try context.lines("sleepEpisodes.ndjson") { add in try sleep.points(type, add) }
            }
        }
        try context.omitOthers()
    }
}

/// The parts of data points that are the same for all kinds of samples.
struct OpenMHealthPoints {
    typealias Properties = [(key: String, value: JSONValue)]

    /// The seconds since 1970 that have four digits for the year in every time zone.
    static let dates = -62_135_510_400.0...253_402_214_400.0

    private let contents: StoreContents
    private let created: JSONValue
    private var zones: [String: TimeZone] = [:]

    init(_ context: ExportContext) {
        contents = context.contents
        created = .string(FHIRInstant.text(context.date))
    }

    /// Returns a data point.
    /// - Parameter number: the number of the data point, if a sample has several.
    mutating func point(
        _ sample: RawSample, _ schema: OpenMHealthSchema, number: Int? = nil, _ body: Properties
    ) throws -> JSONValue {
        let uuid = try contents.uuid(sample).uuidString
        var provenance: Properties = [
            ("source_name", .string(try contents.origin(sample).name)), ("source_data_point_id", .string(uuid)),
        ]
        if let lag = sample.lag, Self.dates.contains(sample.start + Double(lag)) {
            provenance.append(("source_creation_date_time", try date(sample.start + Double(lag), sample)))
        }
        if try contents.metadata(sample).contains(where: { $0.key == HKMetadataKeyWasUserEntered && $0.value == "1" }) {
            provenance.append(("modality", .string("self-reported")))
        }
        return .object([
            (
                "header",
                .object([
                    ("id", .string(number.map { "\(uuid)-\($0)" } ?? uuid)), ("creation_date_time", created),
                    (
                        "schema_id",
                        .object([
                            ("namespace", .string(schema.namespace)), ("name", .string(schema.name)),
                            ("version", .string(schema.version)),
                        ])
                    ), ("acquisition_provenance", .object(provenance)),
                ])
            ), ("body", .object(body)),
        ])
    }

    /// Returns the time frame from one date to another.
    mutating func frame(
        _ start: Double, _ end: Double, _ sample: RawSample, needsInterval: Bool = false
    ) throws -> (key: String, value: JSONValue) {
        let first = try date(start, sample)
        if start == end, !needsInterval { return ("effective_time_frame", .object([("date_time", first)])) }
        let interval = JSONValue.object([("start_date_time", first), ("end_date_time", try date(end, sample))])
        return ("effective_time_frame", .object([("time_interval", interval)]))
    }

    /// Returns a date with the offset of the sample's time zone, or else of the home time zone.
    private mutating func date(_ seconds: Double, _ sample: RawSample) throws -> JSONValue {
        var zone = contents.timeZone
        if let name = try contents.timeZoneName(sample) {
            if let known = zones[name] {
                zone = known
            } else {
                zone = TimeZone(identifier: name) ?? zone
                zones[name] = zone
            }
        }
        return .string(FHIRInstant.text(Date(timeIntervalSince1970: seconds), zone: zone))
    }

    /// Returns the metadata of a sample; empty if it has none.
    func metadata(_ sample: RawSample) throws -> Properties {
        let pairs = try contents.metadata(sample)
        if pairs.isEmpty { return [] }
        return [
            (
                "metadata",
                .array(pairs.map { .object([("key", .string($0.key)), ("value", .string($0.value))]) })
            )
        ]
    }

    /// Returns a number with its unit.
    static func value(_ value: Double, _ unit: String) -> JSONValue {
        .object([("value", .number(PlainNumber.text(value))), ("unit", .string(unit))])
    }

    /// Returns a value of a store in another unit; nil if it has none. A conversion adds no digits of its own.
    static func converted(_ value: Double, from unit: String?, to other: String) -> Double? {
        guard let unit, value.isFinite else { return nil }
        // Percentages of HealthKit are fractions of one.
        var result = other == "%" ? value * 100 : value
        if unit != other {
            let quantity = HKQuantity(unit: HKUnit(from: unit), doubleValue: value)
            guard other != "%", let converted = try? quantity.value(in: HKUnit(from: other)) else { return nil }
            result = converted
        } else if other != "%" {
            return value
        }
        return Double(String(format: "%.15g", result)).flatMap { $0.isFinite ? $0 : nil }
    }
}
