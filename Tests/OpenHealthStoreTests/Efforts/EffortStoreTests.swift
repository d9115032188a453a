// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
@testable import OpenHealthAccess
import OpenHealthModel
import OpenHealthSession
import OpenHealthStatistics
import OpenHealthTestSupport
import Testing

@testable import OpenHealthStore

/// Tests of the stored efforts, and of sums of days with copies of workouts.
@Suite("Efforts")
struct EffortStoreTests {
    private static let types: [HKQuantityTypeIdentifier] = [
        .stepCount, .distanceWalkingRunning, .activeEnergyBurned, .heartRate,
    ]
    private static let hour = 3600.0

    /// The samples that one source saves at once.
    private struct Recording {
        var source: String
        var samples: [HKSample]
        var workout: HKWorkout?
    }

    private func save(_ recording: Recording, in database: HealthDatabase) throws {
        let samples = recording.samples + [recording.workout].compactMap(\.self)
        try database.save(samples, source: ProvenanceData(sourceName: recording.source))
    }

    private func workout(_ start: Double, _ end: Double, distance: Double = 9000) -> HKWorkout {
        HKWorkout(
            activityType: .running, start: MadeSamples.date(start), end: MadeSamples.date(end), workoutEvents: nil,
            totalEnergyBurned: nil, totalDistance: HKQuantity(unit: .meter(), doubleValue: distance), metadata: nil)
    }

    /// Returns samples of a source in a range of time, one of each type a minute.
    private func samples(
        _ types: [HKQuantityTypeIdentifier], from: Double, to: Double, _ random: inout SeededGenerator
    ) -> [HKSample] {
        var samples: [HKSample] = []
        for start in stride(from: from, to: to, by: 60) {
            let end = min(start + 60, to)
            for type in types {
                let unit = type == .distanceWalkingRunning ? "m" : type == .activeEnergyBurned ? "kcal" : "count"
                let value = Double(10 + random.below(100))
                samples.append(MadeSamples.quantity(type, value, unit, from: start, to: end))
            }
        }
        return samples
    }

    /// Returns the heart rates of a session, as a device with an error measures them.
    private func heartRates(
        from: Double, to: Double, shift: Double, seed: UInt64, _ random: inout SeededGenerator
    ) -> [HKSample] {
        var session = SeededGenerator(seed: seed)
        var rate = 0.0
        return stride(from: from, to: to, by: 20).map { time in
            rate = 0.95 * rate + session.number(-5, 5)
            return MadeSamples.heartRate(140 + rate + random.number(-1, 1), at: time + shift)
        }
    }

    private func sums(_ database: HealthDatabase) throws -> [[String: Double]] {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return try Self.types.dropLast().map { type in
            var sums: [String: Double] = [:]
            var request = StatisticsRequest(type: type.rawValue)
            request.buckets = try CivilBuckets(
                anchor: MadeSamples.newYear, interval: DateComponents(hour: 1), calendar: calendar)
            for row in try database.statistics(request) {
                sums["\(row.start)"] = row.figures.sum.map { ($0 * 1e6).rounded() / 1e6 }
            }
            database.waitForRollups()
            #expect(try database.statistics(request, usesRollups: false).count == sums.count)
            return sums
        }
    }

    @Test("a day with copies has the sums that it has without them, in any order of arrival", arguments: 0..<6)
    func sumsDoNotCountCopies(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let start = 9 * Self.hour + Double(random.below(120) * 60)
        let end = start + 2400 + Double(random.below(2400))
        var real = [
            // The phone was in a pocket before and after the run, and the watch in a drawer until the run.
            Recording(
                source: "Ana's iPhone", samples: samples([.stepCount], from: start - 3000, to: start - 600, &random)),
            Recording(
                source: "Ana's iPhone", samples: samples([.stepCount], from: end + 600, to: end + 3000, &random)),
        ]
        real.append(
            Recording(
                source: "Ana's Apple Watch",
                samples: samples(Array(Self.types.dropLast()), from: start, to: end, &random)
                    + heartRates(from: start, to: end, shift: 0, seed: 7, &random),
                workout: workout(start, end)))
        // One copy begins before the run and ends after it. The other one is two hours late.
        let early = Recording(
            source: "Strava",
            samples: samples([.distanceWalkingRunning, .activeEnergyBurned], from: start - 90, to: end + 150, &random),
            workout: workout(start - 90, end + 150, distance: 9100))
        let late = Recording(
            source: "Polar",
            samples: samples([.distanceWalkingRunning], from: start + 7200, to: end + 7200, &random)
                + heartRates(from: start, to: end, shift: 7200, seed: 7, &random),
            workout: workout(start + 7200, end + 7200, distance: 8950))
        let expected = try ScratchStore()
        for recording in real { try save(recording, in: expected.database) }
        let wanted = try sums(expected.database)
        let store = try ScratchStore()
        for recording in (real + [early, late]).shuffled(using: &random) {
            try save(recording, in: store.database)
            // The cells that are kept now must not be used later.
            _ = try sums(store.database)
        }
        #expect(try sums(store.database) == wanted)
        let efforts = try store.database.efforts.all()
        #expect(efforts.map(\.workout.sample.source) == ["Ana's Apple Watch"])
        #expect(efforts.first?.copies.map(\.sample.source) == ["Strava", "Polar"])
    }

