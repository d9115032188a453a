// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthFormats
import OpenHealthModel
import OpenHealthStore
import Testing

/// Activities that accounts only summarise, imported together and in several calls.
@Suite struct AccountRepeatTests {
    /// 2024-06-14T07:00:00Z in milliseconds since 1970.
    private static let start = 1_718_348_400_000

    /// Returns the summary of a run of half an hour.
    private static func run(
        _ identifier: Int?, metres: Int, after seconds: Int = 0, kind: String = "running", name: String? = nil
    ) -> String {
        let texts = [identifier.map { "\"activityId\":\($0)," }, name.map { "\"name\":\"\($0)\"," }]
        let activity = texts.compactMap(\.self).joined()
        return """
            {\(activity)"activityType":"\(kind)","beginTimestamp":\(start + seconds * 1000),"duration":1800000,\
            "distance":\(metres * 100),"calories":\(metres / 10)}
            """
    }

    private static func write(_ runs: [String], of owner: String, in folder: String, _ world: ExportWorld) throws {
        let path = world.file("\(folder)/DI_CONNECT/DI-Connect-Fitness")
        try FileManager.default.createDirectory(at: path, withIntermediateDirectories: true)
        let text = "[{\"summarizedActivitiesExport\":[\(runs.joined(separator: ","))]}]"
        try Data(text.utf8).write(to: path.appendingPathComponent("\(owner)_0_summarizedActivities.json"))
    }

    private func add(_ name: String, _ database: HealthDatabase, _ world: ExportWorld) throws -> ImportReceipt {
        try database.ingest(HealthImport(url: world.file(name)), options: .init(file: name))
    }

    @Test func accountsOfTwoPersonsAddTheSameInOneImportAndInSeveral() throws {
        let world = try ExportWorld()
        // Both call an activity 1, and both ran half an hour at one time.
        let anna = [Self.run(1, metres: 5000), Self.run(2, metres: 7000, after: 86_400)]
        let ben = [Self.run(1, metres: 6000), Self.run(nil, metres: 8000, after: 172_800)]
        try Self.write(anna, of: "anna", in: "both/anna", world)
        try Self.write(ben, of: "ben", in: "both/ben", world)
        // The same exports elsewhere.
        try Self.write(anna, of: "anna", in: "later", world)
        try Self.write(ben, of: "ben", in: "last", world)
        for order in [["both"], ["both/anna", "both/ben"], ["both/ben", "both/anna"]] {
            let database = try world.store()
            let added = try order.map { try add($0, database, world)[.workouts].added }
            #expect(added.reduce(0, +) == 4, "\(order)")
            for name in ["both", "later", "last", "both/ben", "both/anna"] {
                let receipt = try add(name, database, world)
                #expect(receipt[.workouts].added == 0 && receipt.diagnosticCount == 0, "\(order) \(name)")
            }
        }
    }

    @Test func anActivityWithAnotherIdentifierAndTheSameTotalsIsNamed() throws {
        let world = try ExportWorld()
        try Self.write([Self.run(1, metres: 5000)], of: "anna", in: "anna", world)
        try Self.write([Self.run(2, metres: 5000)], of: "ben", in: "ben", world)
        let database = try world.store()
        #expect(try add("anna", database, world)[.workouts].added == 1)
        let receipt = try add("ben", database, world)
        #expect(receipt[.workouts].added == 0)
        #expect(
            receipt.diagnostics.map(\.reason) == [
                "an activity has the time, kind and totals of a stored one with another identifier; it was not added"
            ])
    }

    @Test(arguments: [["other", "running"], ["running", "other"]])
    func anActivityOfUnknownKindWithOtherTotalsIsAnotherOne(kinds: [String]) throws {
        let world = try ExportWorld()
        try Self.write([Self.run(1, metres: 5000, kind: kinds[0])], of: "anna", in: "anna", world)
        try Self.write([Self.run(2, metres: 8000, kind: kinds[1])], of: "ben", in: "ben", world)
        let database = try world.store()
        for name in ["anna", "ben"] {
            let receipt = try add(name, database, world)
            #expect(receipt[.workouts].added == 1 && receipt.diagnosticCount == 0)
        }
    }

    /// Returns the names of the workouts, with the accounts that gave them.
    private func names(_ database: HealthDatabase) throws -> [[String?]] {
        try database.records(SampleRequest(types: [HKWorkoutTypeIdentifier])).map { record in
            [HKMetadataKeyWorkoutBrandName, "OpenHealthKitNamedBy"].map { key in
                record.metadata.first { $0.key == key }?.value
            }
        }
    }

    @Test func aFileOfTwoAccountsHasTheNameOfTheSameServiceInAnyOrder() throws {
        let world = try ExportWorld()
        func write(_ text: String, to path: String) throws {
            let file = world.file(path)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
        }
        let original = """
            <TrainingCenterDatabase><Activities><Activity Sport="Running"><Lap StartTime="2024-06-14T07:00:00Z">
            <TotalTimeSeconds>1800</TotalTimeSeconds><DistanceMeters>5000</DistanceMeters></Lap></Activity></Activities>
            </TrainingCenterDatabase>
            """
        for (folder, name) in [("garmin", "G"), ("later", "G2")] {
            try Self.write([Self.run(1, metres: 5000, name: name)], of: "anna", in: folder, world)
            try write(original, to: "\(folder)/DI_CONNECT/DI-Connect-Uploaded-Files/1.tcx")
        }
        // The energy of Strava is greater than that of Garmin, so that its version of the workout counts.
        try write(original, to: "strava/activities/7.tcx")
        try write(
            """
            Activity ID,Activity Date,Activity Name,Activity Type,Elapsed Time,Distance,Calories,Filename
            1,"Jun 14, 2024, 7:00:00 AM",S,Run,1800,0,500,activities/7.tcx

            """, to: "strava/activities.csv")
        for order in [["garmin", "strava"], ["strava", "garmin"]] {
            let database = try world.store()
            for name in order + order { _ = try add(name, database, world) }
            #expect(try names(database) == [["G", "garmin-account"]], "\(order)")
            // The activity was renamed before a later export.
            for name in ["later", "strava"] { _ = try add(name, database, world) }
            #expect(try names(database) == [["G2", "garmin-account"]], "\(order)")
        }
        let database = try world.store()
        _ = try add("strava", database, world)
        #expect(try names(database) == [["S", "strava-account"]])
    }

    @Test func anActivityWithoutAFileHasTheNameOfTheLaterImport() throws {
        let world = try ExportWorld()
        try Self.write([Self.run(1, metres: 5000, name: "Old")], of: "anna", in: "first", world)
        try Self.write([Self.run(1, metres: 5000, name: "New")], of: "anna", in: "second", world)
        // Another activity with the same time and totals is named in the receipt, and says nothing about the name.
        try Self.write([Self.run(2, metres: 5000, name: "Other")], of: "ben", in: "other", world)
        let database = try world.store()
        for name in ["first", "second", "other"] { _ = try add(name, database, world) }
        #expect(try names(database) == [["New", nil]])
    }

    @Test func anActivityWhoseTotalsWereCorrectedInTheAccountIsTheSame() throws {
        let world = try ExportWorld()
        try Self.write([Self.run(1, metres: 5000)], of: "anna", in: "first", world)
        try Self.write([Self.run(1, metres: 5200)], of: "anna", in: "second", world)
        let database = try world.store()
        #expect(try add("first", database, world)[.workouts].added == 1)
        #expect(try add("second", database, world)[.workouts].added == 0)
    }
}
