// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthAPI
import TestTimeLimits
import Testing

@testable import OpenHealthServer

@Suite(.timeLimit(.usual)) struct ErrorTextTests {
    /// The remedy of an error is a request, and not a function of HealthKit.
    @Test func missingPermissionsNameTheRequestThatAsksForThem() async throws {
        try await DataWorld.run { world in
            let app = try world.app("app")
            let steps = DataFixtures.saving([DataFixtures.stepSample(1)])
            for answer in [
                try await app.get("/v1/statistics?type=stepCount"), try await app.post("/v1/samples", steps),
                try await app.get("/v1/samples?type=stepCount"), try await app.get("/v1/activity-summaries"),
            ] {
                #expect(answer.status == 403, "\(answer.text)")
                #expect(answer.text.contains("POST /v1/authorization-requests"), "\(answer.text)")
                #expect(!answer.text.contains("requestAuthorization"), "\(answer.text)")
            }
        }
    }
}
