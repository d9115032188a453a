// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthFormats
import OpenHealthModel
import Testing

/// Tests of the possible contents of records beyond the documents of each version.
@Suite struct ExportRecordTests {
    private func record(_ attributes: String, _ inner: String = "") -> String {
        """
        <Record \(attributes) sourceName="S" startDate="2024-03-09 10:00:00 +0000" \
        endDate="2024-03-09 10:00:00 +0000">\(inner)</Record>
        """
    }

    private func read(_ attributes: String, _ inner: String = "") throws -> ReadRecord {
        let export = try ReadExport(ExportText.document(record(attributes, inner)), strict: true)
        return try #require(export.records.first)
    }

    /// Values in the canonical unit of a quantity type are unchanged, for every spelling of the micro sign.
    @Test func everyQuantityTypeHasItsCanonicalUnit() throws {
        let types = HealthTypes.all.filter { $0.kind == .quantity }
        #expect(types.count > 100)
        for type in types {
            let unit = HKQuantityType(HKQuantityTypeIdentifier(rawValue: type.identifier)).canonicalUnit.unitString
            for spelled in Set([unit, unit.replacing("mc", with: "\u{B5}"), unit.replacing("mc", with: "\u{3BC}")]) {
                let escaped = spelled.replacing("<", with: "&lt;").replacing(">", with: "&gt;")
                let found = try read("type=\"\(type.identifier)\" unit=\"\(escaped)\" value=\"1.5\"")
                #expect(found.value == 1.5, "\(type.identifier)")
                #expect(found.provenance.unit == spelled)
            }
            let text = ExportText.document(record("type=\"\(type.identifier)\" unit=\"fathom\" value=\"1\""))
            #expect(try ReadExport(text).tally.rejectedByType == [type.identifier: 1])
        }
    }

    @Test(arguments: [
        ("HKQuantityTypeIdentifierElectrodermalActivity", "µS", "3", 3e-6),
        ("HKQuantityTypeIdentifierDistanceWalkingRunning", "mi", "1", 1609.344),
        ("HKQuantityTypeIdentifierDistanceWalkingRunning", "km", "2.5", 2500),
        ("HKQuantityTypeIdentifierActiveEnergyBurned", "Cal", "10", 10),
        ("HKQuantityTypeIdentifierActiveEnergyBurned", "kJ", "4.184", 1),
        ("HKQuantityTypeIdentifierBodyTemperature", "degF", "212", 100),
        ("HKQuantityTypeIdentifierStepCount", "count", "-0", 0),
        ("HKQuantityTypeIdentifierStepCount", "count", "1e3", 1000),
        ("HKQuantityTypeIdentifierStepCount", "count", "0.10000000000000000555", 0.1),
    ])
    func unitsAreConverted(type: String, unit: String, written: String, expected: Double) throws {
        let value = try #require(try read("type=\"\(type)\" unit=\"\(unit)\" value=\"\(written)\"").value)
        #expect(abs(value - expected) <= 1e-12 * abs(expected))
    }

    /// Each record of a type is converted by the factor of its own unit.
    @Test func unitsMayChangeFromRecordToRecord() throws {
        let units = ["km", "mi", "m", "km", "parsec", "kg", "mi"]
        let body = units.map {
            record("type=\"HKQuantityTypeIdentifierDistanceWalkingRunning\" unit=\"\($0)\" value=\"1\"")
        }
        let export = try ReadExport(ExportText.document(body.joined(separator: "\n")))
        #expect(export.records.map(\.value) == [1000, 1609.344, 1, 1000, 1609.344])
        #expect(export.records.map(\.provenance.unit) == ["km", "mi", "m", "km", "mi"])
        #expect(export.diagnostics.map(\.line) == [14, 15])
    }

    /// Every name of every case, including old names, is read as its raw value, and so is an integer.
    @Test func everyCategoryValueIsKnownByName() throws {
        let enums = HealthEnums.table.filter { $0.name.hasPrefix("HKCategoryValue") }
        var cases = enums.flatMap { $0.cases + $0.aliases }
        #expect(enums.count >= 15 && enums.contains { !$0.aliases.isEmpty })
        cases += [("7", 7), ("-1", -1), ("0", 0)]
        let body = cases.map { record("type=\"HKCategoryTypeIdentifierSleepAnalysis\" value=\"\($0.0)\"") }
        let export = try ReadExport(ExportText.document((body + body).joined()), strict: true)
        #expect(export.records.map(\.value) == (cases + cases).map { Double($0.1) })
        #expect(export.records.allSatisfy { $0.text == nil })
    }

    @Test(arguments: ["HKCategoryValueSleepAnalysisDozing", "1.5", "NaN", "1e300", "two words &amp; more"])
    func unknownCategoryValuesAreKeptAsText(value: String) throws {
        let found = try read("type=\"HKCategoryTypeIdentifierSleepAnalysis\" value=\"\(value)\"")
        #expect(found.value == nil)
        #expect(found.text == value.replacing("&amp;", with: "&"))
    }

    @Test func categoriesNeedNoValue() throws {
        for attributes in ["", "value=\"\""] {
            let found = try read("type=\"HKCategoryTypeIdentifierMindfulSession\" \(attributes)")
            #expect(found.value == nil && found.text == nil)
        }
    }

