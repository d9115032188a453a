// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel
import OpenHealthStore
import Testing

@testable import OpenHealthExport

/// Tests of the tables of doses and devices.
@Suite struct OMOPExposureTests {
    private static let start = Date(timeIntervalSince1970: 1_704_067_200)

    private static func concept(_ identifier: String) -> HKHealthConceptIdentifier {
        HKHealthConceptIdentifier(domain: .medication, identifier: identifier)
    }

    private static func dose(
        _ identifier: String, _ status: HKMedicationDoseEvent.LogStatus = .taken, _ quantity: Double? = 2,
        at seconds: Double = 0, metadata: [String: HKMetadataValue] = [:]
    ) -> HKMedicationDoseEvent {
        HKMedicationDoseEvent(
            scheduleType: .asNeeded, medicationConceptIdentifier: concept(identifier), scheduledDate: nil,
            logStatus: status, unit: .count(), doseQuantity: quantity, scheduledDoseQuantity: nil,
            startDate: start + seconds, endDate: start + seconds,
            fields: HKObjectFields(newWith: nil, metadata: metadata))
    }

    private static func steps(_ device: HKDevice?, at seconds: Double) -> HKQuantitySample {
        HKQuantitySample.stored(
            quantityType: HKQuantityType(.stepCount), quantity: HKQuantity(unit: .count(), doubleValue: 10),
            startDate: start + seconds, endDate: start + seconds + 60,
            fields: HKObjectFields(newWith: device, metadata: [:]))
    }

    private static func watch(_ hardware: String?, name: String = "Ana’s Watch") -> HKDevice {
        HKDevice(
            name: name, manufacturer: "Apple Inc.", model: "Watch", hardwareVersion: hardware, firmwareVersion: nil,
            softwareVersion: nil, localIdentifier: nil, udiDeviceIdentifier: "(01)00190199220874")
    }

    /// Returns a store with a date of birth.
    private static func store(_ world: ExportWorld) throws -> HealthDatabase {
        let database = try world.store()
        try database.write { db in
            try db.execute(
                sql: "INSERT INTO characteristic (name, value) VALUES (?, '1990-05-23')",
                arguments: [HKCharacteristicTypeIdentifier.dateOfBirth.rawValue])
        }
        return database
    }

    private static func rows(_ world: ExportWorld, _ name: String) throws -> [[String: String]] {
        let lines = try String(contentsOf: world.file("omop/\(name).csv"), encoding: .utf8).split(separator: "\n")
        let columns = lines.first?.split(separator: ",").map(String.init) ?? []
        return lines.dropFirst().map { line in
            let cells = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
            return Dictionary(uniqueKeysWithValues: zip(columns, cells))
        }
    }

    @Test func dosesThatWereTakenAreExposures() throws {
        let world = try ExportWorld()
        let database = try Self.store(world)
        let medication = HKUserAnnotatedMedication(
            nickname: "the blue one", isArchived: false, hasSchedule: false,
            medication: HKMedicationConcept(
                identifier: Self.concept("1"), displayText: "Ibuprofen 200 mg", generalForm: .tablet, relatedCodings: []
            ))
        var archive = HKArchive()
        archive.set(medication, "medication")
        let detail = try #require(ArchiveJSON.write(archive)).text
        try database.write { db in
            try db.execute(
                sql: "INSERT INTO medication (identifier, detail) VALUES ('1 1', ?), ('1 2', '{}')", arguments: [detail]
            )
        }
        let samples = [
            Self.dose("1"), Self.dose("2", at: 86_400), Self.dose("1", .skipped, nil, at: 90_000),
            Self.dose(
                "3", .taken, nil, at: 172_800, metadata: ["displayText": .string(String(repeating: "é", count: 90))]),
        ]
        try database.save(samples.map { ($0, nil) }, source: SavedSamples.app("日記帳"), now: Self.start)
        let receipt = try world.export(database, to: "omop", format: "omop")
        let rows = try Self.rows(world, "drug_exposure")
        #expect(
            rows.map { $0["drug_source_value"] } == ["Ibuprofen 200 mg", "2", String(repeating: "é", count: 50)])
        #expect(rows.map { $0["drug_exposure_start_date"] } == ["2024-01-01", "2024-01-02", "2024-01-03"])
        #expect(rows.map { $0["drug_exposure_end_datetime"] }.first == "2024-01-01 00:00:00")
        #expect(rows.map { $0["quantity"] } == ["2.0", "2.0", ""])
        #expect(rows.allSatisfy { $0["drug_concept_id"] == "0" && $0["dose_unit_source_value"] == "count" })
        #expect(receipt.written[.medicationDoses] == 3)
        #expect(receipt.notHeld[.medicationDoses] == 1)
        let period = try #require(try Self.rows(world, "observation_period").first)
        #expect(period["observation_period_end_date"] == "2024-01-03")
    }

    @Test func devicesHaveTheTimesOfTheirSamples() throws {
        let world = try ExportWorld()
        let database = try Self.store(world)
        func save(_ samples: [HKSample], _ product: String?) throws {
            var source = SavedSamples.app("Ana")
            source.productType = product
            try database.save(samples.map { ($0, nil) }, source: source, now: Self.start)
        }
        try save(
            [Self.steps(Self.watch("Watch6,7"), at: 86_400), Self.steps(Self.watch("Watch6,7"), at: 864_000)], nil)
        try save([Self.steps(Self.watch("Watch6,7", name: "renamed"), at: 3600)], "iPhone14,2")
        try save([Self.steps(nil, at: 0)], "iPhone14,2")
        try save([Self.steps(nil, at: 0)], nil)
        _ = try world.export(database, to: "omop", format: "omop")
        let rows = try Self.rows(world, "device_exposure")
        #expect(rows.map { $0["device_source_value"] } == ["\"iPhone14", "\"Apple Inc. Watch Watch6"])
        let lines = try String(contentsOf: world.file("omop/device_exposure.csv"), encoding: .utf8)
        let watch = try #require(lines.split(separator: "\n").first { $0.contains("Watch6,7") })
        #expect(
            watch.hasPrefix("2,1,0,2024-01-01,2024-01-01 01:00:00,2024-01-11,2024-01-11 00:01:00,32865,"), "\(watch)")
        #expect(watch.contains("(01)00190199220874"))
        #expect(!lines.contains("Ana"))
    }
}
