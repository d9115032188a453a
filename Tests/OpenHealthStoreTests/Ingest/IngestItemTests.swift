// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import Testing

@testable import OpenHealthStore

/// Tests of items that share a file or a date that is usually unique.
@Suite struct IngestItemTests {
    private static func workout(_ day: Int) -> WorkoutData {
        let sample = SampleData(
            provenance: 0, start: Double(day) * 86_400, end: Double(day) * 86_400 + 1800)
        var workout = WorkoutData(activityType: "HKWorkoutActivityTypeRunning", sample: sample)
        workout.routes = [WorkoutRouteData(sample: sample, files: ["/workout-routes/same.gpx"])]
        return workout
    }

    @Test func routesThatNameOneFileAllHaveItsPoints() throws {
        let store = try ScratchStore()
        var batch = SampleBatch()
        batch.newProvenances = [ProvenanceData(sourceName: "Watch")]
        let points = (0..<10).map { RoutePoint(time: Double($0), latitude: 50, longitude: 7) }
        batch.items = [
            .workout(Self.workout(1)), .workout(Self.workout(2)),
            .routeFile(RouteFileData(path: "/workout-routes/same.gpx", points: points)),
        ]
        for round in 0..<2 {
            let receipt = try store.importBatches([batch])
            #expect(receipt[.routes].read == 2)
            #expect(receipt[.routePoints].read == 10)
            #expect(receipt[.routePoints].added == (round == 0 ? 10 : 0))
            #expect(try store.database.routes().map(\.pointCount) == [10, 10])
        }
    }

    /// All records of a provider are received within one second, with or without their documents.
    @Test func clinicalRecordsOfOneSecond() throws {
        let store = try ScratchStore()
        func batch(documents: Bool) -> SampleBatch {
            var batch = SampleBatch()
            batch.items = (0..<300).map { number in
                .clinicalRecord(
                    ClinicalRecordData(
                        type: "Condition", identifier: "c-\(number)", sourceName: "Clinic", sourceURL: "https://clinic",
                        fhirVersion: "4.0.1", receivedDate: 1000, resourcePath: "/clinical-records/\(number).json",
                        resource: documents ? Data("{}".utf8) : nil))
            }
            return batch
        }
        #expect(try store.importBatches([batch(documents: false)])[.clinicalRecords].added == 300)
        let second = try store.importBatches([batch(documents: true)])
        #expect(second[.clinicalRecords].read == 300)
        #expect(second[.clinicalRecords].added == 0)
        #expect(try store.count("SELECT count(*) FROM clinical_record WHERE resource IS NOT NULL") == 300)
        let records = try store.database.records(SampleRequest())
        #expect(Set(records.map(\.uuid)).count == 300)
        try store.expectNoFaults()
    }
}
