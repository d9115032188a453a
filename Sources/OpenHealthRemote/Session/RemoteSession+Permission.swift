// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthModel
import OpenHealthSession

extension RemoteSession {
    package func sharePermission(for type: HKObjectType) async throws -> AppPermission.Share {
        let request = DaemonRequest(.get, "/v1/authorization-status", query: [("type", type.identifier)])
        return try await json(request) { (json) throws(Problem) in
            switch try json.required("status").string() {
            case "sharingAuthorized": .authorized
            case "sharingDenied": .denied
            default: .notDetermined
            }
        }
    }

    package func unanswered(_ request: AuthorizationRequest) async throws -> AuthorizationRequest {
        let lists = TypeLists(share: request.share, read: request.read).json
        return try await json(DaemonRequest(.post, "/v1/authorization-requests/status", lists)) {
            (json) throws(Problem) in
            // Which of them are open is nothing that an app is told.
            try json.required("status").string() == "unnecessary"
                ? AuthorizationRequest(app: request.app, share: [], read: []) : request
        }
    }

    package func earliestAuthorizedSampleDates(for types: Set<HKObjectType>) async throws -> [HKObjectType: Date] {
        let question = JSONValue.object([("types", TypeLists.json(types))])
        return try await json(DaemonRequest(.post, "/v1/earliest-dates", question)) { (json) throws(Problem) in
            var dates: [HKObjectType: Date] = [:]
            for (key, value) in try json.required("dates").entries() {
                dates[try TypeNames.objectType(key, at: value.pointer)] = try value.date()
            }
            return dates
        }
    }

    package func ask(_ request: AuthorizationRequest) async throws -> (any AuthorizationAsked)? {
        try await ask(TypeLists(share: request.share, read: request.read).json)
    }

    package func askForObjects(of type: HKObjectType, predicate: PredicateNode) async throws -> (
        any AuthorizationAsked
    )? {
        let objects = JSONValue.object([
            ("type", .string(type.identifier)),
            ("predicate", try Self.sendable(PredicateJSON(predicate).json, [predicate])),
        ])
        return try await ask(.object([("objects", objects)]))
    }

    private func ask(_ body: JSONValue) async throws -> RemoteQuestion {
        var request = DaemonRequest(.post, "/v1/authorization-requests", body)
        request.isRepeatable = false
        return try await json(as: .settings, request) { (json) throws(Problem) in
            let text = try json.required("url")
            guard let page = URL(string: try text.string()) else { throw text.problem("This is no address.") }
            return RemoteQuestion(self, id: try json.required("id").uuid(), page: page)
        }
    }

    // The person tells the daemon, and nobody else.

    package func note(_ request: AuthorizationRequest) async throws {}
    package func record(_ answer: AuthorizationAnswer) async throws {}
    package func objectCandidates(of type: HKObjectType, predicate: PredicateNode) async throws -> [ObjectCandidate] {
        []
    }
    package func record(allowed: Set<UUID>, among asked: Set<UUID>, of type: HKObjectType) async throws {}
}

/// A request that the person answers on a page of the daemon.
private struct RemoteQuestion: AuthorizationAsked {
    private let session: RemoteSession
    private let id: UUID
    let page: URL

    /// How long one question to the daemon waits, in seconds.
    private static let patience = 20

    init(_ session: RemoteSession, id: UUID, page: URL) {
        (self.session, self.id, self.page) = (session, id, page)
    }

    func wait() async throws -> Bool {
        let request = DaemonRequest(
            .get, "/v1/authorization-requests/\(id.uuidString)", query: [("wait", String(Self.patience))])
        return try await session.json(request) { (json) throws(Problem) in
            try json.required("status").string() != "pending"
        }
    }
}
