// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAccess
import OpenHealthModel
import OpenHealthSession
import Testing

@testable import OpenHealthStore

/// Tests that the person's preferred units are those of the values in an export.
@Suite struct ExportUnitTests {
    private static let metric = Locale(identifier: "de_DE")
    private static let american = Locale(identifier: "en_US")

    private static func record(_ type: String, _ unit: String, _ minute: Int) -> String {
        let date = "2024-03-10 08:\(minute < 10 ? "0" : "")\(minute):00 +0100"
        return
            #"<Record type="HKQuantityTypeIdentifier\#(type)" sourceName="Phone" unit="\#(unit)" startDate="\#(date)" "#
            + #"endDate="\#(date)" value="5"/>"#
    }

    private static func document(_ records: [String], isDated: Bool = true) -> String {
        #"<HealthData locale="en_GB">"#
            + (isDated ? #"<ExportDate value="2024-03-11 08:00:00 +0100"/>"# : "") + records.joined() + "</HealthData>"
    }

    private func unit(_ type: HKQuantityTypeIdentifier, _ store: ScratchStore, _ locale: Locale) throws -> String {
        try store.database.preferredUnit(for: HKQuantityType(type), locale: locale).unitString
    }

    @Test func theMostFrequentUnitOfATypeIsUsed() throws {
        let store = try ScratchStore()
        let records =
            (0..<3).map { Self.record("BodyMass", "lb", $0) } + [Self.record("BodyMass", "kg", 9)]
            + [
                Self.record("BloodGlucose", "mmol<180.1558800000541>/L", 0),
                Self.record("ActiveEnergyBurned", "Cal", 0),
                Self.record("DietaryEnergyConsumed", "kJ", 0), Self.record("Height", "m/s", 0),
                Self.record("HeartRate", "count/s", 0), Self.record("DistanceCycling", "mi", 0),
            ]
        try store.importXML(Self.document(records))
        #expect(try unit(.bodyMass, store, Self.metric) == "lb")
        #expect(try unit(.bloodGlucose, store, Self.american) == "mmol<180.1558800000541>/L")
        #expect(try unit(.activeEnergyBurned, store, Self.metric) == "kcal")
        #expect(try unit(.dietaryEnergyConsumed, store, Self.metric) == "kJ")
        #expect(try unit(.distanceCycling, store, Self.metric) == "mi")
        // Incompatible units are ignored, and so are types whose unit is the same in all locales.
        #expect(try unit(.height, store, Self.metric) == "cm")
        #expect(try store.database.writtenUnits().count == 5)
        #expect(try store.database.chosenUnits().isEmpty)
    }

    @Test func aChoiceIsKeptAndALaterExportReplacesAnEarlierOne() throws {
        let store = try ScratchStore()
        let mass = HKQuantityType(.bodyMass)
        try store.importXML(Self.document([Self.record("BodyMass", "lb", 0)]))
        try store.database.setPreferredUnit(.stone(), for: mass)
        try store.importXML(Self.document([Self.record("BodyMass", "kg", 1)]))
        #expect(try unit(.bodyMass, store, Self.american) == "st")
        try store.database.setPreferredUnit(nil, for: mass)
        #expect(try unit(.bodyMass, store, Self.american) == "kg")
        // A document without an export date was not created by an iPhone.
        try store.importXML(Self.document([Self.record("BodyMass", "lb", 2)], isDated: false))
        #expect(try unit(.bodyMass, store, Self.metric) == "kg")
    }

    @Test func onlyAppsThatReadATypeReceiveItsUnit() throws {
        let world = try AppWorld()
        let app = world.app()
        let mass = HKQuantityType(.bodyMass)
        try world.store.importXML(Self.document([Self.record("BodyMass", "kg", 0)]))
        func unit() throws -> HKUnit? { try app.preferredUnits(for: [mass], locale: Self.american)[mass] }
        try app.allow(share: [mass: .authorized], read: [mass: .denied])
        #expect(try unit() == .pound())
        try app.allow(read: [mass: .limited(since: AppWorld.now)])
        #expect(try unit() == .pound())
        try app.allow(read: [mass: .authorized])
        #expect(try unit() == .gramUnit(with: .kilo))
    }
}
