// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import OpenHealthAPI
import OpenHealthAccess
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore
import Hummingbird
import ServiceLifecycle

/// The handlers of the routes for changes.
enum ChangeHandlers {
    static let bindings: [RouteBinding] = [
        RouteBinding(cached: ChangeRoutes.query, query),
        RouteBinding(cached: ChangeRoutes.latest) { scope, _ in
            let session = try scope.session()
            return try Anchors(session).sealed(session.latestAnchor())
        },
        RouteBinding(cached: ChangeRoutes.types, types), RouteBinding(ChangeRoutes.stream, stream),
    ]

    private static func query(_ scope: RequestScope, _ question: ChangesQueryJSON) throws -> AppChanges {
        let limit = min(question.limit ?? ChangeRoutes.usualPage, ChangeRoutes.maximumOnPage)
        let session = try scope.session()
        let anchors = try Anchors(session)
        let anchor = try question.anchor.map { anchor throws(Problem) in try anchors.opened(anchor, at: "/anchor") }
        var changes = try session.changes(question.parts, after: anchor, limit: limit)
        scope.services.metrics.samplesRead.add(changes.added.count)
        changes.anchor = anchors.sealed(changes.anchor)
        return changes
    }

    private static func types(_ scope: RequestScope, _ question: ChangedTypesQueryJSON) throws -> Set<HKSampleType> {
        let session = try scope.session()
        let anchors = try Anchors(session)
        return try session.changedTypes(
            question.parts,
            in: ChangeRange(
                after: try anchors.place(question.after, at: "/after"),
                through: try anchors.place(question.through, at: "/through"),
                types: Set(question.parts.map(\.type.identifier))))
    }

    private static func stream(_ scope: RequestScope) async throws -> Response {
        let app = try scope.app().identifier
        var types: Set<String> = []
        for name in scope.queries("type") {
            types.insert(try TypeNames.sampleType(name, at: "?type").identifier)
        }
        let content = ChangeFeed.Question.Content(rawValue: scope.query("content") ?? "samples")
        guard let content else {
            let detail = "Expected samples or types."
            throw Problem(.invalidRequest, "?content: \(detail)", faults: [Problem.Fault("?content", detail)])
        }
        var cursor: AppCursor?
        if let name = HTTPField.Name("Last-Event-ID"), let text = scope.request.headers[name] {
            let session = try scope.session()
            cursor = try await scope.blocking { try Anchors(session).cursor(text) }
            guard cursor != nil else {
                throw Problem(
                    .invalidArgument,
                    "Last-Event-ID: this id was not issued to this app, or by an earlier version. Leave it out."
                )
            }
        }
        let stream = try await ChangeStream(
            scope,
            ChangeFeed.Question(app: app, types: types.isEmpty ? nil : types.sorted(), content: content), from: cursor)
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
