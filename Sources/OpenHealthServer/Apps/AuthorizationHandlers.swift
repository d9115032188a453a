// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthAccess
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore
import Hummingbird

/// The handlers of the apps' routes for permissions.
enum AuthorizationHandlers {
    static let bindings: [RouteBinding] = [
        RouteBinding(AuthorizationRoutes.request.route, request),
        RouteBinding(AuthorizationRoutes.requestStatus, requestStatus),
        RouteBinding(AuthorizationRoutes.show, show),
        RouteBinding(AuthorizationRoutes.status, status),
        RouteBinding(AuthorizationRoutes.check, check),
        RouteBinding(AuthorizationRoutes.dates, dates),
    ]

    private static func request(_ scope: RequestScope) async throws -> Response {
        let body = try await scope.body()
        let once = try scope.onceRequest(body)
        let wanted = try AuthorizationRoutes.request.read(body)
        if let once { return try await request(scope, wanted, once) }
        let asked = try await request(scope, wanted)
        return scope.response(asked, to: AuthorizationRoutes.request, headers: [.location: path + asked.id.uuidString])
    }

    /// The start of the paths of requests.
    private static let path = "/v1/authorization-requests/"

    private static let tooManyWait = Problem(
        .tooManyRequests, "Too many requests of the app wait for a decision. Wait for some of them.", retryAfter: 60)

    /// Responds to a request that can be repeated. A new request is pending until the owner has decided.
    private static func request(
        _ scope: RequestScope, _ wanted: NewAuthorizationRequestJSON, _ once: IdempotencyRecord
    ) async throws -> Response {
        let access = try scope.access()
        let ask: @Sendable () throws -> IdempotencyResponse?
        let response: @Sendable (StoredAuthorizationRequest) -> IdempotencyResponse = { stored in
            let content = AuthorizationRoutes.request.response.json(json(stored, isOpen: stored.decided == nil, scope))
            return IdempotencyResponse(status: AuthorizationRoutes.request.status, body: Data(content.bytes))
        }
        switch wanted {
        case .types(let types):
            let request = try request(types, access.app)
            ask = {
                try access.ask(request, lifetime: AuthorizationRequests.lifetime, once: once, response: response)
            }
        case .objects(let type, let predicate):
            try checkObjects(of: type, access, scope)
            ask = {
                try access.ask(
                    forObjectsOf: type, predicate: predicate, lifetime: AuthorizationRequests.lifetime, once: once,
                    response: response)
            }
        }
        return try await scope.once(location: { $0["id"]?.string.map { path + $0 } }) {
            guard let response = try ask() else { throw tooManyWait }
            return response
        }
    }

    private static func request(
        _ scope: RequestScope, _ wanted: NewAuthorizationRequestJSON
    ) async throws -> AuthorizationRequestJSON {
        let access = try scope.access()
        let stored: StoredAuthorizationRequest?
        switch wanted {
        case .types(let types):
            let request = try request(types, access.app)
            stored = try await scope.blocking { try access.ask(request, lifetime: AuthorizationRequests.lifetime) }
        case .objects(let type, let predicate): stored = try await ask(type, predicate, access, scope)
        }
        guard let stored else { throw tooManyWait }
        let isOpen = try await scope.services.requests.isOpen(stored.id)
        return json(stored, isOpen: isOpen, scope)
    }

    private static func request(_ types: TypeLists, _ app: AppIdentity) throws -> AuthorizationRequest {
        if let reason = AuthorizationRules.disallowed(share: types.share, read: types.read) {
            throw Problem(.invalidArgument, reason, healthKitCode: HKError.Code.errorInvalidArgument.rawValue)
        }
        try AuthorizationRules.check(share: types.share, read: types.read)
        return AuthorizationRequest(app: app, share: types.share, read: types.read)
    }

    /// Checks that an app can ask for individual objects of a type, and does not ask too often.
    private static func checkObjects(
        of type: HKObjectType, _ access: AppAccess, _ scope: RequestScope
    ) throws {
        guard type.requiresPerObjectAuthorization() else {
            throw HKError(
                .errorInvalidArgument,
                "The person does not allow objects of \(type.identifier) one by one. Ask for the type instead.")
        }
        try scope.services.rates.objectRequests.count(
            access.app.identifier, "The app requests individual objects too often. Wait.")
    }

    private static func ask(
        _ type: HKObjectType, _ predicate: PredicateNode, _ access: AppAccess, _ scope: RequestScope
    ) async throws -> StoredAuthorizationRequest? {
        try checkObjects(of: type, access, scope)
        return try await scope.blocking {
            try access.ask(forObjectsOf: type, predicate: predicate, lifetime: AuthorizationRequests.lifetime)
        }
    }

    /// Returns whether a request would prompt the person.
    private static func requestStatus(_ scope: RequestScope, _ types: TypeLists) async throws -> Bool {
        let access = try scope.access()
        let request = try request(types, access.app)
        return try await scope.blocking { try !access.unanswered(request).isEmpty }
    }

    private static func show(_ scope: RequestScope) async throws -> AuthorizationRequestJSON {
        let app = try scope.app()
        let database = scope.database
        guard let id = UUID(uuidString: try scope.path("id")),
            let stored = try await scope.blocking({ try database.requests.request(id) }),
            stored.app.identifier == app.identifier
        else { throw Problem(.notFound, "The app has no such request, or it has expired.") }
        let requests = scope.services.requests
        guard let text = scope.query("wait") else {
            return json(stored, isOpen: try await requests.isOpen(id), scope)
        }
        guard let seconds = Int(text), (0...60).contains(seconds) else {
            throw Problem(
                .invalidRequest, "?wait: this must be a number of seconds from 0 to 60.",
                faults: [Problem.Fault("?wait", "Expected a number of seconds from 0 to 60.")])
        }
        return json(stored, isOpen: try await requests.wait(for: stored, seconds: seconds), scope)
    }

    private static func json(
        _ request: StoredAuthorizationRequest, isOpen: Bool, _ scope: RequestScope
    ) -> AuthorizationRequestJSON {
        (
            id: request.id, url: "\(scope.services.publicURL)/owner/requests/\(request.id.uuidString)",
            isPending: isOpen
        )
    }

    private static func status(_ scope: RequestScope) async throws -> ShareStatusJSON {
        guard let name = scope.query("type") else {
            throw Problem(
                .invalidRequest, "?type: name the type.", faults: [Problem.Fault("?type", "Name the type.")])
        }
        let type = try TypeNames.objectType(name, at: "?type")
        let access = try scope.access()
        let share = try await scope.blocking { try access.sharePermission(for: type) }
        let status: HKAuthorizationStatus =
            switch share {
            case .authorized: .sharingAuthorized
            case .denied: .sharingDenied
            case .notDetermined: .notDetermined
            }
        return (type: type, status: status)
    }

    private static func check(_ scope: RequestScope, _ types: TypeLists) async throws {
        let access = try scope.access()
        try await scope.blocking {
            try access.checkReadable(Set(types.read.compactMap { $0 as? HKSampleType }))
            try access.checkMaySave(Array(types.share))
        }
    }

    private static func dates(_ scope: RequestScope, _ types: Set<HKObjectType>) async throws -> [HKObjectType: Date] {
        let access = try scope.access()
        return try await scope.blocking { try access.earliestAuthorizedSampleDates(for: types) }
    }
}
