// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthStore
import OpenHealthTestSupport
import OpenHealthWarehouse
import Testing
import WarehouseTestSupport

/// Tests of data that is not disclosed.
@Suite struct PushPrivacyTests {
    /// The marked data in a store, and the disclosure that it requires.
    private static let planted: [(text: String, disclosure: CohortDisclosure?)] = [
        ("Adas Zweituhr", .sourceNames), ("Zebra am Handgelenk", .deviceNames), ("Quittenmus", .metadata),
        ("Europe/Tallinn", .metadata), ("Geheimnis vom Sommer", .metadata), ("org.example.geheim", .metadata),
        ("2019-06-05", .metadata), ("1971-03-17", .birthDate), ("Modell Wanderfalke", nil), ("SN-7781-KX", nil),
        ("org.example.quelle", nil), ("Patient Ada", nil), ("Marzipan um Mitternacht", nil), ("Pfauenauge", nil),
    ]

    /// A custom type, and one that is newer than the vocabulary, both with strings as values.
    private struct UnknownTypes: SampleBatchSource {
        private var batch: SampleBatch? = {
            var batch = SampleBatch()
            batch.newTypes = ["Patient Ada", "HKCategoryTypeIdentifierOfTomorrow"]
            batch.newProvenances = [
                ProvenanceData(sourceName: "Adas Zweituhr", bundleIdentifier: "org.example.quelle")
            ]
            batch.texts = ["Marzipan um Mitternacht", "Pfauenauge"]
            batch.rows = [0, 1].map {
                SampleRow(type: $0, provenance: 0, text: $0, start: 1_740_000_000, end: 1_740_000_060)
            }
            return batch
        }()

        mutating func nextBatch() throws -> SampleBatch? {
            defer { batch = nil }
            return batch
        }
    }

    private func store() throws -> PushStore {
        let store = try PushStore(nil)
        try store.database.person.setCharacteristic("HKCharacteristicTypeIdentifierDateOfBirth", value: "1971-03-17")
        try store.database.person.setCharacteristic(
            "HKCharacteristicTypeIdentifierBiologicalSex", value: "HKBiologicalSexFemale")
        let device = HKDevice(
            name: "Zebra am Handgelenk", manufacturer: "Modell Wanderfalke", model: "Modell Wanderfalke",
            hardwareVersion: nil, firmwareVersion: nil, softwareVersion: nil, localIdentifier: "SN-7781-KX",
            udiDeviceIdentifier: nil)
        let start = Date(timeIntervalSince1970: 1_740_000_000)
        let samples: [HKObject] = (0..<5).map { number in
            HKQuantitySample.fixture(
                .heartRate, 70, start: start + Double(number) * 3600, end: start + Double(number) * 3600,
                device: device,
                metadata: [
                    HKMetadataKeyFoodType: "Quittenmus", HKMetadataKeyTimeZone: "Europe/Tallinn",
                    "org.example.geheim": "Geheimnis vom Sommer", "org.example.zahl": 7_154_223,
                    HKMetadataKeyDateOfEarliestDataUsedForEstimate: Date(timeIntervalSince1970: 1_559_736_000),
                    HKMetadataKeyWasUserEntered: true,
                    HKMetadataKeyHeartRateMotionContext: HKHeartRateMotionContext.sedentary.rawValue,
                ])
        }
        try store.database.save(
            samples,
            source: ProvenanceData(sourceName: "Adas Zweituhr", bundleIdentifier: "org.example.quelle"))
        _ = try store.database.ingest(UnknownTypes(), options: .init(file: "unknown"))
        return store
    }

