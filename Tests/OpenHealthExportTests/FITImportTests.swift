// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthFormats
import OpenHealthModel
import OpenHealthStore
import Testing

@testable import OpenHealthExport

@Suite struct FITImportTests {
    @Test func exportedWorkoutsComeBackAndASecondImportAddsNothing() throws {
        let world = try ExportWorld()
        let database = try world.demo(records: 6000)
        let exported = try world.export(database, to: "fit", format: "fit")
        let copy = try world.store()
        let receipt = try copy.ingest(HealthImport(url: world.file("fit")), options: .init(file: "fit"))
        #expect(receipt.format == "fit" && receipt.complete && receipt.diagnostics == [])
        #expect(receipt.description?.hasPrefix("this is data in the format FIT: ") == true)
        let request = SampleRequest(types: [HKWorkoutTypeIdentifier])
        // FIT has whole seconds.
        let starts = try database.records(request).map { $0.start.timeIntervalSince1970.rounded(.down) }.sorted()
        #expect(try copy.records(request).map(\.start.timeIntervalSince1970).sorted() == starts)
        #expect(receipt[.workouts].added == starts.count)
        #expect(receipt[.routePoints].added == exported.written[.routePoints] ?? 0)
        #expect((receipt.byType[HKQuantityTypeIdentifier.heartRate.rawValue]?.added ?? 0) > 0)
        let again = try copy.ingest(HealthImport(url: world.file("fit")), options: .init(file: "fit"))
        #expect(again.records.added == 0 && again.records.read == receipt.records.read)
        for kind in ImportReceipt.Kind.allCases { #expect(again[kind].added == 0, "\(kind)") }
    }

    @Test func everyKindThatFITHasComesBack() throws {
        let world = try ExportWorld()
        let database = try world.store()
        let date = Date(timeIntervalSince1970: 1_718_348_400)
        let activities = HKWorkoutActivityType.allCases.enumerated().map { index, activity in
            let start = (date + Double(index) * 1000).ISO8601Format()
            return """
                <Activity Sport="\(activity)"><Lap StartTime="\(start)"><TotalTimeSeconds>60</TotalTimeSeconds></Lap>
                </Activity>
                """
        }
        let url = world.file("kinds.tcx")
        try "<TrainingCenterDatabase>\(activities.joined())</TrainingCenterDatabase>"
            .write(to: url, atomically: true, encoding: .utf8)
        _ = try database.ingest(HealthImport(url: url), options: .init(file: "kinds.tcx"))
        try world.export(database, to: "fit", format: "fit")
        let reader = try HealthImport(url: world.file("fit"))
        var names: [Double: String] = [:]
        while let batch = try reader.nextBatch() {
            for case .workout(let workout) in batch.items { names[workout.sample.start] = workout.activityType }
        }
        // FIT has one kind for these.
        let coarse: [HKWorkoutActivityType: HKWorkoutActivityType] = [
            .functionalStrengthTraining: .traditionalStrengthTraining, .coreTraining: .crossTraining,
            .stepTraining: .crossTraining, .kickboxing: .boxing,
        ]
        for (index, activity) in HKWorkoutActivityType.allCases.enumerated() {
            let expected = coarse[activity] ?? (FITSport.number(activity) == 0 ? .other : activity)
            let name = names[date.timeIntervalSince1970 + Double(index) * 1000]
            #expect(name?.lowercased() == "hkworkoutactivitytype\(expected)".lowercased(), "\(activity)")
        }
    }

    @Test func theLengthsOfAPoolComeBack() throws {
        let world = try ExportWorld()
        let database = try world.store()
        let laps = (0..<4).map { index in
            """
            <WorkoutEvent type="HKWorkoutEventTypeLap" date="2024-06-14 09:0\(index / 2):\(index % 2 == 0 ? "00" : "30") \
            +0200" duration="0.5" durationUnit="min">
             <MetadataEntry key="HKSwimmingStrokeStyle" value="\(index + 2)"/></WorkoutEvent>
            """
        }
        let xml = """
            <?xml version="1.0" encoding="UTF-8"?>
            <HealthData locale="en_US">
             <Workout workoutActivityType="HKWorkoutActivityTypeSwimming" duration="2" durationUnit="min" \
            sourceName="Watch" startDate="2024-06-14 09:00:00 +0200" endDate="2024-06-14 09:02:00 +0200">
              <MetadataEntry key="HKSwimmingLocationType" value="1"/>
              <MetadataEntry key="HKLapLength" value="25 m"/>
              \(laps.joined())
             </Workout>
            </HealthData>
            """
        try Data(xml.utf8).write(to: world.file("export.xml"))
        try world.importExport(world.file("export.xml"), into: database)
        try world.export(database, to: "fit", format: "fit")
        let reader = try HealthImport(url: world.file("fit"))
        var workouts: [WorkoutData] = []
        while let batch = try reader.nextBatch() {
            for case .workout(let workout) in batch.items { workouts.append(workout) }
        }
        let workout = try #require(workouts.first)
        #expect(workouts.count == 1 && workout.activityType == "HKWorkoutActivityTypeSwimming")
        #expect(workout.events.map(\.type) == Array(repeating: "HKWorkoutEventTypeLap", count: 4))
        #expect(workout.events.map { $0.metadata.first?.value } == ["2", "3", "4", "5"])
        #expect(workout.events.allSatisfy { $0.duration == 30 })
        let metadata = Dictionary(workout.sample.metadata.map { ($0.key, $0.value) }) { $1 }
        #expect(metadata[HKMetadataKeyLapLength] == "25 m" && metadata[HKMetadataKeySwimmingLocationType] == "1")
    }
}
