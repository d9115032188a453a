// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthModel
import OpenHealthStore
import OpenHealthTestSupport
import TestTimeLimits
import Testing

@testable import OpenHealthServer

/// Tests of impossible values that are sent by an app with permission to save their type.
@Suite(.timeLimit(.usual)) struct HostileValueTests {
    private static let start = #""startDate":"2026-03-14T07:30:00Z","endDate":"2026-03-14T07:31:00Z""#

    /// Samples, and the field that the response names.
    private static let samples: [(json: String, field: String)] = [
        (
            #"{"type":"stepCount",\#(start),"value":1,"unit":"count","metadata":{"k":{"secondsSince2001":"nan"}}}"#,
            "metadata value of k"
        ),
        (
            #"{"type":"stepCount",\#(start),"value":1,"unit":"count","metadata":{"k":{"secondsSince2001":1e308}}}"#,
            "metadata value of k"
        ),
        (
            #"{"type":"stepCount",\#(start),"value":1,"unit":"count","metadata":{"k":{"number":"inf"}}}"#,
            "metadata value of k"
        ),
        (
            #"{"type":"stepCount",\#(start),"value":1,"unit":"count","metadata":{"k":{"value":"nan","unit":"kg"}}}"#,
            "metadata value of k"
        ),
        (#"{"type":"stepCount",\#(start),"value":1e300,"unit":"count"}"#, "value"),
        (
            #"{"type":"stepCount",\#(start),"value":2,"unit":"count","series":{"readings":[{"start":5,"value":1}]}}"#,
            "reading"
        ),
        (
            #"{"type":"stepCount",\#(start),"value":1,"unit":"count","series":{"readings":[{"start":1e308,"value":1}]}}"#,
            "reading"
        ),
        (
            #"{"type":"HKWorkoutTypeIdentifier",\#(start),"activityType":"running","duration":1e308}"#, "duration"
        ),
        (
            #"{"type":"HKDataTypeStateOfMind",\#(start),"class":"HKStateOfMind","detail":{"HKStateOfMind":"#
                + #"{"kind":1,"valence":99.5,"labels":[],"associations":[]}}}"#, "valence"
        ),
    ]

    @Test func valuesOutOfRangeAreRefusedAndTheTypeStaysReadable() async throws {
        try await TestDaemon.with { daemon in
            let token = try daemon.app("curl")
            let types: [HKSampleType] = [DataFixtures.steps, .workoutType(), .stateOfMindType()]
            try daemon.allow("curl", share: types, read: types)
            for (sample, field) in Self.samples {
                let json = try #require(JSONValue(#"{"samples":[\#(sample)]}"#), "\(sample)")
                let response = try await daemon.send("POST", "/v1/samples", token: token, json: json)
                #expect((400..<500).contains(response.status), "\(sample): \(response.text)")
                #expect(response.text.contains(field), "\(sample): \(response.text)")
                for value in ["99.5", "1e308", "1e+308", "1e+300", "1e300"] { #expect(!response.text.contains(value)) }
            }
            for path in [
                "/v1/samples?type=stepCount", "/v1/samples?type=HKDataTypeStateOfMind",
                "/v1/samples?type=HKWorkoutTypeIdentifier", "/v1/statistics?type=stepCount",
            ] {
                let response = try await daemon.send("GET", path, token: token)
                #expect(response.status == 200 || response.status == 400, "\(path): \(response.text)")
            }
            #expect(try await daemon.send("GET", "/v1/samples?type=stepCount", token: token).text == #"{"samples":[]}"#)
        }
    }
}