    @Test(arguments: WarehouseEngine.allCases)
    func `only values are disclosed unless more is named`(_ engine: WarehouseEngine) async throws {
        let store = try store()
        defer { store.remove() }
        let warehouse = try await engine.warehouse()
        let name = try Pseudonym("w001")
        let identity = try store.database.cohorts.storeIdentity()
        let uuids = try store.database.changes(after: 0).added.map {
            $0.uuid.uuidString.replacing("-", with: "")
        }
        var disclosures = CohortDisclosure.allCases.map { Set([$0]) }
        disclosures += [Set(CohortDisclosure.allCases), []]
        for disclosure in [[]] + disclosures {
            let receipt = try await warehouse.push(
                store.database, as: name, options: PushOptions(disclosure: disclosure))
            let everything = try await warehouse.everything()
            for (text, needed) in Self.planted {
                let isShown = needed.map(disclosure.contains) ?? false
                #expect(everything.contains(text) == isShown, "\(text), \(disclosure)")
            }
            #expect(!everything.contains(identity))
            #expect(!everything.contains("7154223") || disclosure.contains(.metadata))
            let identities = try await warehouse.ask("SELECT hex(uuid) FROM \(warehouse.names.all(.samples))").rows
            #expect(Set(identities.map { $0[0] }).isDisjoint(with: uuids))
            // Values that are not strings are always sent.
            #expect(everything.contains("HKWasUserEntered"))
            let row = try await warehouse.ask(
                "SELECT birth_year, sex, disclosed FROM \(warehouse.names.all(.participants)) FINAL"
            ).rows[0]
            #expect(row[0] == "1971")
            #expect(row[1] == "\(HKBiologicalSex.female.rawValue)")
            #expect(try ResultTable.array(row[2]) == disclosure.map(\.rawValue).sorted())
            let kept = receipt.keptHome
            #expect(kept.birthDates == (disclosure.contains(.birthDate) ? 0 : 1))
            #expect(kept.sourceNames == (disclosure.contains(.sourceNames) ? 0 : 1))
            #expect(kept.deviceNames == (disclosure.contains(.deviceNames) ? 0 : 1))
            #expect(kept.metadataEntries == (disclosure.contains(.metadata) ? 0 : 25))
            #expect(kept.samplesOfUnknownTypes == 1)
            #expect(kept.textValues == 1)
            #expect(everything.contains("HKCategoryTypeIdentifierOfTomorrow"))
        }
    }

    @Test func `metadata are disclosed by the kind of their key and value`() {
        for key in HealthMetadataKeys.all {
            let date = HKMetadataValue.date(Date(timeIntervalSince1970: 0))
            #expect(!CohortDisclosure.isHarmless(key, .string("text")), "\(key)")
            #expect(!CohortDisclosure.isHarmless(key, date), "\(key)")
            switch HealthMetadataKeys.valueKind(key) {
            case .number: #expect(CohortDisclosure.isHarmless(key, .integer(3)), "\(key)")
            case .bool: #expect(CohortDisclosure.isHarmless(key, .bool(true)), "\(key)")
            case .quantity:
                #expect(
                    CohortDisclosure.isHarmless(key, .quantity(HKQuantity(unit: .count(), doubleValue: 1))), "\(key)")
            case .string, .date, nil:
                #expect(!CohortDisclosure.isHarmless(key, .integer(3)), "\(key)")
                #expect(!CohortDisclosure.isHarmless(key, .bool(true)), "\(key)")
            }
        }
        #expect(!CohortDisclosure.isHarmless("org.example.number", .integer(3)))
    }

    @Test func `custom types are not disclosed`() {
        for type in HealthTypes.all {
            #expect(CohortDisclosure.isPlainType(type.identifier, type))
        }
        #expect(CohortDisclosure.isPlainType("HKQuantityTypeIdentifierOfTomorrow", nil))
        for text in ["Patient", "HKNote of Ada", "HKQuantityTypeIdentifierÄ", "", "HKAda"] {
            #expect(!CohortDisclosure.isPlainType(text, nil), "\(text)")
        }
    }

    @Test func `names of disclosable data are read`() throws {
        #expect(try CohortDisclosure.set("source-names, metadata") == [.sourceNames, .metadata])
        for text in ["names", "source-names;metadata", "Birth-Date"] {
            #expect(throws: WarehouseError.self) { try CohortDisclosure.set(text) }
        }
    }
}
