// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import Testing

@testable import OpenHealthAPI

@Suite struct MetadataKeyCheckTests {
    private static func sample(_ key: String) throws -> JSONReader {
        let text =
            #"{"type":"stepCount","startDate":"2026-03-14T07:30:00Z","value":12,"unit":"count","metadata":{"\#(key)":"a"}}"#
        return JSONReader(try #require(JSONValue(text)))
    }

    /// HealthKit's keys begin with HK or with HKMetadataKey, and the other spelling is the most frequent mistake.
    @Test func theOtherSpellingOfEveryKeyIsRefusedWithTheRightOne() throws {
        var checked = 0
        for key in HealthMetadataKeys.all {
            let bare = key.replacing("HKMetadataKey", with: "").replacing(/^HK/, with: "")
            for other in ["HK" + bare, "HKMetadataKey" + bare] where HealthMetadataKeys.valueKind(other) == nil {
                let json = try Self.sample(other)
                let problem = #expect(throws: Problem.self) { try NewSampleJSON(json) }
                #expect(problem?.kind == .invalidArgument)
                #expect(problem?.faults.map(\.pointer) == ["/metadata/\(other)"])
                #expect(problem?.detail.contains("Did you mean \(key)?") == true, "\(other)")
                checked += 1
            }
        }
        #expect(checked > 50)
    }

    @Test func aMisspelledKeyIsRefusedAndOwnKeysAreKept() throws {
        let json = try Self.sample("HKMetadataKeySyncIdentifer")
        let problem = #expect(throws: Problem.self) { try NewSampleJSON(json) }
        #expect(problem?.detail.contains("Did you mean HKMetadataKeySyncIdentifier?") == true)
        for key in ["mood", "_HKPrivateKey", "org.example.HKSyncIdentifier"] {
            #expect(try NewSampleJSON(Self.sample(key)).sample.metadata?[key] as? String == "a")
        }
    }

    @Test func keysThatAPhoneHasWrittenAreKept() throws {
        let json = try Self.sample("HKSyncIdentifier")
        #expect(try SampleJSON(new: json, keepsMetadata: true).sample.metadata?["HKSyncIdentifier"] as? String == "a")
    }

    @Test func membersAndEventsAreCheckedToo() throws {
        let start = #""startDate":"2026-03-14T07:30:00Z""#
        let reading =
            #"{"type":"bloodPressureSystolic",\#(start),"value":120,"unit":"mmHg","metadata":{"HKTimezone":"UTC"}}"#
        let other = #"{"type":"bloodPressureDiastolic",\#(start),"value":80,"unit":"mmHg"}"#
        let text = #"{"type":"bloodPressure",\#(start),"objects":[\#(other),\#(reading)]}"#
        let json = JSONReader(try #require(JSONValue(text)))
        let problem = #expect(throws: Problem.self) { try NewSampleJSON(json) }
        #expect(problem?.faults.map(\.pointer) == ["/objects/1/metadata/HKTimezone"])
        let date = Date(timeIntervalSince1970: 1_780_000_000)
        let workout = HKWorkout(
            activityType: .running, start: date, end: date + 60,
            workoutEvents: [
                HKWorkoutEvent(
                    type: .pause, dateInterval: DateInterval(start: date, duration: 0), metadata: ["HKWrong": 1])
            ], totalEnergyBurned: nil, totalDistance: nil, metadata: nil)
        #expect(throws: Problem.self) { try NewSampleJSON(JSONReader(SampleJSON(workout).json)) }
    }
}
