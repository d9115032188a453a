// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthStore
import Testing

@testable import OpenHealthExport

@Suite struct AppleEffortTests {
    @Test func effortScoresOfWorkoutsAreWrittenOnceAndComeBack() throws {
        let world = try ExportWorld()
        let times = "startDate=\"2024-06-14 09:00:00 +0200\" endDate=\"2024-06-14 09:30:00 +0200\""
        let other = "startDate=\"2024-06-15 09:00:00 +0200\" endDate=\"2024-06-15 09:30:00 +0200\""
        func score(_ times: String) -> String {
            """
            <Record type="HKQuantityTypeIdentifierWorkoutEffortScore" sourceName="Watch" unit="appleEffortScore" \
            value="6" \(times)/>
            """
        }
        let xml = """
            <?xml version="1.0" encoding="UTF-8"?>
            <HealthData locale="en_US">
             <ExportDate value="2024-12-11 09:00:00 +0100"/>
             \(score(other))
             <Workout workoutActivityType="HKWorkoutActivityTypeRunning" duration="30" durationUnit="min" \
            sourceName="Watch" \(times)>\(score(times))</Workout>
            </HealthData>
            """
        try Data(xml.utf8).write(to: world.file("export.xml"))
        let database = try world.store()
        try world.importExport(world.file("export.xml"), into: database)
        let type = HKQuantityTypeIdentifier.workoutEffortScore.rawValue
        let receipt = try world.export(database, to: "apple")
        #expect(receipt.types[type] == 2 && receipt.written[.workoutSamples] == 1)
        let document = try String(contentsOf: world.file("apple/apple_health_export/export.xml"), encoding: .utf8)
        #expect(document.components(separatedBy: "type=\"\(type)\"").count == 3)
        let second = try world.store()
        try world.importExport(world.file("apple"), into: second)
        #expect(try second.records(SampleRequest(types: [type])).count == 2)
        // Without the workout, both are records of the top level.
        let alone = try world.export(database, to: "alone", selection: ContentSelection(types: [type]))
        #expect(alone.types[type] == 2)
    }
}
