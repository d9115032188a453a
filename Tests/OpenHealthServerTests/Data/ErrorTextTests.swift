// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthAPI
import OpenHealthModel
import TestTimeLimits
import Testing

@testable import OpenHealthServer

@Suite(.timeLimit(.usual)) struct ErrorTextTests {
    @Test func unknownUnitsAndActivitiesHaveTheNearestNames() async throws {
        try await DataWorld.run { world in
            let app = try world.trustedApp("app")
            let dates = #""startDate":"2026-01-01T00:00:00Z","endDate":"2026-01-01T01:00:00Z""#
            for (sample, hint) in [
                (#"{"type":"bodyMass",\#(dates),"value":80,"unit":"kgs"}"#, "Unknown unit. Did you mean kg"),
                (#"{"type":"bodyMass",\#(dates),"value":80,"unit":"x"}"#, "Unknown unit. Write it"),
                (#"{"type":"workout",\#(dates),"activityType":"runing"}"#, "Unknown activity. Did you mean running"),
                (#"{"type":"workout",\#(dates),"activityType":"qqqqqqqq"}"#, "Unknown activity. Expected"),
            ] {
                let body = try #require(JSONValue(#"{"samples":[\#(sample)]}"#))
                let response = try await app.post("/v1/samples", body)
                #expect(response.status == 422 && response.text.contains(hint), "\(response.text)")
            }
        }
    }

    /// The remedy of an error is a request, and not a function of HealthKit.
    @Test func missingPermissionsNameTheRequestThatAsksForThem() async throws {
        try await DataWorld.run { world in
            let app = try world.app("app")
            let steps = DataFixtures.saving([DataFixtures.stepSample(1)])
            for response in [
                try await app.get("/v1/statistics?type=stepCount"), try await app.post("/v1/samples", steps),
                try await app.get("/v1/samples?type=stepCount"), try await app.get("/v1/activity-summaries"),
            ] {
                #expect(response.status == 403, "\(response.text)")
                #expect(response.text.contains("POST /v1/authorization-requests"), "\(response.text)")
                #expect(!response.text.contains("requestAuthorization"), "\(response.text)")
            }
        }
    }
}
