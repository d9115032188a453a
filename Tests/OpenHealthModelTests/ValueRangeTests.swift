// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import OpenHealthModel

@Suite struct ValueRangeTests {
    @Test func everyQuantityTypeHasARangeWithLimitsInOrder() throws {
        for type in HealthTypes.all where type.kind == .quantity {
            let range = try #require(ValueRanges.range(of: type.identifier), "\(type.identifier)")
            let limits = [range.impossibleBelow, range.improbableBelow, range.improbableAbove, range.impossibleAbove]
                .compactMap(\.self)
            #expect(limits == limits.sorted(), "\(type.identifier)")
            #expect(range.impossibleBelow != nil && range.impossibleAbove != nil, "\(type.identifier)")
            for limit in limits { #expect(range.verdict(limit) != .impossible, "\(type.identifier)") }
            for value in [Double.nan, .infinity, -.infinity, 1e300, -1e300] {
                #expect(range.verdict(value) == .impossible, "\(type.identifier)")
            }
        }
    }

    @Test func otherTypesHaveNoRange() {
        for type in HealthTypes.all where type.kind != .quantity {
            #expect(ValueRanges.range(of: type.identifier) == nil)
        }
        #expect(ValueRanges.range(of: "HKQuantityTypeIdentifierNone") == nil)
    }

    @Test(arguments: ["SleepScore", "StressLevel", "TrainingReadiness", "BodyBattery"])
    func scoresAreAtMostAHundred(name: String) throws {
        let range = try #require(ValueRanges.range(of: "OpenHealthKitQuantityTypeIdentifierGarmin" + name))
        for value in [0, 50, 100] as [Double] { #expect(range.verdict(value) == .usual) }
        for value in [-1, 101] as [Double] { #expect(range.verdict(value) == .impossible) }
    }

    @Test(arguments: [
        ("HeartRate", 61, ValueRange.Verdict.usual), ("HeartRate", 29, .improbable), ("HeartRate", -1, .impossible),
        ("HeartRate", 481, .impossible), ("OxygenSaturation", 1, .usual), ("OxygenSaturation", 1.01, .impossible),
        ("BodyTemperature", 37, .usual), ("BodyTemperature", 98.6, .impossible), ("BodyMass", 0, .impossible),
        ("BodyMass", 301, .improbable),
    ])
    func verdicts(type: String, value: Double, verdict: ValueRange.Verdict) throws {
        #expect(try #require(ValueRanges.range(of: "HKQuantityTypeIdentifier" + type)).verdict(value) == verdict)
    }
}
