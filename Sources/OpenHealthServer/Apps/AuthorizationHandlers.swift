// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthAccess
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore
import Hummingbird

/// Answers the routes about permission, as apps ask for it.
enum AuthorizationHandlers {
    static let bindings = [
        RouteBinding(AuthorizationRoutes.request, request),
        RouteBinding(AuthorizationRoutes.requestStatus, requestStatus),
        RouteBinding(AuthorizationRoutes.show, show),
        RouteBinding(AuthorizationRoutes.status, status),
        RouteBinding(AuthorizationRoutes.check, check),
        RouteBinding(AuthorizationRoutes.dates, dates),
    ]

    private static func request(_ exchange: Exchange) async throws -> Response {
        let body = try await exchange.json()
        let session = try exchange.session()
        let stored: StoredAuthorizationRequest?
        if let objects = try body.optional("objects") {
            try body.check(keys: ["objects"])
            stored = try await ask(objects, session, exchange)
        } else {
            let request = try request(body, session.app)
            stored = try await exchange.blocking { try session.ask(request, lifetime: AuthorizationDesk.lifetime) }
        }
        guard let stored else {
            throw Problem(
                .tooManyRequests, "Too many requests of the app wait for an answer. Wait for some of them.",
                retryAfter: 60
            )
        }
        return exchange.answer(
            json(stored, isOpen: try await exchange.services.requests.isOpen(stored.id), exchange), status: .created)
    }

    private static func request(_ body: JSONReader, _ app: AppIdentity) throws -> AuthorizationRequest {
        try body.check(keys: ["share", "read"])
        let types = try TypeLists(body)
        if let reason = AuthorizationRules.disallowed(share: types.share, read: types.read) {
            throw Problem(.invalidArgument, reason, healthKitCode: HKError.Code.errorInvalidArgument.rawValue)
        }
        try AuthorizationRules.check(share: types.share, read: types.read)
        return AuthorizationRequest(app: app, share: types.share, read: types.read)
    }

    private static func ask(
        _ objects: JSONReader, _ session: AppSession, _ exchange: Exchange
    ) async throws -> StoredAuthorizationRequest? {
        try objects.check(keys: ["type", "predicate"])
        let type = try objects.required("type").objectType()
        guard type.requiresPerObjectAuthorization() else {
            throw HKError(
                .errorInvalidArgument,
                "The person does not allow objects of \(type.identifier) one by one. Ask for the type instead.")
        }
        let condition = try objects.optional("predicate").map(PredicateJSON.init)?.node ?? .constant(true)
        try exchange.services.rates.objectQuestions.count(
            session.app.identifier, "The app asks for single objects too often. Wait.")
        return try await exchange.blocking {
            try session.ask(forObjectsOf: type, predicate: condition, lifetime: AuthorizationDesk.lifetime)
        }
    }

    private static func requestStatus(_ exchange: Exchange) async throws -> Response {
        let session = try exchange.session()
        let request = try request(try await exchange.json(), session.app)
        let isDone = try await exchange.blocking { try session.unanswered(request).isEmpty }
        return exchange.answer(.object([("status", .string(isDone ? "unnecessary" : "shouldRequest"))]))
    }

    private static func show(_ exchange: Exchange) async throws -> Response {
        let app = try exchange.app()
        let database = exchange.database
        guard let id = UUID(uuidString: try exchange.path("id")),
            let stored = try await exchange.blocking({ try database.authorizationRequest(id) }),
            stored.app.identifier == app.identifier
        else { throw Problem(.notFound, "The app has made no such request, or it is long past.") }
        let requests = exchange.services.requests
        guard let text = exchange.query("wait") else {
            return exchange.answer(json(stored, isOpen: try await requests.isOpen(id), exchange))
        }
        guard let seconds = Int(text), (0...60).contains(seconds) else {
            throw Problem(
                .invalidRequest, "?wait: this has to be a number of seconds from 0 to 60.",
                faults: [Problem.Fault("?wait", "This has to be a number of seconds from 0 to 60.")])
        }
        return exchange.answer(
            json(stored, isOpen: try await requests.wait(for: stored, seconds: seconds), exchange))
    }

    private static func json(
        _ request: StoredAuthorizationRequest, isOpen: Bool, _ exchange: Exchange
    ) -> JSONValue {
        .object([
            ("id", .string(request.id.uuidString)),
            ("url", .string("\(exchange.services.publicURL)/owner/requests/\(request.id.uuidString)")),
            ("status", .string(isOpen ? "pending" : "completed")),
        ])
    }

    private static func status(_ exchange: Exchange) async throws -> Response {
        guard let name = exchange.query("type") else {
            throw Problem(
                .invalidRequest, "?type: name the type.", faults: [Problem.Fault("?type", "Name the type.")])
        }
        let type = try TypeNames.objectType(name, at: "?type")
        let session = try exchange.session()
        let share = try await exchange.blocking { try session.permissions(for: [type])[type]?.share }
        let status =
            switch share {
            case .authorized: "sharingAuthorized"
            case .denied: "sharingDenied"
            case .notDetermined, nil: "notDetermined"
            }
        return exchange.answer(.object([("type", .string(type.identifier)), ("status", .string(status))]))
    }

    private static func check(_ exchange: Exchange) async throws -> Response {
        let body = try await exchange.json()
        try body.check(keys: ["share", "read"])
        let types = try TypeLists(body)
        let session = try exchange.session()
        try await exchange.blocking {
            try session.checkReadable(Set(types.read.compactMap { $0 as? HKSampleType }))
            try session.checkMaySave(Array(types.share))
        }
        return exchange.done()
    }

    private static func dates(_ exchange: Exchange) async throws -> Response {
        let body = try await exchange.json()
        try body.check(keys: ["types"])
        var types: Set<HKObjectType> = []
        for entry in try body.required("types").array(most: 1000) { types.insert(try entry.objectType()) }
        let session = try exchange.session()
        let asked = types
        let dates = try await exchange.blocking { try session.earliestAuthorizedSampleDates(for: asked) }
        return exchange.answer(
            .object([
                (
                    "dates",
                    .object(
                        dates.sorted { $0.key.identifier < $1.key.identifier }.map {
                            ($0.key.identifier, .string(APIDate.text($0.value)))
                        })
                )
            ]))
    }
}
