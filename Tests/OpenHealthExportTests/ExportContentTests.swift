// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthFormats
import OpenHealthModel
import OpenHealthStore
import OpenHealthTestSupport
import Testing

@testable import OpenHealthExport

/// Tests that nothing is lost silently: content is in an export, or its receipt counts it.
@Suite struct ExportContentTests {
    private static let start = Date(timeIntervalSince1970: 1_704_067_200)

    /// The kinds that are properties or parts of other content.
    private static let parts: Set<ExportKind> = [
        .metadata, .workoutCopies, .workoutActivities, .workoutEvents, .workoutStatistics, .workoutZones,
        .workoutSamples, .routePoints, .voltages, .heartbeats, .quantitySeries, .unknownAttributes, .uuids,
        .bundleIdentifiers, .systemVersions, .fractionsOfSeconds, .datesBeyondCalendar, .valuesBeyondRange,
        .typedMetadata, .valueDetails,
        .controlCharacters, .pointAccuracies, .routesWithoutWorkout, .electrocardiogramDetails, .prescriptionSources,
    ]

    /// The tables with content, and the kind of their rows.
    private static let contentTables: [String: ExportKind] = [
        "activity_summary": .activitySummaries, "aggregate_point": .aggregates, "attachment": .attachments,
        "audiogram_point": .audiograms, "characteristic": .characteristics, "clinical_record": .clinicalRecords,
        "correlation_member": .correlations, "device": .systemVersions, "effort_choice": .effortDecisions,
        "effort_relation": .effortRelations, "electrocardiogram": .electrocardiograms,
        "electrocardiogram_sample": .electrocardiogramSymptoms, "heartbeat_series": .heartbeatSeries,
        "heartbeats": .heartbeats, "medication": .medications, "metadata": .metadata,
        "nightscout_document": .nightscoutDocuments, "provenance": .systemVersions, "quantity_series": .quantitySeries,
        "quantity_series_sample": .quantitySeries, "route_point": .routePoints, "sample": .quantities,
        "sample_detail": .statesOfMind, "sample_uuid": .uuids, "source": .systemVersions,
        "unknown_element": .unknownElements, "vision_prescription": .visionPrescriptions, "workout": .workouts,
        "workout_activity": .workoutActivities, "workout_event": .workoutEvents, "workout_route": .routes,
        "workout_sample": .workoutSamples, "workout_statistics": .workoutStatistics,
    ]

    /// The tables that no export has, which the guide names: settings, access, former versions and deletions, and what is computed.
    private static let otherTables: Set<String> = [
        "access_log", "app", "app_quota", "app_token", "app_usage", "authorization_request", "background_delivery",
        "category_value", "change_run", "change_time", "cohort_push", "connection_predecessor", "counter", "day_count",
        "deletion", "effort_change", "effort_member", "grdb_migrations", "idempotency", "import", "nightscout_part",
        "nightscout_place", "oauth_client", "oauth_consent", "oauth_token", "object_permission", "owner",
        "owner_device", "owner_recovery_code", "owner_session", "owner_totp", "pairing_code", "permission", "push",
        "pushed_copy", "pushed_deletion", "pushed_session", "pushed_session_sample", "reader_token", "receiver_host",
        "rollup", "rollup_order", "sample_date", "sample_revision", "sample_sum", "sample_type", "setting",
        "source_rank", "store_secret", "sync_identifier", "type_extent", "type_source", "unfinished_import",
        "unwanted_record", "webhook", "webhook_delivery",
    ]

    /// A store with content of each kind.
    private static func store(_ world: ExportWorld) throws -> HealthDatabase {
        let database = try world.demo(records: 500)
        let record = """
            <HealthData locale="en_US"><ClinicalRecord type="Condition" identifier="1" sourceName="Clinic" sourceURL="" \
            fhirVersion="1" receivedDate="2024-01-01 10:00:00 +0000" resourceFilePath=""/></HealthData>
            """
        try Data(record.utf8).write(to: world.file("export.xml"))
        try world.importExport(world.file("export.xml"), into: database)
        let types: [HKSampleType] = [
            HKObjectType.stateOfMindType(), HKScoredAssessmentType(.PHQ9), HKObjectType.medicationDoseEventType(),
            HKDocumentType(.CDA),
        ]
        var samples: [(sample: HKSample, measurements: SeriesMeasurements?)] = []
        for type in types { samples.append((type.sample(start: start), nil)) }
        let series = HKHeartbeatSeriesSample(
            count: 2, startDate: start, endDate: start + 3, fields: HKObjectFields(newWith: nil, metadata: [:]))
        let beats = [0.0, 0.8].map { SeriesHeartbeat(time: $0, precededByGap: false) }
        samples.append((series, .heartbeats(beats)))
        try database.save(samples, source: SavedSamples.app("Journal"), now: start)
        _ = try database.ingest(figures(), app: "phone")
        let place = try electrocardiogram(database)
        try database.write { db in
            for statement in [
                "INSERT INTO medication (identifier, detail) VALUES ('1 2', '{}')",
                "INSERT INTO effort_choice (uuid, separate) VALUES (randomblob(16), 1)",
                "INSERT INTO app (identifier, name, added) VALUES ('org.example.loop', 'Loop', 0)",
                """
                INSERT INTO nightscout_document (app, collection, name, identity, kind, date, modified, valid, json)
                SELECT id, 'profile', 'p', 'p', '', 0, 1, 1, '{}' FROM app WHERE identifier = 'org.example.loop'
                """,
                "INSERT INTO effort_relation (workout, activity, id, type, start, place) VALUES (\(place), '', 1, 1, 0, 1)",
                "INSERT INTO electrocardiogram_sample (electrocardiogram, id, type, start) VALUES (\(place), 1, 1, 0)",
                """
                INSERT INTO attachment (uuid, sample, name, content_type, size, created)
                VALUES (randomblob(16), \(place), 'scan', 'public.data', 0, 0)
                """,
            ] { try db.execute(sql: statement) }
        }
        return database
    }