    @Test func unknownTypesAreKept() throws {
        let number = try read("type=\"HKQuantityTypeIdentifierLuck\" unit=\"four-leaf clovers\" value=\"7.5\"")
        #expect(number.type == "HKQuantityTypeIdentifierLuck" && number.value == 7.5 && number.text == nil)
        #expect(number.provenance.unit == "four-leaf clovers")
        let text = try read("type=\"Überraschung\" value=\"a&#10;b\"")
        #expect(text.type == "Überraschung" && text.value == nil && text.text == "a\nb")
        let none = try read("type=\"X\"")
        #expect(none.value == nil && none.text == nil)
        let notANumber = try read("type=\"X\" value=\"NaN\"")
        #expect(notANumber.value == nil && notANumber.text == "NaN")
    }

    @Test func unknownAttributesBecomeMetadata() throws {
        let found = try read(
            "type=\"X\" color=\"re&#10;d &amp; blue\" type2='&lt;'", "<MetadataEntry key=\"color\" value=\"green\"/>")
        #expect(
            found.metadata == [
                MetadataPair(key: "@color", value: "re\nd & blue"), MetadataPair(key: "@type2", value: "<"),
                MetadataPair(key: "color", value: "green"),
            ])
    }

    @Test func metadataKeysMayRepeatAndDifferByCaseAndBeEmpty() throws {
        let inner = [("a b", "1"), ("A b", "2"), ("a b", "1"), ("a b", "3"), ("", ""), ("k", "418 cm")]
        let entries = inner.map { "<MetadataEntry key=\"\($0.0)\" value=\"\($0.1)\"/>" }.joined()
        let found = try read(
            "type=\"X\"", entries + "<MetadataEntry value=\"no key\"/><MetadataEntry key=\"no value\"/>")
        #expect(found.metadata == (inner + [("no value", "")]).map { MetadataPair(key: $0.0, value: $0.1) })
    }

    /// The boundaries between entries are part of the comparison.
    @Test func metadataWithEqualConcatenationsDiffers() throws {
        let body = [("ab", "c"), ("a", "bc"), ("abc", ""), ("", "abc")].map {
            record("type=\"X\"", "<MetadataEntry key=\"\($0.0)\" value=\"\($0.1)\"/>")
        }
        let export = try ReadExport(ExportText.document(body.joined()), strict: true)
        #expect(Set(export.records.map(\.metadata)).count == 4)
    }

    @Test func unknownElementsInARecordAreKept() throws {
        let inner =
            "<MetadataEntry key=\"a\" value=\"1\"/><New x=\"&lt;\">t\u{B}<MetadataEntry key=\"b\" value=\"2\"/></New>"
        let export = try ReadExport(
            ExportText.document(record("type=\"X\"", inner + "<MetadataEntry key=\"c\" value=\"3\"/>")), strict: true)
        #expect(export.records[0].metadata.map(\.key) == ["a", "c"])
        #expect(
            export.unknownElements == [
                UnknownElementData(
                    name: "New", parent: "Record",
                    xml: "<New x=\"&lt;\">t<MetadataEntry key=\"b\" value=\"2\"/></New>")
            ])
        #expect(export.tally.illegalBytes == 1)
    }

    /// The stored contents of an unknown element have matching end tags, regardless of the input.
    @Test func unknownElementsCloseInOrder() throws {
        let export = try ReadExport(ExportText.document("<New><In><Er></New>" + ExportText.steps()), strict: true)
        #expect(export.unknownElements.map(\.xml) == ["<New><In><Er></Er></In></New>"])
        #expect(export.records.count == 1)
    }

    @Test func recordsOfTheFirstVersion() throws {
        let body = """
            <Record type="HKQuantityTypeIdentifierStepCount" source="Old Phone" unit="count" startDate="20141003101500+0200" \
            endDate="20141003111500+0200" value="90" recordCount="4"/>
            """
        let found = try #require(
            try ReadExport(ExportText.document(body, documentType: ""), strict: true).records.first)
        #expect(found.provenance == ProvenanceData(sourceName: "Old Phone", unit: "count"))
        #expect(found.start == 1_412_324_100 && found.end == found.start + 3600)
        #expect(found.metadata == [MetadataPair(key: "@recordCount", value: "4")])
    }

    @Test func recordsInCorrelationsKeepTheirBeats() throws {
        let inner =
            "<HeartRateVariabilityMetadataList><InstantaneousBeatsPerMinute bpm=\"60\" time=\"1:00:00.00 AM\"/>"
            + "</HeartRateVariabilityMetadataList>"
        let body = """
            <Correlation type="C" sourceName="S" mood="good" startDate="2024-03-09 10:00:00 +0000" \
            endDate="2024-03-09 10:00:00 +0000">\(record("type=\"X\" value=\"text\"", inner))</Correlation>\(record("type=\"Y\""))
            """
        let export = try ReadExport(ExportText.document(body), strict: true)
        #expect(export.nested.map(\.beats) == [[Beat(bpm: 60, centisecondOfDay: 360_000)]])
        #expect(export.nested.map(\.text) == ["text"])
        #expect(export.correlations[0].sample.metadata == [MetadataPair(key: "@mood", value: "good")])
        #expect(export.records.map(\.beats) == [[]])
    }
}
