// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthSession

extension LocalSession {
    /// Returns nil, because the process that uses the database prompts the person.
    package func ask(_ request: AuthorizationRequest) async throws -> (any AuthorizationAsked)? { nil }

    /// Returns nil, because the process that uses the database prompts the person.
    package func askForObjects(
        of type: HKObjectType, predicate: PredicateNode
    ) async throws -> (any AuthorizationAsked)? { nil }

    package func sharePermission(for type: HKObjectType) async throws -> AppPermission.Share {
        try await perform { try $0.sharePermission(for: type) }
    }

    package func unanswered(_ request: AuthorizationRequest) async throws -> AuthorizationRequest {
        try await perform { try $0.unanswered(request) }
    }

    package func earliestAuthorizedSampleDates(for types: Set<HKObjectType>) async throws -> [HKObjectType: Date] {
        try await perform { try $0.earliestAuthorizedSampleDates(for: types) }
    }

    package func note(_ request: AuthorizationRequest) async throws {
        try await perform { try $0.note(request) }
    }

    package func record(_ answer: AuthorizationAnswer) async throws {
        try await perform { try $0.record(answer) }
    }

    package func objectCandidates(of type: HKObjectType, predicate: PredicateNode) async throws -> [ObjectCandidate] {
        try await perform { try $0.objectCandidates(of: type, predicate: predicate) }
    }

    package func record(allowed: Set<UUID>, among asked: Set<UUID>, of type: HKObjectType) async throws {
        try await perform { try $0.record(allowed: allowed, among: asked, of: type) }
    }
}