    /// Returns the place of an electrocardiogram in the order of changes.
    private static func electrocardiogram(_ database: HealthDatabase) throws -> Int64 {
        try StoreContents.read(database, ContentSelection()) { contents in
            let type = try #require(contents.types.first { $0.kind == .electrocardiogram })
            var place: Int64?
            try contents.forEach(type) { place = $0.id }
            return try #require(place)
        }
    }

    /// Two figures of days, the second with a formula as its source and a unit of its own, and one of a night.
    private static func figures() -> PushedBatch {
        let day = start.timeIntervalSince1970
        let steps = HKQuantityTypeIdentifier.stepCount.rawValue
        var batch = PushedBatch()
        batch.aggregates = [
            AggregatedPoint(
                type: steps, sources: "Watch", start: day, end: day + 86_400, interval: .days, unit: "count", sum: 8000,
                place: ""),
            AggregatedPoint(
                type: steps, sources: "=1+1", start: day + 86_400, end: day + 86_400, interval: .days, unit: "count",
                sum: 100, place: ""),
            AggregatedPoint(
                type: HKCategoryTypeIdentifier.sleepAnalysis.rawValue, sources: "Watch|Phone", start: day,
                end: day, interval: .days, unit: "hr",
                others: [MetadataPair(key: "core", value: "4"), MetadataPair(key: "deep", value: "1")], place: ""),
        ]
        return batch
    }

    // MARK: - All kinds

