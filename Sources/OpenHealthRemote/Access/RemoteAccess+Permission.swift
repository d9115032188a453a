// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthModel
import OpenHealthSession

extension RemoteAccess {
    package func sharePermission(for type: HKObjectType) async throws -> AppPermission.Share {
        switch try await call(AuthorizationRoutes.status, query: [("type", type.identifier)]).status {
        case .sharingAuthorized: .authorized
        case .sharingDenied: .denied
        case .notDetermined: .notDetermined
        }
    }

    package func unanswered(_ request: AuthorizationRequest) async throws -> AuthorizationRequest {
        let isOpen = try await call(
            AuthorizationRoutes.requestStatus, TypeLists(share: request.share, read: request.read))
        // An app does not learn which of the types are open.
        return isOpen ? request : AuthorizationRequest(app: request.app, share: [], read: [])
    }

    package func earliestAuthorizedSampleDates(for types: Set<HKObjectType>) async throws -> [HKObjectType: Date] {
        try await call(AuthorizationRoutes.dates, types)
    }

    package func ask(_ request: AuthorizationRequest) async throws -> (any AuthorizationAsked)? {
        try await ask(.types(TypeLists(share: request.share, read: request.read)))
    }

    package func askForObjects(of type: HKObjectType, predicate: PredicateNode) async throws -> (
        any AuthorizationAsked
    )? {
        try Self.check([predicate])
        return try await ask(.objects(of: type, predicate))
    }

    private func ask(_ wanted: NewAuthorizationRequestJSON) async throws -> RemoteAuthorizationRequest {
        let request = try await call(as: .settings, AuthorizationRoutes.request, wanted, isRepeatable: false)
        guard let page = URL(string: request.url) else {
            throw HKError(.errorInvalidArgument, "The health server's answer has no valid address.")
        }
        return RemoteAuthorizationRequest(self, id: request.id, page: page)
    }

    // Only the person can answer, on the server's page.

    package func note(_ request: AuthorizationRequest) async throws {}
    package func record(_ decision: AuthorizationDecision) async throws {}
    package func objectCandidates(of type: HKObjectType, predicate: PredicateNode) async throws -> [ObjectCandidate] {
        []
    }
    package func record(allowed: Set<UUID>, among asked: Set<UUID>, of type: HKObjectType) async throws {}
}

/// A request that the person answers on a page of the server.
private struct RemoteAuthorizationRequest: AuthorizationAsked {
    private let access: RemoteAccess
    private let id: UUID
    let page: URL

    /// The time for which one request to the server waits, in seconds.
    private static let patience = 20

    init(_ access: RemoteAccess, id: UUID, page: URL) {
        (self.access, self.id, self.page) = (access, id, page)
    }

    func wait() async throws -> Bool {
        try await !access.call(
            AuthorizationRoutes.show, path: ["id": id.uuidString], query: [("wait", String(Self.patience))]
        ).isPending
    }
}
