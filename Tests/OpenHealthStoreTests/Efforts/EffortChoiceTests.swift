// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel
import Testing

@testable import OpenHealthStore

/// Tests of the person's decisions about efforts, and of the order of imports.
@Suite struct EffortChoiceTests {
    private func code(_ body: () throws -> Void) -> StoreError.Code? {
        do {
            try body()
            return nil
        } catch {
            return (error as? StoreError)?.code
        }
    }

    @Test func wrongWorkoutsAreErrorsThatChangeNothing() throws {
        let (store, watch, copy) = try MadeEfforts.runAndCopy()
        let single = MadeEfforts.workout(90_000, 93_600)
        let steps = MadeSamples.steps(1, from: 9)
        try MadeEfforts.save([single, steps], of: "Strava", in: store)
        let before = try MadeEfforts.sources(store)
        for uuid in [UUID(), steps.uuid] {
            #expect(code { try store.database.efforts.split(uuid) } == .notFound)
            #expect(code { try store.database.efforts.join([watch, uuid]) } == .notFound)
            #expect(code { _ = try store.database.efforts.explanation(of: uuid) } == .notFound)
        }
        #expect(code { try store.database.efforts.split(single.uuid) } == .invalidArgument)
        for list in [[], [watch], [watch, watch]] {
            #expect(code { try store.database.efforts.join(list) } == .invalidArgument)
        }
        #expect(try MadeEfforts.sources(store) == before)
        #expect(try store.count("SELECT count(*) FROM effort_choice") == 0)
        // A second split changes nothing.
        try store.database.efforts.split(copy)
        let place = try store.database.latestChange()
        try store.database.efforts.split(copy)
        #expect(try store.database.latestChange() == place)
        #expect(try MadeEfforts.sources(store).count == 3)
    }

    @Test func workoutsAtDifferentTimesCannotBeJoined() throws {
        let (store, watch, copy) = try MadeEfforts.runAndCopy()
        let (near, far) = (MadeEfforts.workout(54_000, 57_600), MadeEfforts.workout(150_000, 153_600))
        try MadeEfforts.save([near, far], of: "Strava", in: store)
        let before = try MadeEfforts.sources(store)
        for list in [[watch, far.uuid], [far.uuid, copy], [watch, near.uuid, far.uuid]] {
            #expect(code { try store.database.efforts.join(list) } == .invalidArgument)
        }
        #expect(try MadeEfforts.sources(store) == before)
        #expect(try store.count("SELECT count(*) FROM effort_choice") == 0)
        // A zone can be wrong by 15 hours.
        try store.database.efforts.join([watch, near.uuid])
        #expect(try MadeEfforts.sources(store).map(\.count) == [3, 1])
        // A workout that overlaps both joins them.
        let long = MadeEfforts.workout(50_000, 160_000)
        try MadeEfforts.save([long], of: "Garmin", in: store)
        try store.database.efforts.join([near.uuid, far.uuid, long.uuid])
        #expect(try MadeEfforts.sources(store).map(\.count) == [5])
        #expect(try store.database.check().findings == [])
    }

    @Test func aWorkoutThatWasTakenOutStaysOutWhenItIsJoinedWithAnother() throws {
        let (store, watch, copy) = try MadeEfforts.runAndCopy()
        try store.database.efforts.split(copy)
        let other = MadeEfforts.workout(40_000, 43_600)
        try MadeEfforts.save([other], of: "Garmin", in: store)
        try store.database.efforts.join([copy, other.uuid])
        func sources() throws -> Set<Set<String>> { Set(try MadeEfforts.sources(store).map(Set.init)) }
        #expect(try sources() == [["Ana's Apple Watch"], ["Strava", "Garmin"]])
        // A later workout is linked with that of the watch.
        try MadeEfforts.save([MadeEfforts.workout(20, 3620)], of: "Polar", in: store)
        #expect(try sources() == [["Ana's Apple Watch", "Polar"], ["Strava", "Garmin"]])
        #expect(try store.database.check().findings == [])
        try store.database.efforts.join([watch, copy])
        #expect(try sources() == [["Ana's Apple Watch", "Polar", "Strava", "Garmin"]])
        try store.database.efforts.split(copy)
        #expect(try sources() == [["Ana's Apple Watch", "Polar", "Garmin"], ["Strava"]])
        // A decision about a workout that is by itself then remains one.
        try store.database.delete([other.uuid, watch])
        #expect(try sources() == [["Polar"], ["Strava"]])
        #expect(try store.database.check().findings == [])
    }

