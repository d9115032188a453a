// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel

/// Reads the details of a sample for display.
struct DetailReader {
    private let reader: RecordReader
    private let builder: ObjectBuilder
    private var db: Database { reader.db }
    typealias Section = (String, [MetadataPair])

    init(_ reader: RecordReader) {
        self.reader = reader
        builder = ObjectBuilder(reader)
    }

    func details(_ sample: RawSample) throws -> [Section] {
        var sections = try heartbeats(sample.id)
        switch try reader.type(sample.type).description?.kind {
        case .correlation: sections += [("Members", try list(builder.members(of: sample.id)))]
        case .workout: sections += try workout(sample)
        case .series: sections += try route(sample.id)
        case .electrocardiogram: sections += try electrocardiogram(sample.id)
        case .audiogram:
            for (index, point) in try builder.points(of: sample.id).enumerated() {
                sections.append(("Tone \(index + 1)", point))
            }
        case .visionPrescription: sections += try prescription(sample.id)
        case .clinical, nil: sections += try clinicalRecord(sample.id)
        default: break
        }
        return sections + (try partOf(sample.id)) + (sections.isEmpty ? try saved(sample.id) : [])
    }

    private func pairs(_ row: Row) -> [MetadataPair] {
        row.compactMap { name, value in
            let text: String? =
                switch value.storage {
                case .null, .blob: nil
                case .double(let number): MetadataText.plain(number)
                case .int64(let number): String(number)
                case .string(let text): text
                }
            return text.map { MetadataPair(key: name, value: $0) }
        }
    }

    private func row(_ sql: String, _ place: Int64) throws -> Row? {
        try Row.fetchOne(db, sql: sql, arguments: [place])
    }

    private func list(_ samples: [RawSample]) throws -> [MetadataPair] {
        try samples.map {
            MetadataPair(key: try reader.type($0.type).identifier, value: try reader.uuid($0).uuidString)
        }
    }

    private func heartbeats(_ place: Int64) throws -> [Section] {
        guard let json = try row("SELECT beats FROM heartbeats WHERE id = ?", place)?[0] as String? else { return [] }
        let count = JSONValue(json)?.array?.count ?? 0
        return [("Heartbeats", [MetadataPair(key: "count", value: String(count))])]
    }

    // MARK: Workouts

    private func workout(_ sample: RawSample) throws -> [Section] {
        let workout = try WorkoutReader(reader).workout(sample)
        var sections: [Section] = [
            (
                "Workout",
                [
                    MetadataPair(key: "activity", value: workout.activityName),
                    MetadataPair(key: "duration", value: "\(MetadataText.plain(workout.duration)) s"),
                ] + workout.attributes
            ),
            ("Statistics", workout.statistics.map(Self.pair)),
            ("Events", workout.events.map { MetadataPair(key: $0.type, value: Self.date($0.date)) }),
        ]
        for (index, activity) in workout.activities.enumerated() {
            var pairs = [
                MetadataPair(key: "uuid", value: activity.uuid),
                MetadataPair(key: "start", value: Self.date(activity.start)),
            ]
            if let end = activity.end { pairs.append(MetadataPair(key: "end", value: Self.date(end))) }
            pairs += activity.other + activity.metadata + activity.statistics.map(Self.pair)
            sections.append(("Activity \(index + 1)", pairs))
        }
        for group in workout.zoneGroups {
            let zones = group.zones.enumerated().map { index, zone in
                MetadataPair(
                    key: "zone \(index + 1)", value: zone.map { "\($0.key) \($0.value)" }.joined(separator: ", "))
            }
            sections.append(("Zones", group.attributes + zones))
        }
        let routes = workout.routes.map {
            MetadataPair(key: $0.sample.uuid.uuidString, value: "\($0.pointCount) points")
        }
        return sections + [("Routes", routes), ("Samples", try list(builder.samples(of: sample.id)))]
    }

    private static func pair(_ figures: WorkoutStatisticsData) -> MetadataPair {
        let named: [(String, Double?)] = [
            ("sum", figures.sum), ("average", figures.average), ("minimum", figures.minimum),
            ("maximum", figures.maximum),
        ]
        let text = named.compactMap { name, value in
            value.map { "\(name) \(MetadataText.plain($0))" + (figures.unit.map { " \($0)" } ?? "") }
        }
        return MetadataPair(key: figures.type, value: text.joined(separator: ", "))
    }