    /// Returns a store with a run of a watch and its copy.
    private func runAndCopy() throws -> (store: ScratchStore, watch: UUID, copy: UUID) {
        var random = SeededGenerator(seed: 3)
        let store = try ScratchStore()
        let (watch, copy) = (workout(0, 3600), workout(0, 3630))
        try save(
            Recording(
                source: "Ana's Apple Watch",
                samples: samples([.stepCount, .distanceWalkingRunning], from: 0, to: 3600, &random), workout: watch),
            in: store.database)
        try save(
            Recording(
                source: "Strava", samples: samples([.distanceWalkingRunning], from: 0, to: 3600, &random),
                workout: copy), in: store.database)
        return (store, watch.uuid, copy.uuid)
    }

    private func shown(_ store: ScratchStore) throws -> [UUID] {
        try store.database.efforts.all().map(\.workout.sample.uuid)
    }

    @Test func thePersonSplitsAndJoinsAlsoForLaterWorkouts() throws {
        let (store, watch, copy) = try runAndCopy()
        #expect(try shown(store) == [watch])
        try store.database.efforts.split(copy)
        #expect(Set(try shown(store)) == [watch, copy])
        #expect(try store.database.efforts.explanation(of: copy).isChosen)
        // A third source has the same run: it belongs to the watch, and not to the workout that is by itself.
        let third = workout(10, 3600)
        try save(Recording(source: "Garmin", samples: [], workout: third), in: store.database)
        #expect(Set(try shown(store)) == [watch, copy])
        #expect(try store.database.efforts.shownWorkouts().values.map(\.self) == [watch])
        try store.database.efforts.join([third.uuid, copy])
        #expect(try shown(store) == [watch])
        let explanation = try store.database.efforts.explanation(of: copy)
        #expect(explanation.isChosen)
        #expect(Set(explanation.workouts.map(\.sample.uuid)) == [watch, copy, third.uuid])
        #expect(explanation.workouts.first?.sample.uuid == watch)
        #expect(throws: StoreError.self) { try store.database.efforts.split(UUID()) }
        #expect(throws: StoreError.self) { try store.database.efforts.join([watch]) }
    }

    @Test func theCopyIsShownAndCountsWhenTheWorkoutIsDeletedOrOrderedAfterIt() throws {
        let (store, watch, copy) = try runAndCopy()
        let type = HKQuantityTypeIdentifier.distanceWalkingRunning.rawValue
        func order() throws -> [Int64] { try store.database.sourceOrder(type: type).map(\.source.id) }
        try store.database.setSourceOrder(Array(try order().reversed()), type: type)
        #expect(try shown(store) == [copy])
        try store.database.setSourceOrder([], type: type)
        #expect(try shown(store) == [watch])
        #expect(try store.database.efforts.shownWorkouts().values.map(\.self) == [watch])
        try store.database.delete([watch])
        #expect(try shown(store) == [copy])
        #expect(try store.database.efforts.shownWorkouts().isEmpty)
    }

