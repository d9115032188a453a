// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthDemo
import ProcessTestSupport
import Testing

@Suite("health import")
struct ImportCommandTests {
    /// Returns the expected contents of the receipt, by key.
    private static func expected(_ truth: DemoTruth) -> [String: Int] {
        [
            "metadataEntries": truth.metadataEntries, "correlations": truth.correlations, "workouts": truth.workouts,
            "workoutStatistics": truth.workoutStatistics + truth.activityStatistics,
            "workoutEvents": truth.workoutEvents + truth.activityEvents,
            "workoutActivities": truth.workoutActivities, "routes": truth.routes, "routePoints": truth.routePoints,
            "ecgs": truth.ecgs, "ecgVoltages": truth.ecgVoltages, "heartbeats": truth.heartbeats,
            "activitySummaries": truth.activitySummaries, "clinicalRecords": truth.clinicalRecords,
            "audiograms": truth.audiograms, "sensitivityPoints": truth.sensitivityPoints,
            "visionPrescriptions": truth.visionPrescriptions, "illegalBytes": 0,
        ]
    }

    private static func counts(_ receipt: [String: Any], _ key: String) -> [String: Int] {
        receipt[key] as? [String: Int] ?? [:]
    }

    @Test("the receipt describes the export, and standard output has nothing else")
    func receiptIsTruth() throws {
        let store = try DemoStore.shared.get()
        #expect(store.receipt.status == 0, "\(store.receipt.errors)")
        #expect(store.receipt.lines.count == 1)
        let receipt = try Parsed.object(store.receipt.output)
        let truth = store.truth
        for (key, count) in Self.expected(truth) { #expect(receipt[key] as? Int == count, "\(key)") }
        #expect(
            Self.counts(receipt, "records")
                == ["read": truth.records, "added": truth.records, "alreadyPresent": 0, "rejected": 0])
        let byType = receipt["byType"] as? [String: [String: Int]] ?? [:]
        #expect(byType == truth.byType.mapValues { ["read": $0, "added": $0] })
        #expect(Self.counts(receipt, "unknownElements") == truth.unknownElements)
        #expect(receipt["complete"] as? Bool == true)
        #expect((receipt["diagnostics"] as? [Any])?.isEmpty == true)
        #expect(receipt["file"] as? String == "demo.zip")
    }

    @Test("the same export again, in every container, adds nothing")
    func secondImport() throws {
        let home = try Home()
        try Tool.run(["demo", home.path("a.zip"), "--records", "1000", "--seed", "5"], in: home)
        #expect(try Tool.run(["import", home.path("a.zip")], in: home).status == 0)
        let variants = [
            ["a.zip"], ["b", "--format", "folder"], ["c.xml", "--format", "xml"],
            ["d.zip", "--units", "imperial", "--offset", "+02:00", "--language", "german"],
        ]
        for variant in variants {
            let file = home.path(variant[0])
            if variant.count > 1 {
                let made = try Tool.run(
                    ["demo", file, "--records", "1000", "--seed", "5"] + variant.dropFirst(), in: home)
                #expect(made.status == 0, "\(made.errors)")
            }
            let result = try Tool.run(["import", file, "--json"], in: home)
            #expect(result.status == 0, "\(result.errors)")
            let records = Self.counts(try Parsed.object(result.output), "records")
            #expect(records["added"] == 0, "\(variant)")
            #expect(records["read"] == records["alreadyPresent"], "\(variant)")
        }
        let imports = try Parsed.array(try Tool.run(["imports", "--format", "json"], in: home).output)
        #expect(imports.count == 5)
        #expect(imports.dropFirst().allSatisfy { $0["added"] as? Int == 0 })
    }

    @Test("several paths give one receipt each, and nothing is stored of an invalid one")
    func severalPaths() throws {
        let home = try Home()
        try Tool.run(["demo", home.path("a.xml"), "--records", "500"], in: home)
        try Tool.run(["demo", home.path("b.xml"), "--records", "500", "--seed", "2"], in: home)
        let none = try Tool.run(["import", home.path("c.xml"), home.path("d.xml")], in: home)
        #expect(none.status == 1 && none.output.isEmpty && none.errorLines.count == 2, "\(none)")
        // No store was created.
        #expect(try Tool.run(["types"], in: home).status == 1)
        let part = try Tool.run(["import", home.path("c.xml"), home.path("a.xml"), "--json"], in: home)
        #expect(part.status == 1 && part.errorLines.count == 1, "\(part)")
        #expect(part.errors.contains("nothing of c.xml was stored"))
        #expect(try Parsed.object(part.output)["file"] as? String == "a.xml")
        #expect(try Tool.run(["types"], in: home).status == 0)
        let result = try Tool.run(["import", home.path("a.xml"), home.path("b.xml"), "--json"], in: home)
        #expect(try Parsed.lines(result.output).compactMap { $0["file"] as? String } == ["a.xml", "b.xml"])
    }