    private static func date(_ seconds: Double) -> String {
        MetadataText.text(.date(Date(timeIntervalSince1970: seconds)))
    }

    // MARK: Others

    private func route(_ place: Int64) throws -> [Section] {
        let sql = """
            SELECT (SELECT count(*) FROM route_point WHERE route = r.id) AS points, files
            FROM workout_route AS r WHERE id = ?
            """
        return try row(sql, place).map { [("Route", pairs($0))] } ?? []
    }

    private func electrocardiogram(_ place: Int64) throws -> [Section] {
        let sql = """
            SELECT classification, average_heart_rate, sample_rate, unit, measurements, path, header
            FROM electrocardiogram WHERE id = ?
            """
        guard let row = try row(sql, place) else { return [] }
        let header = (try row.value(String?.self, of: "header")).map(MetadataPairs.read) ?? []
        return [("Electrocardiogram", pairs(row).filter { $0.key != "header" }), ("Header", header)]
    }

    private func prescription(_ place: Int64) throws -> [Section] {
        let sql =
            "SELECT type, brand, expiration, attributes, right_eye, left_eye FROM vision_prescription WHERE id = ?"
        guard let row = try row(sql, place) else { return [] }
        var general = [MetadataPair(key: "type", value: try row.value(of: "type"))]
        if let brand = try row.value(String?.self, of: "brand") {
            general.append(MetadataPair(key: "brand", value: brand))
        }
        if let date = try row.value(Double?.self, of: "expiration") {
            general.append(MetadataPair(key: "expires", value: Self.date(date)))
        }
        func eye(_ name: String) -> [MetadataPair] { (row[name] as String?).map(MetadataPairs.read) ?? [] }
        return [
            ("Prescription", general + eye("attributes")), ("Right eye", eye("right_eye")),
            ("Left eye", eye("left_eye")),
        ]
    }

    private func clinicalRecord(_ place: Int64) throws -> [Section] {
        let sql = """
            SELECT fhir_type, identifier, source_url, fhir_version, path, length(resource) AS bytes
            FROM clinical_record WHERE id = ?
            """
        return try row(sql, place).map { [("Clinical record", pairs($0))] } ?? []
    }

    /// Returns the objects that the sample is part of.
    private func partOf(_ place: Int64) throws -> [Section] {
        var parents: [MetadataPair] = []
        let correlations = "SELECT correlation FROM correlation_member WHERE id = ? ORDER BY correlation"
        let workouts = "SELECT workout FROM workout_sample WHERE id = ? ORDER BY workout"
        for (title, sql) in [("correlation", correlations), ("workout", workouts)] {
            for parent in try Int64.fetchAll(db, sql: sql, arguments: [place]) {
                guard let sample = try SampleLookup.sample(reader, at: parent) else { continue }
                parents.append(MetadataPair(key: title, value: try reader.uuid(sample).uuidString))
            }
        }
        return [("Part of", parents)]
    }

    /// Returns the details of a sample of a kind without a table of its own.
    private func saved(_ place: Int64) throws -> [Section] {
        guard let json = try row("SELECT detail FROM sample_detail WHERE id = ?", place)?[0] as String? else {
            return []
        }
        return MetadataPairs.entries(json).filter { $0.key.hasPrefix("HK") && $0.key != "HKSample" }.map { entry in
            (entry.key, MetadataPairs.read(entry.value.text))
        }
    }
}

extension HealthDatabase {
    /// Returns the details of a sample: titled groups of names and values, as written. The array is empty if the sample has no
    /// details beyond its record, or doesn't exist.
    /// - Throws: A ``StoreError``.
    public func details(uuid: UUID) throws -> [(String, [MetadataPair])] {
        try read { db in
            let reader = RecordReader(db)
            guard let sample = try SampleLookup.find(uuid, reader) else { return [] }
            return try DetailReader(reader).details(sample).filter { !$0.1.isEmpty }
        }
    }
}
