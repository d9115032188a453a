// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthFormats
import OpenHealthModel
import Testing

/// Tests that only invalid data is omitted, and is reported by name and line.
@Suite struct ExportRefusalTests {
    /// The lines of `refused-records.xml`, counted by hand, with their faults.
    private static let refused: [(line: Int, reason: String)] = [
        (3, "its value is not a finite decimal number"), (4, "its value is not a finite decimal number"),
        (5, "its value is not a finite decimal number"), (6, "its value is not a finite decimal number"),
        (7, "it has no value"), (9, "its value is not a finite decimal number"),
        (10, "its value is not a finite decimal number"), (13, "it has no startDate"), (14, "it has no endDate"),
        (15, "it ends before it starts"),
        (16, "its startDate is not a date of the form yyyy-MM-dd HH:mm:ss ±HHMM from 1900 to 9999"),
        (17, "its endDate is not a date of the form yyyy-MM-dd HH:mm:ss ±HHMM from 1900 to 9999"),
        (18, "unknown unit beats"),
        (19, "the unit kg does not fit its type"), (20, "it has no unit"), (21, "it has no type"),
        (25, "its startDate is not a date of the form yyyy-MM-dd HH:mm:ss ±HHMM from 1900 to 9999"),
        (26, "its endDate is missing or not a date of the form yyyy-MM-dd HH:mm:ss ±HHMM from 1900 to 9999"),
    ]

    private let fixture: URL

    init() throws {
        fixture = try ExportText.fixture("refused-records.xml")
    }

