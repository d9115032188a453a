// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthAccess
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore
import Hummingbird
import NIOCore
import ServiceLifecycle

/// A client that follows changes, and its position.
struct ChangeStream: Sendable {
    private let services: DaemonServices
    private let session: AppSession
    private let request: Request
    private let question: ChangeFeed.Question
    private let anchors: Anchors
    private var cursor: AppCursor

    /// The maximum time without output.
    static let silence = Duration.seconds(15)

    /// Runs the query once, so that its errors are reported before the answer begins.
    init(_ scope: RequestScope, _ question: ChangeFeed.Question, from cursor: AppCursor?) async throws {
        services = scope.services
        session = try scope.session()
        self.question = question
        request = scope.request
        let (session, watch) = (session, scope.services.watch)
        anchors = try await scope.blocking { try Anchors(session) }
        self.cursor = try await scope.blocking {
            // In this order, changes between the two calls are reported.
            _ = try watch.notifier.listen()
            let types = question.types?.compactMap { HKObjectType.named($0) as? HKSampleType }
            let now = try session.cursor(of: types)
            if let types, !types.isEmpty {
                // Types that the app has never requested are an error.
                let parts = types.map { SampleQuery.Part($0) }
                _ = try session.changes(parts, after: HKQueryAnchor(fromValue: Int(now.place)), limit: 1)
            }
            return cursor ?? (question.content == .samples ? AppCursor(place: now.place) : now)
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
            types: question.types.map(Set.init), hasTopics: question.content == .types)
        // Comments are sent at fixed times after an event: changes that are not reported must not delay them.
        var comment = ContinuousClock.now + Self.silence
        while !services.lifecycle.isStopping {
            let answer: ChangeFeed.Answer
            do {
                answer = try await services.watch.feed.answer(question, since: cursor, session, services)
            } catch {
                // A removed app has requested no types, which is an error; its stream just ends.
                guard try await isKnown() else { return }
                throw error
            }
            if let event = answer.event {
                guard try services.watch.permissionCount() == answer.permissions else { continue }
                try await writer.write(event)
                comment = .now + Self.silence
            }
            cursor = answer.cursor
            if answer.hasMore { continue }
            var reason = ChangeNotifier.Reason.silence
            while reason == .silence {
                reason = await services.watch.notifier.wait(for: interest, after: answer.count, atMost: comment - .now)
                guard try await isKnown() else { return }
                if .now >= comment {
                    try await writer.write(ByteBuffer(string: ":\n\n"))
                    comment = .now + Self.silence
                }
            }
            if reason == .end { return }
        }
    }

    /// Returns whether the token is still valid.
    private func isKnown() async throws -> Bool {
        try await Authentication(services).isKnown(request)
    }

    /// Returns an event that contains only a cursor.
    private func event(_ name: String, at cursor: AppCursor) -> ByteBuffer {
        let place = anchors.anchor(cursor.place)
        let data: JSONValue =
            switch question.content {
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
