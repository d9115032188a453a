// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthKit
import OpenHealthAccess
import OpenHealthSession
import Testing

/// Tests of the API that is available to an app that imports only `HealthKit`.
@Suite struct NewcomerTests {
    @Test func setUpNeedsNoOtherImport() async throws {
        let app = AppIdentity(identifier: "org.example.newcomer", name: "Newcomer", version: "1.0")
        var configuration = HealthKitSystem.Configuration(store: .memory, app: app, authorization: .deny)
        configuration.authorization = .rule { request, type, isSharing in
            request.app.name == "Newcomer" && (isSharing || type.identifier.isEmpty)
        }
        configuration.authorization = .answering { request in
            var decision = AuthorizationDecision.granting(request)
            for type in request.read { decision.read[type] = .limited(since: .distantPast) }
            return decision
        }
        let decision = try await configuration.authorization.answer(
            AuthorizationRequest(app: app, share: [], read: [HKQuantityType(.stepCount)]))
        #expect(decision.read == [HKQuantityType(.stepCount): .limited(since: .distantPast)])
        #expect(configuration.app.identifier == "org.example.newcomer")
    }
}
