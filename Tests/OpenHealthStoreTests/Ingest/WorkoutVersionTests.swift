// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthFormats
import OpenHealthModel
import Testing

@testable import OpenHealthStore

/// Files of one workout, or of workouts that are taken for one, in one import and in several.
@Suite struct WorkoutVersionTests {
    /// Returns a run of ten minutes with a heart rate each minute, along a line if it has places.
    /// - Parameters:
    ///   - rates: The heart rates; there is no point for 0.
    ///   - points: The number of points after which the file is cut off; nil for a whole file.
    private static func run(
        metres: Int, calories: Int? = nil, rates: [Int], hasPlaces: Bool = false, sport: String = "Running",
        cutAfter points: Int? = nil
    ) -> String {
        let trackpoints = rates.enumerated().filter { $0.element > 0 }.map { minute, rate in
            let place =
                "<Position><LatitudeDegrees>50.\(minute)</LatitudeDegrees><LongitudeDegrees>8</LongitudeDegrees></Position>"
            return "<Trackpoint><Time>2024-06-14T07:0\(minute):00Z</Time>\(hasPlaces ? place : "")"
                + "<HeartRateBpm><Value>\(rate)</Value></HeartRateBpm></Trackpoint>"
        }
        let start = """
            <TrainingCenterDatabase><Activities><Activity Sport="\(sport)"><Lap StartTime="2024-06-14T07:00:00Z">\
            <TotalTimeSeconds>600</TotalTimeSeconds><DistanceMeters>\(metres)</DistanceMeters>\
            \(calories.map { "<Calories>\($0)</Calories>" } ?? "")<Track>\
            \(trackpoints.prefix(points ?? trackpoints.count).joined())
            """
        return points == nil ? start + "</Track></Lap></Activity></Activities></TrainingCenterDatabase>" : start
    }

    private func add(_ document: String, to store: ScratchStore) throws -> ImportReceipt {
        let reader = try HealthImport(data: Array(document.utf8), name: "run.tcx")
        return try store.database.ingest(reader, options: .init(file: "run.tcx"))
    }

    /// Adds the files `a.tcx`, `b.tcx` and so on of a folder in one import.
    private func add(folder documents: [String], to store: ScratchStore) throws -> ImportReceipt {
        let folder = store.folder.appending(path: "files", directoryHint: .isDirectory)
        try? FileManager.default.removeItem(at: folder)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for (name, document) in zip(["a.tcx", "b.tcx", "c.tcx"], documents) {
            try Data(document.utf8).write(to: folder.appending(path: name))
        }
        return try store.database.ingest(HealthImport(url: folder), options: .init(file: "files"))
    }

    /// Returns the figures of the only workout: the distance, the energy, and the average and the maximum heart rate.
    private func figures(_ store: ScratchStore) throws -> [Double?] {
        let workouts = try store.database.efforts.all().map(\.workout)
        #expect(workouts.count == 1)
        #expect(try store.database.check().isHealthy)
        try store.expectNoFaults()
        func statistics(_ type: HKQuantityTypeIdentifier) -> WorkoutStatisticsData? {
            workouts.first?.statistics.first { $0.type == type.rawValue }
        }
        let rate = statistics(.heartRate)
        return [
            statistics(.distanceWalkingRunning)?.sum, statistics(.activeEnergyBurned)?.sum, rate?.average,
            rate?.maximum,
        ]
    }

    private static let conflict =
        "the workout has the time, kind and source of a stored one, but other figures; they were taken for one, "
        + "which has the figures of the "

