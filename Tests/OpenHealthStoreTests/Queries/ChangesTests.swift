// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthTestSupport
import Testing

@testable import OpenHealthStore

@Suite struct ChangesTests {
    /// The expected contents of a store, as a list of events.
    private struct Model {
        var events: [(uuid: UUID, type: String, isDeletion: Bool)] = []
        var live: [UUID] = []
    }

    /// After random saves and deletions, following the changes from any anchor in steps of any size reproduces the store.
    @Test func followingChangesReproducesTheStore() throws {
        var generator = SeededGenerator(seed: 33)
        for _ in 0..<5 {
            let store = try ScratchStore()
            var model = Model()
            var anchors: [(place: Int64, live: Set<UUID>, event: Int)] = [(0, [], 0)]
            for _ in 0..<60 {
                if generator.below(3) > 0 || model.live.isEmpty {
                    let samples = (0..<1 + generator.below(6)).map { _ in Self.sample(&generator) }
                    try store.database.save(samples, source: MadeSamples.app)
                    model.live += samples.map(\.uuid)
                    model.events += samples.map { ($0.uuid, $0.quantityType.identifier, false) }
                } else {
                    let doomed = Set(
                        (0..<1 + generator.below(4)).map { _ in model.live[generator.below(model.live.count)] })
                    try store.database.delete(Array(doomed))
                    model.live.removeAll(where: doomed.contains)
                    for uuid in doomed {
                        let type = model.events.first { $0.uuid == uuid }?.type ?? ""
                        model.events.append((uuid, type, true))
                    }
                }
                if generator.below(4) == 0 {
                    anchors.append((try store.database.latestChange(), Set(model.live), model.events.count))
                }
            }
            for anchor in anchors { try follow(store, model, from: anchor, &generator) }
            #expect(try store.database.check().findings == [])
            try store.expectNoFaults()
        }
    }

    private static func sample(_ generator: inout SeededGenerator) -> HKQuantitySample {
        let time = generator.number(0, 1e6).rounded()
        return generator.below(2) == 0
            ? MadeSamples.heartRate(60, at: time) : MadeSamples.steps(5, from: time, to: time + 30)
    }

    private func follow(
        _ store: ScratchStore, _ model: Model, from anchor: (place: Int64, live: Set<UUID>, event: Int),
        _ generator: inout SeededGenerator
    ) throws {
        // All changes in one step.
        let all = try store.database.changes(after: anchor.place)
        #expect(all.anchor == (try store.database.latestChange()))
        #expect(!all.hasMore)
        let after = model.events[anchor.event...]
        let gone = Set(after.filter(\.isDeletion).map(\.uuid))
        #expect(Set(all.deleted.map(\.uuid)) == gone)
        #expect(Set(all.added.map(\.uuid)) == Set(after.map(\.uuid)).subtracting(gone))
        #expect(all.added.map(\.id) == all.added.map(\.id).sorted())

        // The changes of one type in steps of a given size.
        let type = "HKQuantityTypeIdentifierHeartRate"
        let isOfType = Dictionary(model.events.map { ($0.uuid, $0.type == type) }) { first, _ in first }
        var live = anchor.live.filter { isOfType[$0] == true }
        var place = anchor.place
        let limit = 1 + generator.below(9)
        while true {
            let changes = try store.database.changes(after: place, types: [type], limit: limit)
            #expect(changes.added.count + changes.deleted.count <= limit)
            if changes.hasMore { #expect(changes.added.count + changes.deleted.count == limit) }
            #expect((changes.added.map(\.type) + changes.deleted.map(\.type)).allSatisfy { $0 == type })
            live.formUnion(changes.added.map(\.uuid))
            live.subtract(changes.deleted.map(\.uuid))
            #expect(changes.anchor >= place)
            place = changes.anchor
            if !changes.hasMore { break }
        }
        #expect(live == Set(model.live.filter { isOfType[$0] == true }))
        #expect(try store.database.changes(after: place).added.isEmpty)
    }

    @Test func importsAndSavesShareOneOrder() throws {
        let store = try ScratchStore()
        var export = TestExport()
        for minute in 0..<2000 { export.add(.init(start: minute * 60, end: minute * 60 + 60)) }
        try store.importXML(export.document)
        let anchor = try store.database.latestChange()
        #expect(try store.database.changes(after: 0).added.count == 2000)
        let middle = try store.database.changes(after: 700, limit: 100)
        #expect(middle.added.map(\.id) == Array(701...800))
        #expect(middle.hasMore)
        let sample = MadeSamples.steps(3, from: 30)
        try store.database.save([sample], source: MadeSamples.app)
        #expect(try store.database.changes(after: anchor).added.map(\.uuid) == [sample.uuid])
        let first = try #require(try store.database.records(SampleRequest(limit: 1)).first)
        try store.database.delete([first.uuid])
        let changes = try store.database.changes(after: anchor)
        #expect(changes.deleted.map(\.uuid) == [first.uuid])
        #expect(changes.deleted.first?.type == "HKQuantityTypeIdentifierStepCount")
        // Existing samples are not imported twice, and a deleted sample returns with the next import.
        #expect(try store.importXML(export.document).records.added == 1)
        #expect(try store.database.check().findings == [])
    }

    @Test func deletionsAreAllOrNothing() throws {
        let store = try ScratchStore()
        let samples = (0..<3).map { MadeSamples.steps(1, from: Double($0)) }
        try store.database.save(samples, source: MadeSamples.app)
        let missing = UUID()
        let error = #expect(throws: StoreError.self) {
            try store.database.delete([samples[0].uuid, missing, UUID()])
        }
        #expect(error?.code == .notFound)
        #expect(error?.message.contains(missing.uuidString) == true)
        #expect(try store.database.records(SampleRequest()).count == 3)
        #expect(try store.database.latestChange() == 3)
        // A duplicate UUID counts once.
        try store.database.delete([samples[0].uuid, samples[0].uuid])
        #expect(try store.database.records(SampleRequest()).count == 2)
        try store.database.delete([])
        #expect(try store.database.latestChange() == 4)
    }

    @Test func detailsAreDeletedWithTheirSample() throws {
        let store = try ScratchStore()
        let pressure = MadeSamples.bloodPressure(121, 79, at: 0)
        let workout = HKWorkout(activityType: .yoga, start: MadeSamples.date(0), end: MadeSamples.date(60))
        let mood = HKStateOfMind(
            date: MadeSamples.date(0), kind: .dailyMood, valence: 0, labels: [], associations: [])
        try store.database.save([pressure, workout, mood], source: MadeSamples.app)
        try store.database.delete([pressure.uuid, workout.uuid, mood.uuid])
        #expect(try store.database.records(SampleRequest()).count == 2)
        for table in ["correlation_member", "workout", "sample_detail"] {
            #expect(try store.count("SELECT count(*) FROM \(table)") == 0)
        }
        #expect(try store.count("SELECT count(*) FROM sample_uuid") == 2)
        #expect(try store.database.check().findings == [])
    }
}
