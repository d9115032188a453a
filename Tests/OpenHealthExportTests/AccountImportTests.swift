// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthFormats
import OpenHealthModel
import OpenHealthStatistics
import OpenHealthStore
import Testing

@testable import OpenHealthDemo

/// Imports of generated files of watches and accounts, compared with what was written.
@Suite struct AccountImportTests {
    /// The options of an export.
    struct Case: Sendable, CustomTestStringConvertible {
        var kind: DemoAccount.Kind
        var seed: UInt64 = 1
        var isGerman = false
        var name: String

        var testDescription: String { "\(name), seed \(seed)" }
    }

    static let cases = [
        Case(kind: .fit, name: "fit"), Case(kind: .garmin, name: "garmin.zip"),
        Case(kind: .garmin, seed: 7, name: "garmin"),
        Case(kind: .strava, name: "strava.zip"), Case(kind: .strava, seed: 7, isGerman: true, name: "strava"),
    ]

    @Test(arguments: cases) func anImportHasWhatWasWrittenAndASecondOneAddsNothing(_ test: Case) throws {
        let world = try ExportWorld()
        let demo = DemoAccount(test.kind, workouts: 30, seed: test.seed, isGerman: test.isGerman)
        let truth = try demo.write(to: world.file(test.name))
        let reader = try HealthImport(url: world.file(test.name))
        var workouts: [WorkoutData] = []
        while let batch = try reader.nextBatch() {
            for case .workout(let workout) in batch.items { workouts.append(workout) }
        }
        compare(workouts.sorted { ($0.sample.start, $0.sample.end) < ($1.sample.start, $1.sample.end) }, truth)

        let database = try world.store()
        let receipt = try database.ingest(HealthImport(url: world.file(test.name)), options: .init(file: test.name))
        let format = test.kind == .fit ? "fit" : "\(test.kind.rawValue)-account"
        #expect(receipt.format == format && receipt.complete == !truth.workouts.contains(where: \.isCutOff))
        let names = [
            "fit": "data in the format FIT", "garmin-account": "a Garmin account export",
            "strava-account": "a Strava account export",
        ]
        let daily = test.kind == .garmin ? ", 7 days of daily data" : ""
        #expect(receipt.description == "this is \(names[format] ?? ""): 30 workouts\(daily), 2025")
        #expect(receipt[.workouts].added == truth.workouts.count)
        #expect(receipt[.routePoints].added == truth.workouts.reduce(0) { $0 + $1.routePoints })
        func added(_ type: HKQuantityTypeIdentifier) -> Int { receipt.byType[type.rawValue]?.added ?? 0 }
        #expect(added(.heartRate) == truth.heartRates)
        #expect(added(.restingHeartRate) == truth.restingHeartRates.count && added(.bodyMass) == truth.weights.count)
        let nights = receipt.byType[HKCategoryTypeIdentifier.sleepAnalysis.rawValue]?.added ?? 0
        #expect(nights == truth.nights.count)
        let statistics = try database.statistics(StatisticsRequest(type: HKQuantityTypeIdentifier.stepCount.rawValue))
        #expect(Int(statistics.first?.figures.sum ?? 0) == truth.steps)

        let again = try database.ingest(HealthImport(url: world.file(test.name)), options: .init(file: test.name))
        #expect(again.records.added == 0 && again.records.read == receipt.records.read)
        for kind in ImportReceipt.Kind.allCases { #expect(again[kind].added == 0, "\(kind)") }
    }

    private func compare(_ workouts: [WorkoutData], _ truth: DemoAccountTruth) {
        #expect(workouts.count == truth.workouts.count)
        for (read, wanted) in zip(workouts, truth.workouts) {
            #expect(Int(read.sample.start) == wanted.start && Int(read.sample.end) == wanted.end, "\(wanted)")
            #expect(read.activityType == wanted.activity && Int(read.duration ?? 0) == wanted.duration, "\(wanted)")
            func sum(_ type: String) -> Double { read.statistics.first { $0.type == type }?.sum ?? 0 }
            let distance = sum(wanted.distanceType)
            // The distance of a GPX file follows from its points.
            #expect((distance - Double(wanted.distance)).magnitude <= 0.005 * Double(wanted.distance), "\(wanted)")
            let energy = sum(HKQuantityTypeIdentifier.activeEnergyBurned.rawValue)
            #expect((energy - Double(wanted.energy)).magnitude < 1e-6, "\(wanted)")
            let name = read.sample.metadata.first { $0.key == HKMetadataKeyWorkoutBrandName }?.value
            #expect(name == wanted.name, "\(wanted)")
            #expect(read.routes.reduce(0) { $0 + $1.points.count } == wanted.routePoints, "\(wanted)")
        }
    }

    @Test func theSameSeedGivesTheSameFiles() throws {
        let world = try ExportWorld()
        for kind in DemoAccount.Kind.allCases {
            for name in ["a.zip", "b.zip"] { try DemoAccount(kind, workouts: 5).write(to: world.file(name)) }
            #expect(try Data(contentsOf: world.file("a.zip")) == Data(contentsOf: world.file("b.zip")), "\(kind)")
            try DemoAccount(kind, workouts: 5, seed: 2).write(to: world.file("b.zip"))
            #expect(try Data(contentsOf: world.file("a.zip")) != Data(contentsOf: world.file("b.zip")), "\(kind)")
        }
    }

    @Test func aFileThatWasImportedAloneIsNamedByItsAccount() throws {
        let world = try ExportWorld()
        let truth = try DemoAccount(.strava, workouts: 1).write(to: world.file("strava"))
        let file = try #require(
            try FileManager.default.contentsOfDirectory(atPath: world.file("strava/activities").path).first)
        let database = try world.store()
        let alone = try database.ingest(
            HealthImport(url: world.file("strava/activities/\(file)")), options: .init(file: file))
        #expect(alone[.workouts].added == 1)
        let account = try database.ingest(HealthImport(url: world.file("strava")), options: .init(file: "strava"))
        #expect(account[.workouts].added == 0 && account.records.added == 0)
        let record = try #require(try database.records(SampleRequest(types: [HKWorkoutTypeIdentifier])).first)
        #expect(
            record.metadata.contains { $0.key == HKMetadataKeyWorkoutBrandName && $0.value == truth.workouts[0].name })
        let again = try database.ingest(HealthImport(url: world.file("strava")), options: .init(file: "strava"))
        #expect(again[.workouts].added == 0)
    }

    @Test(arguments: [false, true]) func filesThatAreImportedAloneAreNoOtherEffortsThanThoseOfTheirAccount(
        isAccountFirst: Bool
    ) throws {
        let world = try ExportWorld()
        let truth = try DemoAccount(.strava, workouts: 30).write(to: world.file("strava"))
        // A part of a run that is cut off is no workout beside that with the totals of the table.
        #expect(truth.workouts.contains { $0.isCutOff })
        func add(_ name: String, to database: HealthDatabase) throws {
            _ = try database.ingest(HealthImport(url: world.file(name)), options: .init(file: name))
        }
        func periods(_ database: HealthDatabase) throws -> [[Date]] {
            try database.efforts.all().map { [$0.workout.sample.start, $0.workout.sample.end] }
        }
        let account = try world.store()
        try add("strava", to: account)
        let expected = try periods(account)
        let database = try world.store()
        if isAccountFirst { try add("strava", to: database) }
        for file in try FileManager.default.contentsOfDirectory(atPath: world.file("strava/activities").path).sorted() {
            try add("strava/activities/\(file)", to: database)
        }
        if !isAccountFirst { try add("strava", to: database) }
        #expect(try periods(database) == expected)
    }

    @Test func aFileWithoutAKindIsTheWorkoutOfItsAccountInAnyOrder() throws {
        // Of three activities, the third is a walk in TCX, which has no such kind.
        for isAloneFirst in [true, false] {
            let world = try ExportWorld()
            try DemoAccount(.strava, workouts: 3).write(to: world.file("strava"))
            let database = try world.store()
            let inputs = ["strava/activities/7000002.tcx.gz", "strava"]
            for name in isAloneFirst ? inputs : inputs.reversed() {
                _ = try database.ingest(HealthImport(url: world.file(name)), options: .init(file: name))
            }
            let walks = try database.records(SampleRequest(types: [HKWorkoutTypeIdentifier]))
            #expect(walks.count == 3, "\(isAloneFirst)")
            let kinds = try walks.flatMap { try database.details(uuid: $0.uuid).flatMap(\.1) }.filter {
                $0.key == "activity"
            }
            #expect(kinds.contains { $0.value.lowercased().contains("walking") }, "\(isAloneFirst): \(kinds)")
            #expect(try database.check().findings.isEmpty, "\(isAloneFirst)")
        }
    }

    @Test(arguments: [1, 4000, 4001, 20_000]) func allActivitiesOfADemoAreWithinTheDatesOfFIT(count: Int) {
        struct Place: Hashable {
            var day: Int
            var part: DemoActivity.Part?
        }
        var places: Set<Place> = []
        for index in 0..<count {
            let place = DemoAccount.place(of: index, among: count)
            places.insert(Place(day: place.daysBefore, part: place.part))
        }
        // The default last day is in 2025, and the first date of FIT in 1998.
        #expect(places.count == count && places.allSatisfy { (0..<9000).contains($0.day) })
        #expect(places.allSatisfy { place in place.part.map { (0..<$0.count).contains($0.index) } ?? true })
    }
}
