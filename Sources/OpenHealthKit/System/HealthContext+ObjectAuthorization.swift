// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthSession

extension HealthContext {
    /// Asks the person which objects of a type the app may read.
    /// - Throws: `errorInvalidArgument` for a type that does not require authorization for each object.
    func authorizeObjects(of type: HKObjectType, _ condition: PredicateNode) async throws {
        guard type.requiresPerObjectAuthorization() else {
            throw HKError(
                .errorInvalidArgument,
                "The person does not allow objects of \(type.identifier) one by one. Call requestAuthorization instead."
            )
        }
        let prompt = configuration.authorization
        let app = configuration.app
        try await turnstile.pass {
            let asked = try await self.perform { try await $0.askForObjects(of: type, predicate: condition) }
            if let asked {
                let request = AuthorizationRequest(app: app, share: [], read: [type])
                return try await self.wait(for: asked, request)
            }
            let candidates = try await self.perform { session in
                try await session.note(AuthorizationRequest(app: app, share: [], read: [type]))
                return try await session.objectCandidates(of: type, predicate: condition)
            }
            let allowed = try await prompt.allowedObjects(
                ObjectAuthorizationRequest(app: app, type: type, objects: candidates.map(\.text)))
            let uuids = Set(candidates.indices.filter(allowed.contains).map { candidates[$0].uuid })
            try await self.perform { session in
                try await session.record(allowed: uuids, among: Set(candidates.map(\.uuid)), of: type)
            }
        }
    }
}
