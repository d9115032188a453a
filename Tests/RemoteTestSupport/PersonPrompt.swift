// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAccess
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore
import OpenHealthKit

/// A prompt that answers the request of the daemon's page on behalf of the person.
struct PersonPrompt: HKAuthorizationPrompt {
    /// The daemon, which runs as long as an app can use it.
    let daemon: TestDaemon
    let prompt: any HKAuthorizationPrompt

    func answer(_ request: AuthorizationRequest) async throws -> AuthorizationDecision {
        try await prompt.answer(request)
    }

    func show(_ page: URL, for request: AuthorizationRequest) async throws {
        guard let id = UUID(uuidString: page.lastPathComponent),
            let stored = try daemon.database.requests.request(id)
        else {
            throw TestDaemon.Failure(reason: "the page is not about a request")
        }
        if stored.predicate != nil, let type = stored.request.read.first {
            let objects = try daemon.database.requests.objectCandidates(of: stored)
            let chosen = try await prompt.allowedObjects(
                ObjectAuthorizationRequest(app: stored.app, type: type, objects: objects.map(\.text)))
            let allowed = objects.indices.filter(chosen.contains).map { objects[$0].uuid }
            _ = try daemon.database.requests.decide(id, AuthorizationDecision(), objects: Set(allowed)) { Date() }
            return
        }
        let decision = try await prompt.answer(stored.request)
        _ = try daemon.database.requests.decide(id, decision) { Date() }
    }
}
