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
        let starts = try database.efforts.all().map {
            $0.workout.sample.start.timeIntervalSince1970.rounded(.down)
        }.sorted()
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
            // Files say only that it is a dance, and the general kind is deprecated.
            let isDance = activity.rawValue == 14
            let expected =
                isDance ? .cardioDance : coarse[activity] ?? (FITSport.number(activity) == 0 ? .other : activity)
            let name = names[date.timeIntervalSince1970 + Double(index) * 1000]
            #expect(name?.lowercased() == "hkworkoutactivitytype\(expected)".lowercased(), "\(activity)")
        }
    }

    @Test func theDistanceOfAnUnknownKindComesBack() throws {
        let world = try ExportWorld()
        let database = try world.store()
        let url = world.file("other.tcx")
        try """
        <TrainingCenterDatabase><Activity Sport="Other"><Lap StartTime="2024-06-14T07:00:00Z">
        <TotalTimeSeconds>60</TotalTimeSeconds><DistanceMeters>1500</DistanceMeters></Lap></Activity>
        </TrainingCenterDatabase>
        """.write(to: url, atomically: true, encoding: .utf8)
        _ = try database.ingest(HealthImport(url: url), options: .init(file: "other.tcx"))
        try world.export(database, to: "fit", format: "fit")
        let reader = try HealthImport(url: world.file("fit"))
        var distances: [String?] = []
        while let batch = try reader.nextBatch() {
            for case .workout(let workout) in batch.items {
                distances.append(workout.attributes.first { $0.key == "totalDistance" }?.value)
            }
        }
        #expect(distances == ["1500.0"])
    }

    @Test(arguments: [false, true]) func figuresOfAWatchAndOfItsAccountCountOnce(isAccountFirst: Bool) throws {
        let world = try ExportWorld()
        // Midnight of 2024-06-14 in a zone two hours east of UTC.
        let midnight: Int64 = 1_718_316_000 - 631_065_600
        let time: (number: UInt8, type: FITType) = (253, .uint32)
        let info = FITMessage(number: 103, local: 6, fields: [time, (0, .uint32)])
        let resting = FITMessage(number: 211, local: 7, fields: [time, (0, .uint8), (1, .uint8)])
        let rate = FITMessage(number: 55, local: 8, fields: [time, (27, .uint8)])
        let score = FITMessage(number: 346, local: 9, fields: [(6, .uint8)])
        var file = FITFile()
        file.add(.fileID, [32, 1, nil, nil, midnight])
        file.add(info, [midnight, midnight + 7200])
        file.add(.event, [midnight - 1800, 74, 0])
        file.add(.event, [midnight + 25_200, 74, 1])
        file.add(score, [81])
        for (seconds, figure) in [(20_000, 54), (50_000, 52)] as [(Int64, Int64)] {
            file.add(resting, [midnight + seconds, 55, figure])
        }
        file.add(rate, [midnight + 86_400, 60])
        try Data(file.bytes).write(to: world.file("watch.fit"))
        for (name, text) in [
            (
                "DI-Connect-Aggregator/UDSFile_1.json",
                """
                [{"calendarDate":"2024-06-14","restingHeartRate":55,"currentDayRestingHeartRate":52,
                "wellnessStartTimeGmt":"2024-06-13T22:00:00.0"}]
                """
            ),
            (
                "DI-Connect-Wellness/1_sleepData.json",
                """
                [{"calendarDate":"2024-06-14","sleepStartTimestampGMT":"2024-06-13T21:30:00.0",
                "sleepEndTimestampGMT":"2024-06-14T05:00:00.0","sleepScores":{"overallScore":81}}]
                """
            ),
        ] {
            let url = world.file("account/DI_CONNECT/" + name)
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: url)
        }
        let database = try world.store()
        let receipts = try (isAccountFirst ? ["account", "watch.fit"] : ["watch.fit", "account"]).map {
            try database.ingest(HealthImport(url: world.file($0)), options: .init(file: $0))
        }
        let types = [
            HKQuantityTypeIdentifier.restingHeartRate.rawValue,
            "OpenHealthKitQuantityTypeIdentifierGarminSleepScore",
        ]
        for type in types {
            #expect(receipts.map { $0.byType[type]?.read } == [1, 1], "\(type)")
            #expect(receipts.map { $0.byType[type]?.added } == [1, 0], "\(type)")
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