    @Test func eachInvalidRecordIsNamedWithItsLine() throws {
        let export = try ReadExport(fixture)
        #expect(export.diagnostics.map(\.line) == Self.refused.map(\.line))
        for (found, expected) in zip(export.diagnostics, Self.refused) {
            #expect(found.reason.hasSuffix(expected.reason), "line \(expected.line)")
            #expect(found.severity == .rejected)
            #expect(found.file == "refused-records.xml")
            if found.element == "Record", expected.line != 21 {
                #expect(found.reason.hasPrefix("HKQuantityTypeIdentifierHeartRate: "))
            }
        }
        #expect(export.records.map(\.value) == [61])
        // The records above without the correlation, and the record inside it.
        #expect(export.tally.recordsRejected == 18)
        #expect(
            export.tally.rejectedByType == [
                "HKQuantityTypeIdentifierHeartRate": 16, "": 1, "HKQuantityTypeIdentifierBloodPressureSystolic": 1,
            ])
        #expect(export.tally.diagnosticCount == 18)
        #expect(export.tally.metadataEntries == 1)
        #expect(export.tally.complete)
    }

    @Test func `an empty unit is not a unit, and remarks without a line have no line`() throws {
        let steps = ExportText.steps().replacing("unit=\"count\"", with: "unit=\"\"")
        let export = try ReadExport(ExportText.document(steps))
        #expect(export.diagnostics.map(\.reason) == ["HKQuantityTypeIdentifierStepCount: it has no unit"])
        let remark = ImportDiagnostic(severity: .warning, file: "a.xml", line: 0, element: "Me", reason: "why")
        #expect(remark.description == "a.xml: Me: why")
        #expect(
            ImportDiagnostic(severity: .warning, file: "a", line: 7, element: "Me", reason: "b").description
                == "a:7: Me: b")
    }

    @Test func noReportContainsAValue() throws {
        let export = try ReadExport(fixture)
        for diagnostic in export.diagnostics {
            let text = diagnostic.description
            for value in ["NaN", "inf", "0x4D", "1e400", "71,5", "777", "778", "yesterday"] {
                #expect(!text.contains(value), "\(text)")
            }
        }
    }

    @Test func strictFailsAtTheFirstFault() throws {
        let error = try #require(ExportText.error { _ = try ReadExport(fixture, strict: true) })
        #expect(error.code == .rejected)
        #expect(
            error.description.hasPrefix("refused-records.xml:3: Record: HKQuantityTypeIdentifierHeartRate: its value"))
        #expect(!error.description.contains("NaN"))
    }

    /// SQLite would store these strings as infinite numbers.
    @Test(arguments: ["HKCategoryTypeIdentifierSleepAnalysis", "HKDataTypeIdentifierOfTomorrow"])
    func numbersOutOfRangeAreNotKeptAsText(type: String) throws {
        func export(_ value: String) throws -> ReadExport {
            try ReadExport(
                ExportText.document(
                    """
                    <Record type="\(type)" sourceName="S" startDate="2024-03-09 10:00:00 +0000" \
                    endDate="2024-03-09 10:00:00 +0000" value="\(value)"/>
                    """))
        }
        for value in ["1e400", "-1e400", "1e400 ", "1e99999999999", "\(String(repeating: "9", count: 400))"] {
            let export = try export(value)
            #expect(export.records.isEmpty, "\(value)")
            #expect(export.tally.rejectedByType == [type: 1])
            #expect(export.diagnostics.map(\.reason) == ["\(type): its value is out of range"])
        }
        for value in ["inf", "Infinity", "nan", "1e400x", "five"] {
            let export = try export(value)
            #expect(export.records.map(\.text) == [value])
        }
    }

    @Test(arguments: [
        ("", "2024-03-09 10:00:00 +0000"), ("2024-03-09", "2024-03-09 10:00:00 +0000"),
        ("2024-13-09 10:00:00 +0000", ""), ("2024-03-32 10:00:00 +0000", "2024-03-09 10:00:00 +0000"),
        ("2024-03-09 10:00:60 +0000", "2024-03-09 10:01:00 +0000"),
        ("1899-12-31 10:00:00 +0000", "2024-03-09 10:00:00 +0000"),
        ("0001-01-01 00:00:00 +0000", "2024-03-09 10:00:00 +0000"),
        ("2024-03-09 10:00:00 +9900", "2024-03-09 10:00:00 +0000"),
        ("2024-03-09 10:00:00", "2024-03-09 10:00:00 +0000"),
        // The end is later on the clock, but earlier in time.
        ("2024-03-09 10:00:00 -0100", "2024-03-09 10:30:00 +0100"),
    ])
    func impossibleDatesAreRefused(start: String, end: String) throws {
        let record = "<Record type=\"X\" sourceName=\"S\" startDate=\"\(start)\" endDate=\"\(end)\" value=\"1\"/>"
        let export = try ReadExport(ExportText.document(record))
        #expect(export.records.isEmpty)
        #expect(export.tally.rejectedByType == ["X": 1])
    }

    /// Every element with dates of its own refuses impossible ones.
    @Test(arguments: ["Correlation", "Workout", "Audiogram", "ClinicalRecord", "VisionPrescription", "ActivitySummary"])
    func otherElementsWithoutDatesAreRefused(element: String) throws {
        for dates in ["", "startDate=\"2024-03-09 10:00:00 +0000\" endDate=\"2024-03-09 09:00:00 +0000\""] {
            let body = "<\(element) type=\"T\" \(dates)><Inner/></\(element)>" + ExportText.steps()
            let export = try ReadExport(ExportText.document(body))
            #expect(export.records.count == 1)
            #expect(export.items.count { if case .exportInfo = $0 { false } else { true } } <= 1)
            #expect(export.diagnostics.map(\.element) == [element])
            #expect(export.diagnostics.map(\.severity) == [.rejected])
            #expect(export.diagnostics.map(\.line) == [10])
        }
    }

    @Test func aBadDateOfCreationAffectsOnlyItself() throws {
        let export = try ReadExport(ExportText.document(ExportText.steps("creationDate=\"today\"")), strict: true)
        #expect(export.records.map(\.created) == [nil])
        #expect(export.records.map(\.value) == [42])
        #expect(export.diagnostics.map(\.severity) == [.warning])
    }

    @Test(arguments: [
        "<!ENTITY a \"b\">", "<!ENTITY % a \"b\">", "<!ENTITY a SYSTEM \"file:///etc/passwd\">",
        "<!ELEMENT HealthData ANY>\n<!ENTITY lol \"lol\">\n<!ENTITY lol2 \"&lol;&lol;&lol;&lol;\">",
    ])
    func documentsThatDeclareEntitiesAreRefused(declaration: String) throws {
        let text = ExportText.document(
            "<Record type=\"&lol2;\" sourceName=\"&a;\"/>", documentType: "<!DOCTYPE HealthData [\n\(declaration)\n]>\n"
        )
        for partial in [false, true] {
            let error = ExportText.error { _ = try ReadExport(text, partial: partial) }
            #expect(error?.code == .entityExpansion)
            #expect(error?.line == (declaration.hasPrefix("<!ENTITY") ? 3 : 4))
        }
    }

    /// A declaration after the document type is skipped like any tag, and nothing expands.
    @Test func entitiesAfterTheRootHaveNoEffect() throws {
        let body =
            "<!ENTITY a \"b\"><!DOCTYPE HealthData [ <!ENTITY c \"d\"> ]>" + ExportText.steps("device=\"&a;&c;\"")
        let export = try ReadExport(ExportText.document(body))
        #expect(export.records.map(\.provenance.device?.name) == ["&a;&c;"])
    }

    @Test(arguments: [
        "", " ", "hello", "<", "<?xml version='1.0'?>", "<!DOCTYPE HealthData [", "<html><body/></html>",
        "<ClinicalDocument/>", "<healthdata/>", "<HealthDataX/>", "<HealthData locale=5/>", "<!DOCTYPE gpx><gpx/>",
        "{}",
        "</HealthData>",
    ])
    func otherFilesAreRefused(text: String) throws {
        for partial in [false, true] {
            #expect(ExportText.error { _ = try ReadExport(text, partial: partial) }?.code == .notAnExport, "\(text)")
        }
    }

    /// Names from the input are shortened in reports, without control characters that move a terminal's cursor.
    @Test func reportsAreOneLineOfPlainText() throws {
        let long = String(repeating: "x", count: 5000)
        let body =
            ExportText.steps().replacing("\"count\"", with: "\"&#10;\u{9B}31m\u{202E}\(long)\"")
            + "<\(long) a/><Record type=\"Q\u{85}\(long)\"/></\(long)>"
        let export = try ReadExport(ExportText.document(body))
        #expect(export.diagnostics.count == 4)
        for diagnostic in export.diagnostics {
            #expect(diagnostic.description.utf8.count < 400)
            #expect(
                diagnostic.description.unicodeScalars.allSatisfy {
                    $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value)
                })
            #expect(!diagnostic.description.contains("\u{202E}"))
        }
    }
}