    @Test("the receipt has every count and the first remarks with their lines")
    func text() throws {
        let home = try Home()
        let bad = (0..<25).map { index in
            #"<Record type="HKQuantityTypeIdentifierStepCount" sourceName="p" unit="kg" startDate="2024-01-01 00:00:00 +0000" endDate="2024-01-01 00:00:00 +0000" value="\#(index)"/>"#
        }
        try Self.document(bad + [Self.good]).write(to: home.file("export.xml"), atomically: true, encoding: .utf8)
        let result = try Tool.run(["import", home.path("export.xml"), "--timezone", "Asia/Tokyo"], in: home)
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.lines.first?.hasPrefix("imported export.xml in ") == true)
        for text in [
            "stepCount", "2024-01-01 09:00:00",
            "25 remarks, of which the first 20:",
            "  rejected: export.xml:4: Record: ",
        ] { #expect(result.output.contains(text), "\(text)") }
        #expect(result.output.contains(":23: Record"))
        #expect(!result.output.contains(":24: Record"))
        // The document contains only records.
        for text in ["\nother ", "\nworkouts", "ECG voltages", "metadata entries"] {
            #expect(!result.output.contains(text), "\(text)")
        }
        #expect(result.errors.isEmpty)
    }

    @Test("the dates of an import are not those of a sample without an end")
    func endless() throws {
        let start = "2024-03-10 08:00:00"
        let home = try MadeStore.make([
            MadeStore.record(
                "BodyMass", "70", "kg", from: start + " +0100", to: "4001-01-01 00:00:00 +0000", source: "Scale")
        ])
        let again = try Tool.run(["import", home.path("made.xml")], in: home)
        #expect(again.output.contains("\(start) to \(start) (Europe/Berlin)"), "\(again.output)")
        #expect(again.output.contains(": no workouts, 2024\n"), "\(again.output)")
    }

    @Test("counts use the singular, and empty kinds are left out")
    func oneRemark() throws {
        let home = try Home()
        let bad = Self.good.replacingOccurrences(of: #"value="5""#, with: #"value="NaN""#)
        let clinical =
            #"<ClinicalRecord type="Condition" identifier="1" receivedDate="2024-01-01 00:00:00 +0000" resourceFilePath=""/>"#
        try Self.document([Self.good, bad]).write(to: home.file("bad.xml"), atomically: true, encoding: .utf8)
        try Self.document([clinical]).write(to: home.file("clinical.xml"), atomically: true, encoding: .utf8)
        let one = try Tool.run(["import", home.path("bad.xml")], in: home)
        #expect(one.lines.contains("1 remark:"), "\(one.output)")
        let none = try Tool.run(["import", home.path("clinical.xml")], in: home)
        #expect(none.lines.contains("  warning: clinical.xml: ClinicalRecord: it names no file"), "\(none.output)")
        #expect(none.output.contains("clinical records"))
        #expect(!none.output.contains("\nworkouts"))
    }

    @Test("the root of all files and folders above the home folder need a confirmation")
    func wideFolders() throws {
        let home = try Home()
        for folder in ["/", "/.", home.file("..").path] {
            let result = try Tool.run(["import", folder], in: home)
            #expect(result.status == 2, "\(folder): \(result)")
            #expect(result.output.isEmpty)
            #expect(result.errorLines.count == 1)
            #expect(result.errors.contains("would read all files in it"))
            #expect(result.errors.contains("export.zip"))
        }
        #expect(!FileManager.default.fileExists(atPath: home.path(".local/share/openhealthkit/health.db")))
    }

    @Test("--strict refuses invalid records and stores nothing")
    func strict() throws {
        let home = try Home()
        let bad = Self.good.replacingOccurrences(of: #"value="5""#, with: #"value="NaN""#)
        try Self.document([Self.good, bad]).write(to: home.file("export.xml"), atomically: true, encoding: .utf8)
        let strict = try Tool.run(["import", home.path("export.xml"), "--strict"], in: home)
        #expect(strict.status == 1)
        #expect(strict.errorLines.count == 1)
        #expect(strict.errors.contains("export.xml:5:"))
        #expect(strict.errors.contains("--strict"))
        // The store that the import had created is removed.
        let types = try Tool.run(["types"], in: home)
        #expect(types.status == 1 && types.output.isEmpty)
        let result = try Tool.run(["import", home.path("export.xml"), "--json"], in: home)
        #expect(result.status == 0)
        let records = Self.counts(try Parsed.object(result.output), "records")
        #expect(records == ["read": 2, "added": 1, "alreadyPresent": 0, "rejected": 1])
    }

    @Test("truncated exports are refused without --partial, and read with it")
    func partial() throws {
        let home = try Home()
        let text = Self.document([Self.good, Self.good]).replacingOccurrences(of: "</HealthData>\n", with: "<Rec")
        try text.write(to: home.file("export.xml"), atomically: true, encoding: .utf8)
        let refused = try Tool.run(["import", home.path("export.xml")], in: home)
        #expect(refused.status == 1)
        #expect(refused.errorLines.count == 1)
        #expect(refused.errors.contains("--partial"))
        // The store that the import had created is removed.
        let types = try Tool.run(["types"], in: home)
        #expect(types.status == 1 && types.output.isEmpty)
        let result = try Tool.run(["import", home.path("export.xml"), "--partial", "--json"], in: home)
        let receipt = try Parsed.object(result.output)
        #expect(receipt["complete"] as? Bool == false)
        #expect(Self.counts(receipt, "records")["added"] == 2)
    }

    static let good =
        #"<Record type="HKQuantityTypeIdentifierStepCount" sourceName="p" unit="count" startDate="2024-01-01 00:00:00 +0000" endDate="2024-01-01 00:00:00 +0000" value="5"/>"#

    /// Returns a document whose first record is on line 4.
    static func document(_ records: [String], exported: String? = "2024-03-10 08:00:00 +0000") -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <HealthData locale="en_GB">
        \(exported.map { "<ExportDate value=\"\($0)\"/>" } ?? "")
        \(records.joined(separator: "\n"))
        </HealthData>

        """
    }
}
