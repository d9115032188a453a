// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel
import Testing

@testable import OpenHealthStore

/// Tests of the number of comparisons of workouts.
@Suite struct EffortWorkTests {
    /// The time between the starts of two sessions, in seconds.
    private static let session = 21_600.0

    /// Returns workouts of two sources, four times a day.
    private static func document(_ count: Int) -> String {
        let workouts = (0..<count).map { index -> (source: String, start: Double) in
            (index.isMultiple(of: 2) ? "Watch" : "Strava", Double(index / 2) * session)
        }
        return MadeEfforts.document(workouts)
    }

    /// Returns the number of comparisons of all workouts.
    private static func comparisons(_ store: ScratchStore) throws -> Int {
        try store.database.write { db in
            try EffortTable.noteChange(db, from: -1e18, to: 1e18)
            return try EffortUpdate.run(db, after: EffortUpdate.place(db))
        }
    }

    /// Returns the number of comparisons after an import.
    private static func comparisons(_ store: ScratchStore, adding workouts: [(String, Double)]) throws -> Int {
        let place = try store.database.latestChange()
        let receipt = try store.importXML(MadeEfforts.document(workouts))
        #expect(receipt[.workouts].added == workouts.count)
        return try store.database.write { db in try EffortUpdate.run(db, after: place) }
    }

    @Test func comparisonsGrowWithTheNumberOfWorkouts() throws {
        let store = try ScratchStore()
        try store.importXML(Self.document(10_000))
        // Each pair of copies is compared once, and with the pairs 6 and 12 hours later: 1 + 4 + 4.
        #expect(try Self.comparisons(store) == 5000 * 9 - 4 - 2 * 4)
        #expect(try store.database.efforts.all().count == 5000)
        // A workout is compared with those of the time around it and their copies only.
        let one = try Self.comparisons(store, adding: [("Polar", 2500 * Self.session + 30)])
        #expect((1...60).contains(one))
        // Two workouts that are years apart are too.
        let two = try Self.comparisons(
            store, adding: [("Polar", 100 * Self.session + 30), ("Polar", 4900 * Self.session + 30)])
        #expect((2...120).contains(two))
        #expect(try store.database.efforts.all().count == 5000)
        // Samples of types on which efforts do not depend compare nothing.
        let place = try store.database.latestChange()
        try store.database.save([MadeSamples.bloodPressure(121, 79, at: 9)], source: MadeSamples.app)
        #expect(try store.database.write { db in try EffortUpdate.run(db, after: place) } == 0)
    }

    @Test func workoutsAtOneTimeAreComparedWithTheNearestOnes() throws {
        let count = 250
        let store = try ScratchStore()
        try store.importXML(MadeEfforts.document((0..<count).map { ("Source \($0)", 0) }))
        let near = EffortTable.neighbours
        #expect(try Self.comparisons(store) == near * count - near * (near + 1) / 2)
        #expect(try store.database.efforts.all().count == 1)
    }

    @Test func workoutsAmongHundredsAtOneTimeAreNotCompared() throws {
        let store = try ScratchStore()
        try store.importXML(MadeEfforts.document((0..<300).map { ("Source \($0)", 0) }))
        #expect(try Self.comparisons(store) == 0)
        #expect(try store.database.efforts.all().count == 300)
    }
}
