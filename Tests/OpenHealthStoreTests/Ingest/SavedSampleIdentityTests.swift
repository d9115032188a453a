// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthStore
import Testing

/// Samples that apps saved, in documents that contain whole seconds and metadata as text.
@Suite struct SavedSampleIdentityTests {
    private static func saved(_ value: Double, at time: Double, to end: Double? = nil) -> HKQuantitySample {
        MadeSamples.quantity(
            .bodyMass, value, "kg", from: time, to: end ?? time,
            metadata: [HKMetadataKeyWasUserEntered: true, "count": 3, "note": "a\u{1}b"])
    }

    private static func document(_ values: [(value: String, start: Int, end: Int)]) -> String {
        var export = TestExport()
        for (value, start, end) in values {
            export.add(
                TestExport.Record(
                    type: "HKQuantityTypeIdentifierBodyMass", unit: "kg", value: value, source: "Journal",
                    version: "3.1",
                    device: nil, start: start, end: end,
                    metadata: [("note", "ab"), ("count", "3"), ("HKWasUserEntered", "1")]))
        }
        return "<HealthData locale=\"en_US\">\n\(export.body)</HealthData>\n"
    }

    @Test func aRecordMatchesASavedSampleOfItsSecond() throws {
        let store = try ScratchStore()
        try store.database.save([Self.saved(70.25, at: 10.345, to: 71.9)], source: MadeSamples.app)
        let receipt = try store.importXML(Self.document([("70.25", 10, 71)]))
        #expect(receipt.records.added == 0)
        try store.expectNoFaults()
    }

    @Test func eachSavedSampleMatchesOnce() throws {
        let store = try ScratchStore()
        try store.database.save(
            [Self.saved(70, at: 10.1), Self.saved(70, at: 10.9), Self.saved(71, at: 10.5)], source: MadeSamples.app)
        let document = Self.document([("70", 10, 10), ("71", 10, 10), ("70", 10, 10), ("70", 10, 10)])
        #expect(try store.importXML(document).records.added == 1)
        #expect(try store.importXML(document).records.added == 0)
        try store.expectNoFaults()
    }

    @Test(arguments: [("70.5", 10, 10), ("70", 11, 11), ("70", 10, 11), ("70", 9, 9)])
    func otherValuesAndSecondsDoNotMatch(_ value: String, _ start: Int, _ end: Int) throws {
        let store = try ScratchStore()
        try store.database.save([Self.saved(70, at: 10.5)], source: MadeSamples.app)
        #expect(try store.importXML(Self.document([(value, start, end)])).records.added == 1)
        try store.expectNoFaults()
    }

    @Test func otherMetadataDoesNotMatch() throws {
        let store = try ScratchStore()
        let sample = MadeSamples.quantity(.bodyMass, 70, "kg", from: 10.5, metadata: ["note": "another"])
        try store.database.save([sample], source: MadeSamples.app)
        #expect(try store.importXML(Self.document([("70", 10, 10)])).records.added == 1)
    }

    @Test func unsetCharacteristicsAreIgnored() throws {
        let store = try ScratchStore()
        let name = "HKCharacteristicTypeIdentifierBloodType"
        try store.importXML("<HealthData locale=\"en_US\"><Me \(name)=\"HKBloodTypeNotSet\"/></HealthData>")
        #expect(try store.database.person.characteristics() == [])
        try store.importXML("<HealthData locale=\"en_US\"><Me \(name)=\"HKBloodTypeAPositive\"/></HealthData>")
        try store.importXML("<HealthData locale=\"en_US\"><Me \(name)=\"HKBloodTypeNotSet\"/></HealthData>")
        #expect(try store.database.person.characteristics() == [MetadataPair(key: name, value: "HKBloodTypeAPositive")])
    }
}