    @Test func copiesCountForAppsThatCannotReadWhatMakesThemCopies() throws {
        let (store, _, _) = try runAndCopy()
        let type = HKQuantityType(.distanceWalkingRunning)
        let before = try store.database.statistics(StatisticsRequest(type: type.identifier)).first?.figures.sum ?? 0
        // The copy ends 30 seconds after the run.
        let rest = MadeSamples.quantity(.distanceWalkingRunning, 50, "m", from: 3600, to: 3630)
        try store.database.save([rest], source: ProvenanceData(sourceName: "Strava"))
        func sum(_ access: AppAccess) throws -> Double? {
            try access.statistics(StatisticsQuery(type: type, options: .cumulativeSum)).first?
                .sumQuantity()?.doubleValue(for: .meter())
        }
        let some = try AppAccess.reading(
            everythingOf: [type, .workoutType()], in: store.database, as: "org.example.one")
        let all = try AppAccess.reading(
            everythingOf: EffortCopies.readTypes, in: store.database, as: "org.example.two")
        // Cells are kept at the first time, and used at the second one.
        for _ in 1...2 {
            #expect(try sum(some) == before + 50)
            #expect(try sum(all) == before)
            #expect(
                try store.database.statistics(StatisticsRequest(type: type.identifier)).first?.figures.sum == before)
            store.database.waitForRollups()
        }
    }

    @Test func theSamplesOfACopyCountWhereTheShownWorkoutHasNone() throws {
        let (store, watch, _) = try runAndCopy()
        let type = HKQuantityTypeIdentifier.distanceWalkingRunning.rawValue
        func sum() throws -> Double? {
            defer { store.database.waitForRollups() }
            return try store.database.statistics(StatisticsRequest(type: type)).first?.figures.sum
        }
        let before = try sum()
        // A file with a workout and heart rates, but without distances.
        let beats = (0..<60).map { MadeSamples.heartRate(140, at: Double($0) * 60) }
        let file = workout(0, 3600)
        try save(Recording(source: "Forerunner", samples: beats, workout: file), in: store.database)
        let sources = try store.database.sources().filter { $0.name == "Forerunner" }.map(\.id)
        try store.database.setSourceOrder(sources, type: HKWorkoutTypeIdentifier)
        #expect(try shown(store) == [file.uuid])
        #expect(try sum() == before)
        #expect(try store.database.efforts.explanation(of: watch).workouts.first?.sample.uuid == file.uuid)
    }

    @Test func theWholeWorkoutIsShownWhereAFileOfItWasCutOff() throws {
        for isPartFirst in [true, false] {
            let store = try ScratchStore()
            let part = HKWorkout(
                activityType: .running, start: MadeSamples.date(0), end: MadeSamples.date(900), workoutEvents: nil,
                totalEnergyBurned: HKQuantity(unit: .kilocalorie(), doubleValue: 90),
                totalDistance: HKQuantity(unit: .meter(), doubleValue: 2500),
                metadata: [MetadataPair.incompleteKey: "1"])
            // The part has more kinds of data than the whole, which is that of a document without a file.
            let (whole, other) = (workout(0, 3600), workout(2, 3605))
            let beats = (0..<15).map { MadeSamples.heartRate(140, at: Double($0) * 60) }
            let recordings = [
                Recording(source: "Garmin", samples: beats, workout: part),
                Recording(source: "Garmin", samples: [], workout: whole),
                Recording(source: "Garmin Connect", samples: [], workout: other),
            ]
            for recording in isPartFirst ? recordings : recordings.reversed() {
                try save(recording, in: store.database)
            }
            #expect(try shown(store) == [whole.uuid])
            #expect(try store.database.efforts.explanation(of: part.uuid).workouts.count == 3)
        }
    }

    @Test func aPartOfAnUnknownKindIsOneEffortWithTheWholeOfAnotherSource() throws {
        for isPartFirst in [true, false] {
            let store = try ScratchStore()
            let part = HKWorkout(
                activityType: .other, start: MadeSamples.date(0), end: MadeSamples.date(900), workoutEvents: nil,
                totalEnergyBurned: nil, totalDistance: nil, metadata: [MetadataPair.incompleteKey: "1"])
            let whole = workout(0, 3600)
            func beats(_ count: Int) -> [HKSample] {
                (0..<count).map { MadeSamples.heartRate(130 + Double($0 % 5), at: Double($0) * 60) }
            }
            let recordings = [
                Recording(source: "Edge 530", samples: beats(15), workout: part),
                Recording(source: "Strava", samples: beats(60), workout: whole),
            ]
            for recording in isPartFirst ? recordings : recordings.reversed() {
                try save(recording, in: store.database)
            }
            #expect(try shown(store) == [whole.uuid])
            let explanation = try store.database.efforts.explanation(of: part.uuid)
            #expect(explanation.workouts.map(\.sample.uuid) == [whole.uuid, part.uuid])
        }
    }

    @Test func explanationsOfSumsNameTheCopies() throws {
        let (store, _, _) = try runAndCopy()
        let (from, to) = (MadeSamples.date(0), MadeSamples.date(3600))
        let type = HKQuantityTypeIdentifier.distanceWalkingRunning.rawValue
        let explanation = try store.database.explanation(type: type, from: from, to: to)
        let leftOut = explanation.stretches.flatMap(\.leftOut)
        #expect(leftOut.map(\.source.name) == ["Strava"])
        #expect(leftOut.map(\.reason) == [.copyOfWorkout])
        #expect(leftOut.map(\.samples) == [60])
        let sum = try store.database.statistics(StatisticsRequest(type: type, from: from, to: to)).first?.figures.sum
        #expect(sum == explanation.total)
    }

    @Test func theReasonsNameTimeActivityAndDistance() throws {
        let (store, watch, copy) = try runAndCopy()
        let explanation = try store.database.efforts.explanation(of: copy)
        #expect(!explanation.isChosen)
        #expect(explanation.workouts.map(\.sample.uuid) == [watch, copy])
        #expect(explanation.reasons.map(\.copy) == [copy, copy, copy])
        let reasons = explanation.reasons.map(\.reason)
        #expect(reasons.contains(.time(shared: 3600.0 / 3630, start: 0, end: 30)))
        #expect(reasons.contains(.activity))
        #expect(reasons.contains(.distance(difference: 0)))
        // An effort with one workout has none.
        let single = workout(40_000, 42_000)
        try save(Recording(source: "Strava", samples: [], workout: single), in: store.database)
        #expect(try store.database.efforts.explanation(of: single.uuid).reasons.isEmpty)
        #expect(try store.database.efforts.all(limit: 1, newestFirst: true).map(\.workout.sample.uuid) == [single.uuid])
    }
}
