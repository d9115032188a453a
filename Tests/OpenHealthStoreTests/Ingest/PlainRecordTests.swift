// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthFormats
import OpenHealthModel
import Testing

@testable import OpenHealthStore

/// Tests of `Record` elements whose type is not a plain record type, such as `HKWorkoutTypeIdentifier`.
@Suite struct PlainRecordTests {
    /// The identifiers of all types whose samples are more than plain records.
    static let otherTypes: [String] = HealthTypes.all
        .filter { $0.kind != .quantity && $0.kind != .category }.map(\.identifier)

    /// The number of such records in `plain-records.xml`: ten, one inside a workout, and a correlation.
    private static let strays = 12

    private func fixture(_ name: String, _ ext: String) throws -> URL {
        try #require(Bundle.module.url(forResource: name, withExtension: ext, subdirectory: "Fixtures"))
    }

    // MARK: Stores of earlier versions

    @Test func `stores that have such records are repaired`() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("old-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let copy = folder.appendingPathComponent("health.db")
        try FileManager.default.copyItem(at: try fixture("store-v9-plain-records", "sqlite"), to: copy)
        let database = try HealthDatabase(url: copy)
        #expect(throws: StoreError.self) { try database.workouts() }
        let findings = try database.check().findings
        #expect(findings.count == Self.strays, "\(findings)")
        #expect(
            findings.allSatisfy { $0.contains("is not a plain record, and has no details; `health check --repair`") })
        #expect(findings.contains { $0.contains("HKWorkoutTypeIdentifier at place 2 ") })
        let latest = try database.read { db in try HealthDatabase.latestChange(db) }

        let report = try database.repair()
        #expect(report.repaired == ["\(Self.strays): records of types that need details were kept as unknown elements"])
        #expect(try database.check().findings == [])
        #expect(try database.repair().repaired == [])
        let workouts = try database.workouts()
        #expect(workouts.map(\.activityType) == [.running])
        let records = try database.records(SampleRequest())
        #expect(records.map(\.type).sorted() == ["HKQuantityTypeIdentifierStepCount", "HKWorkoutTypeIdentifier"])
        let deleted = try database.read { db in
            try Int.fetchOne(db, sql: "SELECT count(*) FROM deletion WHERE id > ?", arguments: [latest])
        }
        #expect(deleted == Self.strays)

        let elements = try database.read { db in
            try String.fetchAll(db, sql: "SELECT xml FROM unknown_element WHERE name = 'Record'")
        }
        #expect(elements.count == Self.strays)
        let expected = [
            """
            <Record type="HKWorkoutTypeIdentifier" sourceName="Watch" unit="min" \
            startDate="2024-03-08 09:30:00 +0000" endDate="2024-03-08 10:00:00 +0000" value="30.5"/>
            """,
            """
            <Record type="HKWorkoutTypeIdentifier" sourceName="Watch" sourceVersion="10.3" \
            device="&lt;&lt;HKDevice: 0x0&gt;, name:Apple Watch, manufacturer:Apple Inc., model:Watch, \
            hardware:Watch6,7, software:10.3&gt;" creationDate="2024-03-09 10:00:05 +0000" \
            startDate="2024-03-09 09:30:00 +0000" endDate="2024-03-09 10:00:00 +0000">\
            <MetadataEntry key="HKIndoorWorkout" value="1"/></Record>
            """,
            """
            <Record type="HKDataTypeIdentifierElectrocardiogram" sourceName="Watch" \
            startDate="2024-03-09 11:00:00 +0000" endDate="2024-03-09 11:00:30 +0000" \
            value="a &lt;b&gt; &quot;c&quot; &amp; d"/>
            """,
        ]
        for element in expected { #expect(elements.contains(element), "\(elements)") }
    }

    // MARK: Imports

    @Test func `imports leave such records out by name`() throws {
        let document = try String(contentsOf: try fixture("plain-records", "xml"), encoding: .utf8)
        let store = try ScratchStore()
        let receipt = try store.importXML(document)
        #expect(receipt.records.added == 1)
        // The correlation does not count as a record.
        #expect(receipt.records.rejected == Self.strays - 1)
        let rejected = receipt.diagnostics.filter { $0.severity == .rejected }
        #expect(rejected.count == Self.strays)
        #expect(
            rejected.first?.reason
                == "HKWorkoutTypeIdentifier: the type is for workouts, which are not plain records")
        #expect(
            rejected.last?.reason == "its type HKWorkoutTypeIdentifier is for workouts, not for correlations")
        #expect(try store.database.check().findings == [])
        #expect(try store.database.workouts().count == 1)
        let other = try ScratchStore()
        let error = #expect(throws: FormatError.self) {
            let reader = try AppleHealthExportReader(
                data: Array(document.utf8), name: "export.xml", options: .init(strict: true))
            _ = try other.database.ingest(reader, options: .init(file: "export.xml"))
        }
        #expect(error?.message.contains("HKWorkoutTypeIdentifier") == true)
    }

    @Test func `records of every such type are left out`() throws {
        let dates = "startDate=\"2024-03-09 10:00:00 +0000\" endDate=\"2024-03-09 10:30:00 +0000\""
        var body = ""
        for type in Self.otherTypes {
            body += "<Record type=\"\(type)\" sourceName=\"S\" unit=\"count\" \(dates) value=\"1\"/>\n"
            if HealthTypes.named(type)?.kind != .clinical {
                body += "<ClinicalRecord type=\"\(type)\" identifier=\"\(type)\" sourceName=\"Clinic\" "
                body += "receivedDate=\"2024-03-09 10:00:00 +0000\"/>\n"
            }
        }
        let store = try ScratchStore()
        let receipt = try store.importXML("<HealthData>\n\(body)</HealthData>\n")
        #expect(receipt.records.rejected == Self.otherTypes.count)
        #expect(receipt.records.added == 0)
        let types = try store.database.read { db in
            try String.fetchAll(
                db, sql: "SELECT DISTINCT t.identifier FROM sample AS s JOIN sample_type AS t ON t.id = s.type")
        }
        #expect(types == ["ClinicalRecord"])
        #expect(try store.database.check().findings == [])
    }

    @Test func `the store refuses such records of any reader`() throws {
        let store = try ScratchStore()
        for type in Self.otherTypes {
            var batch = SampleBatch()
            batch.newTypes = [type]
            batch.newProvenances = [ProvenanceData(sourceName: "S")]
            batch.rows = [SampleRow(type: 0, provenance: 0, start: 0, end: 60)]
            let error = #expect(throws: StoreError.self) { try store.importBatches([batch]) }
            #expect(error?.code == .invalidArgument)
            #expect(error?.message.contains(type) == true)
            guard HealthTypes.named(type)?.kind != .correlation else { continue }
            batch.rows = []
            batch.items = [
                .correlation(CorrelationData(type: type, sample: SampleData(provenance: 0, start: 0, end: 60)))
            ]
            #expect(throws: StoreError.self) { try store.importBatches([batch]) }
        }
        #expect(try store.count("SELECT count(*) FROM sample") == 0)
        #expect(try store.count("SELECT count(*) FROM sample_type") == 0)
    }
}
