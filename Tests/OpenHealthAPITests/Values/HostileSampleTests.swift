// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthTestSupport
import Testing

@testable import OpenHealthAPI

@Suite struct HostileSampleTests {
    private static let start = #""startDate":"2026-03-14T07:30:00Z""#

    @Test(arguments: [
        #"{}"#, #"[]"#, #"null"#, #"{"type":"stepCount"}"#, #"{"type":"noSuchType",\#(start)}"#,
        #"{"type":"dateOfBirth",\#(start),"value":1}"#, #"{"type":"stepCount",\#(start),"value":"12","unit":"count"}"#,
        #"{"type":"stepCount",\#(start),"value":12,"unit":"kg"}"#,
        #"{"type":"stepCount",\#(start),"value":12,"unit":"(((((count"}"#,
        #"{"type":"stepCount",\#(start),"value":12}"#, #"{"type":"sleepAnalysis",\#(start),"value":77}"#,
        #"{"type":"sleepAnalysis",\#(start),"value":1.5}"#,
        #"{"type":"stepCount",\#(start),"value":12,"unit":"count","value":13}"#,
        #"{"type":"stepCount",\#(start),"value":12,"unit":"count","more":1}"#,
        #"{"type":"stepCount",\#(start),"endDate":"2026-03-14T07:29:59Z","value":12,"unit":"count"}"#,
        #"{"type":"stepCount",\#(start),"endDate":"4001-01-01T00:00:00Z","value":12,"unit":"count"}"#,
        #"{"type":"stepCount",\#(start),"value":12,"unit":"count","metadata":{"a":null}}"#,
        #"{"type":"stepCount",\#(start),"value":12,"unit":"count","metadata":{"a":[1]}}"#,
        #"{"type":"stepCount",\#(start),"value":12,"unit":"count","metadata":{"a":1,"a":2}}"#,
        #"{"type":"stepCount",\#(start),"value":12,"unit":"count","metadata":{"HKMetadataKeySyncIdentifier":"a"}}"#,
        #"{"type":"menstrualFlow",\#(start),"value":2}"#, #"{"type":"bloodPressure",\#(start),"objects":[]}"#,
        #"{"type":"bloodPressure",\#(start),"objects":[{"type":"stepCount",\#(start),"value":1,"unit":"count"}]}"#,
        #"{"type":"HKWorkoutTypeIdentifier",\#(start),"activityType":"sitting"}"#,
        #"{"type":"HKWorkoutTypeIdentifier",\#(start),"activityType":"running","duration":-1}"#,
        #"{"type":"HKWorkoutTypeIdentifier",\#(start),"activityType":"running","totalDistance":{"value":1,"unit":"kg"}}"#,
        #"{"type":"HKDataTypeIdentifierElectrocardiogram",\#(start)}"#,
        #"{"type":"stepCount",\#(start),"class":"HKWorkout","detail":{}}"#,
        #"{"type":"stepCount",\#(start),"class":"NSObject","detail":{}}"#,
        #"{"type":"stepCount",\#(start),"class":"HKStateOfMind","detail":{"HKStateOfMind":{}}}"#,
        #"{"type":"stepCount",\#(start),"class":"HKDiscreteQuantitySample","detail":[]}"#,
        #"{"type":"stepCount",\#(start),"uuid":"no","value":1,"unit":"count"}"#,
    ])
    func invalidSamplesAreRefused(text: String) throws {
        let json = JSONReader(try #require(JSONValue(text), "\(text)"))
        let problem = #expect(throws: Problem.self) { try NewSampleJSON(json) }
        #expect(problem?.kind == .invalidArgument)
    }

    /// Samples of classes with a single type are refused under other types.
    @Test func classesAreRefusedUnderOtherTypes() throws {
        let types = EveryClass.ofEveryType.map(\.sampleType)
        for sample in EveryClass.ofEveryType {
            guard case .object(let entries) = SampleJSON(sample).json, entries.contains(where: { $0.key == "class" })
            else {
                continue
            }
            for type in types where type != sample.sampleType {
                let changed = entries.map { $0.key == "type" ? ($0.key, .string(type.identifier)) : $0 }
                guard let read = try? NewSampleJSON(JSONReader(.object(changed))).sample else { continue }
                #expect(read.sampleType == type && Swift.type(of: read) == Swift.type(of: type.sample()))
            }
        }
    }

    /// Damaged samples never crash the process. A sample that can still be read can be written and read again.
    @Test func damagedSamplesAreRefusedOrValid() throws {
        var random = SeededGenerator(seed: 6)
        var readable = 0
        for sample in EveryClass.ofEveryType {
            let bytes = SampleJSON(sample).json.bytes
            for _ in 0..<40 {
                var damaged = bytes
                for _ in 0..<Int.random(in: 1...3, using: &random) {
                    let place = Int.random(in: damaged.indices, using: &random)
                    switch Int.random(in: 0..<3, using: &random) {
                    case 0: damaged[place] = UInt8.random(in: 0...255, using: &random)
                    case 1: damaged.remove(at: place)
                    default: damaged.insert(UInt8(ascii: "0"), at: place)
                    }
                }
                guard let json = damaged.withUnsafeBufferPointer({ JSONValue(utf8: $0) }),
                    let read = try? NewSampleJSON(JSONReader(json)).sample
                else { continue }
                readable += 1
                let again = try SampleJSON(JSONReader(SampleJSON(read).json)).sample
                #expect(EveryClass.archive(again) == EveryClass.archive(read))
            }
        }
        #expect(readable > 100)
    }
}