    @Test func aWorkoutHasTheFiguresOfTheWholeFile() throws {
        let whole = Self.run(metres: 2000, rates: [100, 120, 140], hasPlaces: true)
        let part = Self.run(metres: 2000, rates: [100, 120, 140], hasPlaces: true, cutAfter: 2)
        for documents in [[whole, part], [part, whole]] {
            let store = try ScratchStore()
            for document in documents { _ = try add(document, to: store) }
            #expect(try figures(store) == [2000, nil, 120, 140])
            let workout = try #require(try store.database.efforts.all().map(\.workout).first)
            #expect(!workout.sample.metadata.contains { $0.key == "OpenHealthKitIncomplete" })
            #expect(workout.routes.map(\.pointCount) == [3])
            #expect(try store.count("SELECT count(*) FROM workout_route") == 1)
            for document in documents {
                let again = try add(document, to: store)
                #expect(again.records.added == 0 && again[.workouts].added == 0)
                // Only the file that is cut off is named.
                #expect(again.diagnosticCount == (document == part ? 1 : 0))
            }
            #expect(try figures(store) == [2000, nil, 120, 140])
        }
    }

    @Test func aWorkoutHasTheFiguresOfTheFileWithMoreOfThem() throws {
        let more = Self.run(metres: 1990, calories: 150, rates: [100, 120])
        let fewer = Self.run(metres: 2000, rates: [100, 140])
        let (first, second) = (try ScratchStore(), try ScratchStore())
        for document in [more, fewer] { _ = try add(document, to: first) }
        for document in [fewer, more] { _ = try add(document, to: second) }
        for store in [first, second] { #expect(try figures(store) == [1990, 150, 110, 120]) }
    }

    @Test func theFileWithMoreFiguresDoesNotRemoveTheKind() throws {
        let more = Self.run(metres: 2000, calories: 150, rates: [100, 120], sport: "Other")
        let fewer = Self.run(metres: 2000, rates: [100, 120])
        for documents in [[more, fewer], [fewer, more]] {
            let store = try ScratchStore()
            for document in documents { _ = try add(document, to: store) }
            #expect(try figures(store) == [2000, 150, 110, 120])
            let workout = try #require(try store.database.efforts.all().map(\.workout).first)
            #expect(workout.activityType == .running)
        }
    }

    @Test(arguments: [false, true]) func aWorkoutOfUnknownKindHasItsDistanceByTheKindOfAnotherFile(
        isFolder: Bool
    ) throws {
        let other = Self.run(metres: 2000, calories: 150, rates: [100, 120], sport: "Other")
        let running = Self.run(metres: 2000, calories: 150, rates: [100, 120])
        for documents in [[other, running], [running, other]] {
            let store = try ScratchStore()
            let receipts =
                try isFolder ? [add(folder: documents, to: store)] : documents.map { try add($0, to: store) }
            #expect(try figures(store) == [2000, 150, 110, 120])
            #expect(try store.count("SELECT count(*) FROM workout WHERE attributes IS NOT NULL") == 0)
            #expect(try store.count("SELECT count(*) FROM workout_statistics") == 3)
            if isFolder { #expect(receipts[0][.workoutStatistics].added == 3) }
        }
    }

    @Test func ofTwoWorkoutsThatAreTakenForOneTheReceiptNamesTheOther() throws {
        let (anna, ben) = (
            Self.run(metres: 2000, calories: 150, rates: [100, 120]),
            Self.run(metres: 2400, calories: 180, rates: [130, 150])
        )
        for (documents, winner) in [([anna, ben], "imported one"), ([ben, anna], "stored one")] {
            let store = try ScratchStore()
            #expect(try add(documents[0], to: store).diagnosticCount == 0)
            let receipt = try add(documents[1], to: store)
            #expect(receipt[.workouts].added == 0)
            #expect(receipt.diagnostics.map(\.reason) == [Self.conflict + winner])
            #expect(receipt.diagnostics.map(\.file) == ["run.tcx"])
            #expect(try figures(store) == [2400, 180, 140, 150])
            // The same file is not another workout.
            #expect(try add(ben, to: store).diagnosticCount == 0)
        }
    }

    // MARK: One import

    private static let repeated = "the activity occurs twice; it counts once"

    @Test func aWorkoutOfAFolderHasTheFiguresOfTheWholeFile() throws {
        let whole = Self.run(metres: 2000, rates: [100, 120, 140], hasPlaces: true)
        let part = Self.run(metres: 2000, rates: [100, 120, 140], hasPlaces: true, cutAfter: 2)
        for documents in [[whole, part], [part, whole], [part, part + " ", whole]] {
            let store = try ScratchStore()
            let receipt = try add(folder: documents, to: store)
            #expect(try figures(store) == [2000, nil, 120, 140])
            let workout = try #require(try store.database.efforts.all().map(\.workout).first)
            #expect(!workout.sample.metadata.contains { $0.key == "OpenHealthKitIncomplete" })
            #expect(workout.routes.map(\.pointCount) == [3])
            #expect(try store.count("SELECT count(*) FROM workout_route") == 1)
            #expect(try store.count("SELECT count(*) FROM route_point") == 3)
            #expect(receipt[.workouts].read == 1 && receipt[.workouts].added == 1)
            #expect(receipt[.workoutStatistics].read == 2 && receipt[.workoutStatistics].added == 2)
            #expect(receipt[.routes].read == 1 && receipt[.routes].added == 1)
            #expect(receipt[.routePoints].read == 3 && receipt[.routePoints].added == 3)
            #expect(receipt.records.added == 3)
            #expect(receipt.diagnostics.filter { $0.reason == Self.repeated }.count == documents.count - 1)
            let again = try add(folder: documents, to: store)
            #expect(again.records.added == 0 && again[.workouts].added == 0 && again[.routes].added == 0)
            #expect(again[.workouts].read == 1)
            #expect(try figures(store) == [2000, nil, 120, 140])
        }
    }

    @Test func aWorkoutOfAFolderIsThatOfSeveralImports() throws {
        let more = Self.run(metres: 1990, calories: 150, rates: [100, 120])
        let fewer = Self.run(metres: 2000, rates: [100, 140])
        let (anna, ben) = (
            Self.run(metres: 2000, calories: 150, rates: [100, 120]),
            Self.run(metres: 2400, calories: 180, rates: [130, 150])
        )
        let cases: [(documents: [String], figures: [Double?])] = [
            ([more, fewer], [1990, 150, 110, 120]), ([fewer, more], [1990, 150, 110, 120]),
            ([anna, ben], [2400, 180, 140, 150]), ([ben, anna], [2400, 180, 140, 150]),
        ]
        for (documents, expected) in cases {
            let store = try ScratchStore()
            let receipt = try add(folder: documents, to: store)
            #expect(try figures(store) == expected)
            #expect(receipt[.workouts].read == 1 && receipt[.workouts].added == 1)
            #expect(receipt.diagnostics.map(\.file) == ["b.tcx"])
            #expect(receipt.diagnostics.map(\.reason) == [Self.repeated])
        }
    }

    @Test func aFileWithoutAKindIsTheWorkoutOfAnotherFileOfTheFolder() throws {
        let other = Self.run(metres: 2000, calories: 150, rates: [100, 120], sport: "Other")
        let running = Self.run(metres: 2000, rates: [100, 120])
        for documents in [[other, running], [running, other]] {
            let store = try ScratchStore()
            for added in [1, 0] {
                let receipt = try add(folder: documents, to: store)
                #expect(receipt[.workouts].read == 1 && receipt[.workouts].added == added)
                #expect(try figures(store) == [2000, 150, 110, 120])
                let workout = try #require(try store.database.efforts.all().map(\.workout).first)
                #expect(workout.activityType == .running)
            }
        }
    }

    @Test func aRouteWithMorePointsReplacesThoseOfARouteWithTheSameDates() throws {
        let fine = Self.run(metres: 2000, rates: [100, 120, 140], hasPlaces: true)
        let coarse = Self.run(metres: 2000, rates: [100, 0, 140], hasPlaces: true)
        for documents in [[fine, coarse], [coarse, fine]] {
            for isFolder in [true, false] {
                let store = try ScratchStore()
                for _ in 0..<2 {
                    if isFolder {
                        _ = try add(folder: documents, to: store)
                    } else {
                        for document in documents { _ = try add(document, to: store) }
                    }
                    #expect(try figures(store) == [2000, nil, 120, 140])
                    #expect(try store.count("SELECT count(*) FROM workout_route") == 1)
                    #expect(try store.count("SELECT count(*) FROM route_point") == 3)
                }
            }
        }
    }
}