    @Test func `every kind of content is in every format or its receipt counts it`() throws {
        let world = try ExportWorld()
        let database = try Self.store(world)
        for format in ExportFormats.all {
            let receipt = try world.export(database, to: format.name, format: format.name)
            for kind in ExportKind.allCases where !Self.parts.contains(kind) {
                let counts = (written: receipt.written[kind], notHeld: receipt.notHeld[kind])
                #expect(counts.written != nil || counts.notHeld != nil, "\(format.name): \(kind.title)")
                switch format.kinds[kind] {
                case .full: #expect(counts.notHeld == nil, "\(format.name): \(kind.title)")
                case .none: #expect(counts.written == nil, "\(format.name): \(kind.title)")
                case .part: break
                }
            }
            // The parts of content that is left out are left out with it.
            let parts: [ExportKind] = [.workoutActivities, .workoutEvents, .workoutStatistics, .workoutSamples]
            for part in parts where receipt.written[.workouts] != nil {
                #expect(
                    receipt.written[part] != nil || receipt.notHeld[part] != nil, "\(format.name): \(part.title)")
            }
        }
    }

    @Test func `every table of the store is content of exports or named as none`() throws {
        let database = try ExportWorld().store()
        let names = try database.read { db in
            try String.fetchAll(
                db, sql: "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'")
        }
        #expect(!names.isEmpty)
        #expect(
            Set(names).subtracting(Self.contentTables.keys).subtracting(Self.otherTables) == [],
            "add an ExportKind that the receipts count, or name the table in the guide")
    }

    @Test func `relations and attachments are counted with the samples that they belong to`() throws {
        let world = try ExportWorld()
        let database = try Self.store(world)
        let electrocardiogram = HKObjectType.electrocardiogramType().identifier
        for (type, expected) in [(electrocardiogram, 1), (HKQuantityTypeIdentifier.stepCount.rawValue, nil)]
            as [(String, Int?)]
        {
            let receipt = try world.export(
                database, to: "part", format: "csv", selection: ContentSelection(types: [type]), force: true)
            for kind in [ExportKind.attachments, .electrocardiogramSymptoms, .effortRelations] {
                #expect(receipt.notHeld[kind] == expected, "\(type): \(kind.title)")
            }
            #expect(receipt.notHeld[.effortDecisions] == nil)
        }
    }

    // MARK: - Figures of intervals

    /// A store with figures and no samples.
    private static func figuresAlone(_ world: ExportWorld) throws -> HealthDatabase {
        let database = try world.store()
        _ = try database.ingest(figures(), app: "phone")
        return database
    }

    private static func rows(_ world: ExportWorld, _ path: String) throws -> [JSONValue] {
        try String(contentsOf: world.file(path), encoding: .utf8).split(separator: "\n").map {
            try #require(JSONValue(String($0)))
        }
    }

    @Test func `tables have the figures with all their facts`() throws {
        let world = try ExportWorld()
        let database = try Self.figuresAlone(world)
        let receipt = try world.export(database, to: "tables", format: "ndjson")
        #expect(receipt.written == [.aggregates: 3] && receipt.notHeld.isEmpty && receipt.types.isEmpty)
        let rows = try Self.rows(world, "tables/aggregates.ndjson")
        #expect(rows.count == 3)
        let night = try #require(rows.first { $0["unit"]?.string == "" })
        #expect(night["original_unit"]?.string == "hr" && night["sources"]?.string == "Watch|Phone")
        #expect(night["others"]?.array?.map { $0["value"]?.string } == ["4", "1"])
        let days = rows.filter { $0["unit"]?.string == "count" }
        #expect(days.map { $0["sum"]?.double } == [8000, 100])
        #expect(days.map { $0["end"] } == [.string("2024-01-02T00:00:00.000000Z"), .null])
        #expect(days.allSatisfy { $0["interval"]?.string == "days" && $0["app"]?.string == "phone" })
        // The daily figures are those of statistics.
        let figures = try Self.rows(world, "tables/statistics/quantities.ndjson")
        #expect(figures.map { $0["sum"]?.double } == [8000, 100])
        let sleep = try Self.rows(world, "tables/statistics/categories.ndjson")
        #expect(sleep.reduce(0) { $0 + ($1["seconds"]?.double ?? 0) } == 5 * 3600)
        try world.export(database, to: "csv", format: "csv")
        #expect(
            try String(contentsOf: world.file("csv/aggregates.csv"), encoding: .utf8).contains(",'=1+1,phone,"))
        let parquet = try world.export(database, to: "parquet", format: "parquet")
        #expect(parquet.written == [.aggregates: 3])
        let file = try Data(contentsOf: world.file("parquet/aggregates.parquet"))
        #expect(file.starts(with: Data("PAR1".utf8)) && file.range(of: Data("original_unit".utf8)) != nil)
    }

    @Test func `figures are selected by type, date and source`() throws {
        let world = try ExportWorld()
        let database = try Self.figuresAlone(world)
        let steps = HKQuantityTypeIdentifier.stepCount.rawValue
        let next = Self.start + 86_400
        for (selection, count) in [
            (ContentSelection(types: [steps]), 2), (ContentSelection(from: next), 1), (ContentSelection(to: next), 2),
            (ContentSelection(from: next - 1), 3), (ContentSelection(sources: ["Watch"]), 1),
            (ContentSelection(sources: ["Watch", "Phone"]), 2),
        ] {
            let receipt = try world.export(
                database, to: "part", format: "ndjson", selection: selection, force: true)
            #expect(receipt.written[.aggregates] == count, "\(selection)")
        }
    }

    @Test func `a format that holds no figures names them, also if there is nothing else`() throws {
        let world = try ExportWorld()
        let database = try Self.figuresAlone(world)
        let steps = ContentSelection(types: [HKQuantityTypeIdentifier.stepCount.rawValue])
        for format in ExportFormats.all where format.kinds[.aggregates] == .none {
            let error = #expect(throws: ExportError.self, "\(format.name)") {
                try world.export(database, to: "\(format.name)-none", format: format.name, selection: steps)
            }
            #expect(error?.code == .nothing)
            #expect(error?.message.contains(ExportKind.aggregates.title) == true, "\(format.name)")
        }
        // One stream has samples only.
        let error = #expect(throws: ExportError.self) {
            try Exporter(format: TableExport.ndjson).run(
                database, to: FileByteSink(url: world.file("stream")), isTerminal: false)
        }
        #expect(error?.message.contains(ExportKind.aggregates.title) == true)
    }

    @Test func `the daily values of OMOP contain figures of days`() throws {
        let world = try ExportWorld()
        let database = try Self.figuresAlone(world)
        try database.write { db in
            let name = HKCharacteristicTypeIdentifier.dateOfBirth.rawValue
            try db.execute(
                sql: "INSERT INTO characteristic (name, value) VALUES (?, '1990-05-23')", arguments: [name])
        }
        let receipt = try world.export(database, to: "omop", format: "omop")
        #expect(receipt.written[.aggregates] == 3 && receipt.notHeld[.aggregates] == nil)
        let measurements = try String(contentsOf: world.file("omop/measurement.csv"), encoding: .utf8)
        #expect(measurements.contains("8000.0"))
    }
}
