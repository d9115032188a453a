// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthTestSupport
import Testing

@testable import OpenHealthAPI

@Suite struct SampleJSONTests {
    @Test func everyTypeHasASample() {
        let types = HealthTypes.all.compactMap { HKObjectType.named($0.identifier) as? HKSampleType }
        #expect(Set(EveryClass.ofEveryType.map(\.sampleType)) == Set(types))
        #expect(types.count > 150)
    }

    @Test func everySampleRoundTripsExactly() throws {
        #expect(EveryClass.all.count == 3 * (EveryClass.ofEveryType.count + 6))
        for sample in EveryClass.all {
            let text = SampleJSON(sample).json.text
            let json = try #require(JSONValue(text), "\(sample.sampleType)")
            let back = try SampleJSON(JSONReader(json)).sample
            #expect(type(of: back) == type(of: sample))
            #expect(EveryClass.archive(back) == EveryClass.archive(sample), "\(text)")
            #expect(SampleJSON(back).json.text == text)
        }
    }

    @Test func everyNewSampleKeepsTheAppsValues() throws {
        for sample in EveryClass.ofEveryType {
            let json = JSONReader(NewSampleJSON(sample).json)
            #expect(EveryClass.archive(try NewSampleJSON(json).sample) == EveryClass.archive(sample))
        }
    }

    @Test func quantitiesAndCategoriesAreReadable() throws {
        let start = Date(timeIntervalSinceReferenceDate: 795_166_200)
        let steps = HKQuantitySample(
            type: HKQuantityType(.stepCount), quantity: HKQuantity(unit: .count(), doubleValue: 12), start: start,
            end: start + 60)
        let text = SampleJSON(steps).json.text
        #expect(text.contains(#""type":"HKQuantityTypeIdentifierStepCount","startDate":"2026-03-14T07:30:00Z""#))
        #expect(text.contains(#""endDate":"2026-03-14T07:31:00Z","value":12.0,"unit":"count""#))
        #expect(!text.contains("detail"))
        for sample in EveryClass.ofEveryType where sample is HKCategorySample || sample is HKCorrelation {
            #expect(SampleJSON(sample).json["class"] == nil)
        }
    }

    @Test(arguments: [
        #"{"type":"stepCount","startDate":"2026-03-14T07:30:00Z","value":12,"unit":"count"}"#,
        #"{"type":"HKCategoryTypeIdentifierSleepAnalysis","startDate":"2026-03-14T07:30:00+01:00","value":3}"#,
        #"{"type":"HKWorkoutTypeIdentifier","startDate":"2026-03-14T07:30:00Z","endDate":"2026-03-14T08:30:00Z","activityType":"running"}"#,
        """
        {"type":"bloodPressure","startDate":"2026-03-14T07:30:00Z","objects":[
          {"type":"bloodPressureSystolic","startDate":"2026-03-14T07:30:00Z","value":120,"unit":"mmHg"},
          {"type":"bloodPressureDiastolic","startDate":"2026-03-14T07:30:00Z","value":80,"unit":"mmHg"}]}
        """,
    ])
    func appsMayOmitWhatTheServerKnows(text: String) throws {
        let json = JSONReader(try #require(JSONValue(text)))
        let sample = try NewSampleJSON(json).sample
        #expect(sample.sampleType.identifier == (try json.required("type").sampleType()).identifier)
        #expect(throws: Problem.self) { try SampleJSON(json) }
    }

    @Test func measurementsRoundTrip() throws {
        var point = RoutePoint(time: 1e9 + 0.1, latitude: 52.5, longitude: -13.4, altitude: 34, speed: -1)
        point.courseAccuracy = 0
        let all: [SeriesMeasurements] = [
            .heartbeats([SeriesHeartbeat(time: 0.1, precededByGap: true)]), .electrocardiogram([0.5, -1e-9]),
            .quantities([SeriesQuantity(start: 1, end: 1, value: 5), SeriesQuantity(start: 2, end: 3, value: 0.1)]),
            .route([RoutePoint(time: 1, latitude: 2, longitude: 3), point], workout: UUID()), .route([], workout: nil),
        ]
        for measurements in all {
            let json = JSONReader(JSONFormat.measurements.json(measurements))
            let back = try JSONFormat.measurements.decode(json)
            #expect("\(back)" == "\(measurements)")
        }
    }
}
