// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import Testing

@testable import OpenHealthAPI

@Suite struct ReadableSampleTests {
    private static let start = Date(timeIntervalSince1970: 1_773_473_400)  // 2026-03-14T07:30:00Z

    @Test func everyCategoryValueHasItsNameAndIsReadByIt() throws {
        var checked = 0
        for entry in CatalogueJSON.whole.types {
            guard let type = HKObjectType.named(entry.type) as? HKCategoryType else { continue }
            for value in entry.values {
                let sample = HKCategorySample(
                    categoryType: type, value: value.value, startDate: Self.start, endDate: Self.start,
                    fields: HKObjectFields(newWith: nil, metadata: [:]))
                let json = SampleJSON(sample).json
                #expect(json["valueName"]?.string == value.name, "\(entry.type)")
                let text = #"{"type":"\#(entry.type)","startDate":"2026-03-14T07:30:00Z","valueName":"\#(value.name)"}"#
                let read = try SampleJSON(JSONReader(try #require(JSONValue(text))), extraKeys: [], isNew: true).sample
                #expect((read as? HKCategorySample)?.value == value.value, "\(text)")
                checked += 1
            }
        }
        #expect(checked > 100)
    }

    @Test(arguments: [
        #""valueName":"asleepLate""#, #""value":1,"valueName":"asleepCore""#, #""valueName":3"#,
    ])
    func aWrongNameIsRefused(part: String) throws {
        let json = JSONReader(
            try #require(JSONValue(#"{"type":"sleepAnalysis","startDate":"2026-03-14T07:30:00Z",\#(part)}"#)))
        let problem = #expect(throws: Problem.self) { try NewSampleJSON(json) }
        #expect(problem?.faults.map(\.pointer) == ["/valueName"])
    }

    private static func workout() -> HKWorkout {
        let rate = HKQuantityType(.heartRate)
        let cycling = HKQuantityType(.distanceCycling)
        func statistics(_ type: HKQuantityType, _ figures: HKStatisticsFigures) -> HKStatistics {
            HKStatistics(
                quantityType: type, startDate: start, endDate: start + 1800, figures: figures, figuresBySource: nil)
        }
        let all = [
            rate: statistics(
                rate, HKStatisticsFigures(average: HKQuantity(unit: HKUnit(from: "count/min"), doubleValue: 140))),
            cycling: statistics(
                cycling, HKStatisticsFigures(sum: HKQuantity(unit: .meter(), doubleValue: 12_000))),
        ]
        let configuration = HKWorkoutConfiguration()
        configuration.activityType = .cycling
        let activity = HKWorkoutActivity(
            uuid: UUID(), workoutConfiguration: configuration, startDate: start, endDate: start + 1800,
            statistics: all)
        let lap = HKWorkoutEvent(
            type: .lap, dateInterval: DateInterval(start: start, duration: 600), metadataValues: ["lap": .integer(1)])
        return HKWorkout(
            activityType: .cycling, startDate: start, endDate: start + 1800, duration: 1700, workoutEvents: [lap],
            workoutActivities: [activity], statistics: all, fields: HKObjectFields(newWith: nil, metadata: [:]))
    }

    @Test func aWorkoutHasItsFiguresAndPartsWithDates() throws {
        let workout = Self.workout()
        let json = SampleJSON(workout).json
        #expect(json["activityType"]?.string == "cycling" && json["duration"]?.double == 1700)
        #expect(json["totalDistance"]?.text == #"{"value":12000.0,"unit":"m"}"#)
        #expect(json["averageHeartRate"]?.text == #"{"value":140.0,"unit":"count/min"}"#)
        let event =
            #"{"type":"lap","startDate":"2026-03-14T07:30:00Z","endDate":"2026-03-14T07:40:00Z","metadata":{"lap":1}}"#
        #expect(json["events"]?.text == "[\(event)]")
        #expect(json["statistics"]?.array?.count == 2)
        let activity = try #require(json["activities"]?.array?.first)
        #expect(activity["startDate"]?.string == "2026-03-14T07:30:00Z" && activity["duration"]?.double == 1800)
        #expect(activity["statistics"]?.array?.count == 2 && activity["events"] == nil)
        // The whole object is restored from the other keys.
        let back = try SampleJSON(JSONReader(json)).sample
        #expect(EveryClass.archive(back) == EveryClass.archive(workout))
        #expect((back as? HKWorkout)?.givenTotals.distance == nil)
    }

    @Test func aNewWorkoutCanHaveEvents() throws {
        let times = #""startDate":"2026-03-14T07:30:00Z","endDate":"2026-03-14T08:30:00Z""#
        let text = """
            {"type":"HKWorkoutTypeIdentifier",\(times),"activityType":"running","events":[
              {"type":"pause","startDate":"2026-03-14T07:40:00Z"},{"type":2,"startDate":"2026-03-14T07:50:00Z"}]}
            """
        let sample = try NewSampleJSON(JSONReader(try #require(JSONValue(text)))).sample
        let workout = try #require(sample as? HKWorkout)
        #expect(workout.workoutEvents?.map(\.type) == [.pause, .resume])
        #expect(workout.duration == 3000)
        let wrong = text.replacing(#""type":"pause""#, with: #""type":"rest""#)
        #expect(throws: Problem.self) { try NewSampleJSON(JSONReader(try #require(JSONValue(wrong)))) }
        let statistics = text.replacing(#""events":["#, with: #""statistics":[],"events":["#)
        let problem = #expect(throws: Problem.self) {
            try NewSampleJSON(JSONReader(try #require(JSONValue(statistics))))
        }
        #expect(problem?.faults.map(\.pointer) == ["/statistics"])
        // A workout that was read and is saved again can be a copy of another one.
        let copy = text.replacing(#""events":["#, with: #""copyOf":"\#(UUID())","events":["#)
        let read = try NewSampleJSON(JSONReader(try #require(JSONValue(copy)))).sample
        #expect(read.fields.copyOf == nil && (read as? HKWorkout)?.workoutEvents?.count == 2)
    }
}
