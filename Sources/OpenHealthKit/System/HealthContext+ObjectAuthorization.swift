// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthModel
import HealthStore

extension HealthContext {
    /// Asks the person which objects of a type the app may read.
    /// - Throws: `errorInvalidArgument` for a type whose objects the person does not allow one by one.
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
            let candidates = try await self.perform { session in
                try session.note(AuthorizationRequest(app: app, share: [], read: [type]))
                return try Self.candidates(session, type, condition)
            }
            let allowed = try await prompt.allowedObjects(
                ObjectAuthorizationRequest(app: app, type: type, objects: candidates.map(\.text)))
            let uuids = Set(candidates.indices.filter(allowed.contains).map { candidates[$0].uuid })
            try await self.perform { session in
                try session.record(allowed: uuids, among: Set(candidates.map(\.uuid)), of: type)
            }
        }
    }

    private struct Candidate: Sendable {
        var uuid: UUID
        var text: String
    }

    private static func candidates(
        _ session: AppSession, _ type: HKObjectType, _ condition: PredicateNode
    ) throws -> [Candidate] {
        do {
            if type is HKUserAnnotatedMedicationType {
                return try session.database.medications().filter { condition.matches($0.medication) }.map {
                    Candidate(uuid: $0.uuid, text: $0.medication.nickname ?? $0.medication.medication.displayText)
                }
            }
            let samples = try session.database.samples(SampleRequest(types: [type.identifier]))
            return samples.filter { condition.matches($0) }.map {
                Candidate(
                    uuid: $0.uuid,
                    text: "\($0.startDate.formatted(.iso8601.year().month().day())), \($0.sourceRevision.source.name)")
            }
        } catch {
            throw HKError(storeError: error)
        }
    }
}
