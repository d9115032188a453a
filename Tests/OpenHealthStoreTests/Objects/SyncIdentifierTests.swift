// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import Testing

@testable import OpenHealthStore

@Suite struct SyncIdentifierTests {
    private func protein(_ value: Double, version: Int) -> HKQuantitySample {
        MadeSamples.quantity(
            .dietaryProtein, value, "g",
            metadata: [HKMetadataKeySyncIdentifier: "p", HKMetadataKeySyncVersion: version])
    }

    private func weight(_ value: Double, version: Int, identifier: String = "w") -> HKQuantitySample {
        MadeSamples.quantity(
            .bodyMass, value, "kg",
            metadata: [HKMetadataKeySyncIdentifier: identifier, HKMetadataKeySyncVersion: version])
    }

    @Test func greaterVersionReplaces() throws {
        let store = try ScratchStore()
        let (old, new, older) = (weight(70, version: 1), weight(71, version: 2), weight(69, version: 1))
        try store.database.save([old], source: MadeSamples.app)
        let anchor = try store.database.latestChange()
        #expect(try store.database.save([new], source: MadeSamples.app) == [new.uuid])
        #expect(try store.database.record(uuid: old.uuid) == nil)
        #expect(try store.database.records(SampleRequest()).map(\.value) == [71])
        let changes = try store.database.changes(after: anchor)
        #expect(changes.added.map(\.uuid) == [new.uuid])
        #expect(changes.deleted.map(\.uuid) == [old.uuid])
        #expect(changes.deleted.first?.syncIdentifier == "w")
        #expect(changes.deleted.first?.syncVersion == 1)
        // Samples with an equal or lower version are ignored without an error.
        #expect(try store.database.save([older], source: MadeSamples.app) == [new.uuid])
        #expect(try store.database.save([weight(72, version: 2)], source: MadeSamples.app) == [new.uuid])
        #expect(try store.database.records(SampleRequest()).map(\.value) == [71])
        #expect(try store.database.check().findings == [])
    }

    @Test func eachSourceAndTypeHasItsOwnIdentifiers() throws {
        let store = try ScratchStore()
        var other = MadeSamples.app
        other.bundleIdentifier = "org.example.other"
        try store.database.save([weight(70, version: 1)], source: MadeSamples.app)
        try store.database.save([weight(71, version: 2)], source: other)
        let steps = MadeSamples.steps(
            5, from: 0, metadata: [HKMetadataKeySyncIdentifier: "w", HKMetadataKeySyncVersion: 9])
        try store.database.save([steps], source: MadeSamples.app)
        #expect(try store.database.records(SampleRequest()).count == 3)
    }

    @Test func severalVersionsInOneSave() throws {
        let store = try ScratchStore()
        let (first, second) = (weight(70, version: 1), weight(71, version: 2))
        #expect(try store.database.save([first, second], source: MadeSamples.app).last == second.uuid)
        #expect(try store.database.records(SampleRequest()).map(\.uuid) == [second.uuid])
        #expect(try store.database.check().findings == [])
    }

    @Test func correlationIsReplacedWithItsMembers() throws {
        let store = try ScratchStore()
        let old = MadeSamples.bloodPressure(130, 85, at: 0, sync: 1)
        let new = MadeSamples.bloodPressure(121, 79, at: 0, sync: 2)
        try store.database.save([old], source: MadeSamples.app)
        try store.database.save([new], source: MadeSamples.app)
        #expect(try store.database.records(SampleRequest()).count == 3)
        let read = try #require(try store.database.sample(uuid: new.uuid) as? HKCorrelation)
        #expect(read.objects == new.objects)
        #expect(try store.database.check().findings == [])
    }

    @Test func memberIsReplacedInItsCorrelation() throws {
        let store = try ScratchStore()
        let member = protein(70, version: 1)
        let food = HKCorrelation(
            type: HKCorrelationType(.food), start: MadeSamples.date(0), end: MadeSamples.date(0),
            objects: [MadeSamples.quantity(.dietaryCarbohydrates, 5, "g")])
        let stored = HKCorrelation(
            correlationType: food.correlationType, objects: food.objects.union([member]), startDate: food.startDate,
            endDate: food.endDate, fields: food.fields)
        try store.database.save([stored], source: MadeSamples.app)
        let new = protein(71, version: 2)
        try store.database.save([new], source: MadeSamples.app)
        let read = try #require(try store.database.sample(uuid: food.uuid) as? HKCorrelation)
        #expect(read.objects == food.objects.union([new]))
        #expect(try store.database.check().findings == [])
    }

    @Test func deletingFreesTheIdentifier() throws {
        let store = try ScratchStore()
        let high = weight(70, version: 9)
        try store.database.save([high], source: MadeSamples.app)
        try store.database.delete([high.uuid])
        let low = weight(71, version: 1)
        #expect(try store.database.save([low], source: MadeSamples.app) == [low.uuid])
    }

    @Test func sameUUIDTwiceIsRefused() throws {
        let store = try ScratchStore()
        let sample = MadeSamples.steps(1, from: 0)
        for objects in [[sample, sample]] {
            let error = #expect(throws: StoreError.self) { try store.database.save(objects, source: MadeSamples.app) }
            #expect(error?.code == .invalidArgument)
        }
        #expect(try store.count("SELECT count(*) FROM sample") == 0)
        try store.database.save([sample], source: MadeSamples.app)
        let error = #expect(throws: StoreError.self) {
            try store.database.save([MadeSamples.steps(2, from: 9), sample], source: MadeSamples.app)
        }
        #expect(error?.code == .invalidArgument)
        #expect(try store.count("SELECT count(*) FROM sample") == 1)
        // An imported sample also has a UUID.
        var export = TestExport()
        export.add(.init())
        try store.importXML(export.document)
        let imported = try #require(try store.database.samples(SampleRequest()).first { $0.uuid != sample.uuid })
        #expect(throws: StoreError.self) { try store.database.save([imported], source: MadeSamples.app) }
    }
}
