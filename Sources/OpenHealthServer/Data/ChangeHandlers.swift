// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import CoreMetrics
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import OpenHealthAPI
import OpenHealthAccess
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore
import ServiceLifecycle

/// The handlers of the routes for changes.
enum ChangeHandlers {
    static let bindings: [RouteBinding] = [
        RouteBinding(cached: ChangeRoutes.query, query),
        RouteBinding(cached: ChangeRoutes.latest) { scope, _ in
            let access = try scope.access()
            return try Anchors(access).sealed(access.latestAnchor())
        },
        RouteBinding(cached: ChangeRoutes.types, types), RouteBinding(ChangeRoutes.stream, stream),
    ]

    private static func query(_ scope: RequestScope, _ query: ChangesQueryJSON) throws -> AppChanges {
        let limit = min(query.limit ?? ChangeRoutes.usualPage, ChangeRoutes.maximumOnPage)
        let access = try scope.access()
        let anchors = try Anchors(access)
        let anchor = try query.anchor.map { anchor throws(Problem) in try anchors.opened(anchor, at: "/anchor") }
        var changes = try access.changes(query.parts, after: anchor, limit: limit, bytes: PageBytes())
        scope.services.metrics.samplesRead.increment(by: changes.added.count)
        changes.anchor = anchors.sealed(changes.anchor)
        return changes
    }

    private static func types(_ scope: RequestScope, _ query: ChangedTypesQueryJSON) throws -> Set<HKSampleType> {
        let access = try scope.access()
        let anchors = try Anchors(access)
        return try access.changedTypes(
            query.parts,
            in: ChangeRange(
                after: try anchors.place(query.after, at: "/after"),
                through: try anchors.place(query.through, at: "/through"),
                types: Set(query.parts.map(\.type.identifier))))
    }

    private static func stream(_ scope: RequestScope) async throws -> Response {
        let app = try scope.app().identifier
        var types: Set<String> = []
        for name in scope.queries("type") {
            types.insert(try TypeNames.sampleType(name, at: "?type").identifier)
        }
        let content = ChangeFeed.Query.Content(rawValue: scope.query("content") ?? "samples")
        guard let content else {
            let detail = "Expected samples or types."
            throw Problem(.invalidRequest, "?content: \(detail)", faults: [Problem.Fault("?content", detail)])
        }
        var cursor: AppCursor?
        if let name = HTTPField.Name("Last-Event-ID"), let text = scope.request.headers[name] {
            let access = try scope.access()
            cursor = try await scope.blocking { try Anchors(access).cursor(text) }
            guard cursor != nil else {
                throw Problem(
                    .invalidArgument,
                    "Last-Event-ID: this id was not issued to this app, or by an earlier version. Leave it out."
                )
            }
        }
        let stream = try await ChangeStream(
            scope,
            ChangeFeed.Query(app: app, types: types.isEmpty ? nil : types.sorted(), content: content), from: cursor)
        let watch = scope.services.watch
        let place = try watch.feed.begin(app, most: scope.services.configuration.limits.streamsPerApp)
        return Response(
            status: .ok, headers: [.contentType: ChangeRoutes.events, .cacheControl: "no-store"],
            body: ResponseBody { writer in
                var sink = writer
                try await withGracefulShutdownHandler {
                    try await stream.write(to: &sink)
                } onGracefulShutdown: {
                    watch.notifier.end()
                }
                withExtendedLifetime(place) {}
                try await writer.finish(nil)
            })
    }
}

/// A client that follows changes, and its position.
struct ChangeStream: Sendable {
    private let services: DaemonServices
    private let access: AppAccess
    private let request: Request
    private let query: ChangeFeed.Query
    private let anchors: Anchors
    private var cursor: AppCursor
    /// The number of times that all permissions of the app had been revoked at the beginning.
    private let revocations: Int?

    /// The maximum time without output.
    static let silence = Duration.seconds(15)

    /// Runs the query once, so that its errors are reported before the response begins.
    init(_ scope: RequestScope, _ query: ChangeFeed.Query, from cursor: AppCursor?) async throws {
        services = scope.services
        access = try scope.access()
        self.query = query
        request = scope.request
        let (access, watch) = (access, scope.services.watch)
        revocations = try await Authentication(services).revocations(request)
        anchors = try await scope.blocking { try Anchors(access) }
        self.cursor = try await scope.blocking {
            // In this order, changes between the two calls are reported.
            _ = try watch.notifier.listen()
            let types = query.types?.compactMap { HKObjectType.named($0) as? HKSampleType }
            let now = try access.cursor(of: types)
            if let types, !types.isEmpty {
                // Types that the app has never requested are an error.
                let parts = types.map { SampleQuery.Part($0) }
                _ = try access.changes(parts, after: HKQueryAnchor(fromValue: Int(now.place)), limit: 1)
            }
            return cursor ?? (query.content == .samples ? AppCursor(place: now.place) : now)
        }
    }

    /// Writes events until the client or the server ends the stream.
    func write(to writer: inout any ResponseBodyWriter) async throws {
        try await writer.write(event("place", at: cursor))
        var cursor = cursor
        try await follow(&cursor, writer: &writer)
        if services.lifecycle.isStopping {
            // The client can connect to another server, or reconnect with the same id when the server is available again.
            try await writer.write(event("end", at: cursor))
        }
    }

    private func follow(_ cursor: inout AppCursor, writer: inout any ResponseBodyWriter) async throws {
        let interest = ChangeNotifier.Interest(
            types: query.types.map(Set.init), hasTopics: query.content == .types)
        // Comments are sent at fixed times after an event: changes that are not reported must not delay them.
        let clock = services.steadyClock
        var comment = clock.now + Self.silence
        while !services.lifecycle.isStopping {
            let page: ChangeFeed.Page
            do {
                page = try await services.watch.feed.page(query, since: cursor, access, services)
            } catch {
                // A removed app has requested no types, which is an error; its stream just ends.
                guard try await isKnown() else { return }
                throw error
            }
            if let event = page.event {
                guard try services.watch.permissionCount() == page.permissions else { continue }
                try await writer.write(event)
                comment = clock.now + Self.silence
            }
            cursor = page.cursor
            if page.hasMore { continue }
            var reason = ChangeNotifier.Reason.silence
            while reason == .silence {
                reason = await services.watch.notifier.wait(
                    for: interest, after: page.count, atMost: comment - clock.now)
                guard try await isKnown() else { return }
                if clock.now >= comment {
                    try await writer.write(ByteBuffer(string: ":\n\n"))
                    comment = clock.now + Self.silence
                }
            }
            if reason == .end { return }
        }
    }

    /// Returns whether the token is still valid, and the app has not been revoked since the beginning.
    private func isKnown() async throws -> Bool {
        guard let now = try await Authentication(services).revocations(request) else { return false }
        return now == revocations
    }

    /// Returns an event that contains only a cursor.
    private func event(_ name: String, at cursor: AppCursor) -> ByteBuffer {
        let place = anchors.anchor(cursor.place)
        let data: JSONValue =
            switch query.content {
            case .samples:
                AppChanges(
                    added: [], deleted: [], anchor: HKQueryAnchor(fromValue: Int(place)), hasMore: false
                ).json
            case .types:
                .object([
                    ("after", .string(AnchorJSON.text(place))), ("through", .string(AnchorJSON.text(place))),
                    ("types", .array([])), ("topics", .array([])),
                ])
            }
        return ChangeFeed.event(name, id: anchors.text(cursor), data)
    }
}