    @Test func laterImportsKeepDecisions() throws {
        let document = MadeEfforts.document([("Watch", 0), ("Strava", 5), ("Watch", 86_400), ("Polar", 120_000)])
        let store = try ScratchStore()
        #expect(try store.importXML(document).copies == 1)
        func sources() throws -> [[String]] { try MadeEfforts.sources(store).map { $0.sorted() } }
        #expect(try sources() == [["Strava", "Watch"], ["Watch"], ["Polar"]])
        let uuids = try store.database.workouts().map(\.sample.uuid)
        try store.database.efforts.split(uuids[1])
        try store.database.efforts.join([uuids[2], uuids[3]])
        let expected = [["Watch"], ["Strava"], ["Polar", "Watch"]]
        #expect(try sources() == expected)
        let again = try store.importXML(document)
        #expect(again[.workouts].added == 0 && again.copies == 0)
        #expect(try sources() == expected)
        let more = try store.importXML(MadeEfforts.document([("Garmin", 10), ("Garmin", 86_410)]))
        #expect(more.copies == 2)
        #expect(try sources() == [["Garmin", "Watch"], ["Strava"], ["Garmin", "Polar", "Watch"]])
        #expect(try store.database.efforts.explanation(of: uuids[1]).isChosen)
    }

    /// The content of an effort without numbers and UUIDs.
    private struct Outcome: Hashable {
        var sources: [[String]]
        var counted: [String]
        var reasons: Set<String>
        var distance: Double?
    }

    private func outcome(_ store: ScratchStore) throws -> Outcome {
        let efforts = try store.database.efforts.all()
        var reasons: Set<String> = []
        for effort in efforts {
            let explanation = try store.database.efforts.explanation(of: effort.workout.sample.uuid)
            let names = Dictionary(
                uniqueKeysWithValues: explanation.workouts.map { ($0.sample.uuid, $0.sample.source) })
            for reason in explanation.reasons {
                reasons.insert("\(names[reason.workout] ?? "") \(names[reason.copy] ?? "") \(reason.reason)")
            }
        }
        let counted = try store.database.read { db in
            try String.fetchAll(
                db,
                sql: """
                    SELECT s.name FROM effort_member AS m JOIN source AS s ON s.id = m.source
                    WHERE m.counted = 1 ORDER BY s.name
                    """)
        }
        return Outcome(
            sources: try MadeEfforts.sources(store), counted: counted, reasons: reasons,
            distance: try MadeEfforts.distance(store))
    }

    @Test func everyOrderOfThreeSourcesHasOneOutcome() throws {
        // The third one overlaps the first one only a little, and the second one by half.
        let recordings: [(source: String, start: Double, end: Double)] = [
            ("Ana's Apple Watch", 0, 3600), ("Strava", 900, 4800), ("Polar", 2400, 5400),
        ]
        func samples(_ recording: (source: String, start: Double, end: Double)) -> [HKSample] {
            let heart = stride(from: recording.start, to: recording.end, by: 30).map {
                MadeSamples.heartRate(130 + 20 * sin($0 / 200), at: $0)
            }
            return heart + MadeEfforts.distances(recording.start, recording.end)
                + [MadeEfforts.workout(recording.start, recording.end, distance: recording.end - recording.start)]
        }
        var outcomes: Set<Outcome> = []
        for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
            let store = try ScratchStore()
            for index in order {
                try MadeEfforts.save(samples(recordings[index]), of: recordings[index].source, in: store)
                // Cells that are kept now must not be used later.
                _ = try MadeEfforts.distance(store)
            }
            outcomes.insert(try outcome(store))
            #expect(try store.database.check().findings == [])
        }
        #expect(outcomes.count == 1, "\(outcomes)")
        #expect(outcomes.first?.counted.count == 1)
    }
}
