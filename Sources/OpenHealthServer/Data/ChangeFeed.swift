// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthAccess
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore
import NIOCore
import Synchronization

/// A reader of the events of streams of changes. Streams of one app with the same query and the same cursor share one read, so
/// that a thousand of them cost little more than one.
final class ChangeFeed: Sendable {
    /// The query of a stream.
    struct Query: Hashable, Sendable {
        /// The content of events.
        enum Content: String, Sendable {
            case samples, types
        }

        var app: String
        /// The identifiers of types in order; nil for all types that the app has requested.
        var types: [String]?
        var content: Content
    }

    /// The changes after a cursor.
    struct Page: Sendable {
        /// The event; nil if there is nothing to report.
        var event: ByteBuffer?
        /// The cursor up to which the event reports.
        var cursor: AppCursor
        /// Whether there are further changes.
        var hasMore: Bool
        /// The number of notifications before the read.
        var count: UInt64
        /// The version of the permissions at the read.
        var permissions: Int64
    }

    private struct Key: Hashable {
        var query: Query
        var cursor: AppCursor
    }

    private struct State {
        var readings: [Key: Task<Page, any Error>] = [:]
        /// The keys of the pages, the oldest first.
        var order: [Key] = []
        var streams: [String: Int] = [:]

        /// Keeps a read for later streams.
        mutating func keep(_ reading: Task<Page, any Error>, for key: Key) {
            readings[key] = reading
            order.append(key)
            while order.count > ChangeFeed.most { readings[order.removeFirst()] = nil }
        }

        mutating func forget(_ reading: Task<Page, any Error>, for key: Key) {
            guard readings[key] == reading else { return }
            readings[key] = nil
            order.removeAll { $0 == key }
        }
    }

    private let state = Mutex(State())
    /// The number of pages that are kept.
    private static let most = 32
    /// The maximum number of samples in an event.
    private static let samplesInEvent = 500

    /// Returns the changes after a cursor.
    func page(
        _ query: Query, since cursor: AppCursor, _ access: AppAccess, _ services: DaemonServices
    ) async throws -> Page {
        let key = Key(query: query, cursor: cursor)
        while true {
            let count = try services.watch.notifier.listen()
            let (reading, isOwn) = state.withLock { state in
                if let reading = state.readings[key] { return (reading, false) }
                let reading = Task { try await Self.read(query, cursor, access, services) }
                state.keep(reading, for: key)
                return (reading, true)
            }
            do {
                let page = try await reading.value
                if isOwn { return page }
                // The read of another stream is sufficient if it advances this stream or if nothing has changed since it began.
                let isRecent = page.cursor != cursor || page.count >= count
                if isRecent, try services.watch.permissionCount() == page.permissions { return page }
            } catch {
                state.withLock { $0.forget(reading, for: key) }
                throw error
            }
            state.withLock { $0.forget(reading, for: key) }
        }
    }

    private static func read(
        _ query: Query, _ cursor: AppCursor, _ access: AppAccess, _ services: DaemonServices
    ) async throws -> Page {
        // Several streams share this read, so it does not end with any of them.
        try await services.read(for: query.app) {
            let count = try services.watch.notifier.listen()
            let permissions = try services.watch.permissionCount()
            let types = query.types?.compactMap { HKObjectType.named($0) as? HKSampleType }
            let anchors = try Anchors(access)
            switch query.content {
            case .types:
                let (types, topics, now) = try access.changes(of: types, since: cursor)
                let notice = JSONValue.object([
                    ("after", .string(AnchorJSON.text(anchors.anchor(cursor.place)))),
                    ("through", .string(AnchorJSON.text(anchors.anchor(now.place)))),
                    ("types", .array(types.map(JSONValue.string))),
                    ("topics", .array(topics.map { .string($0.rawValue) })),
                ])
                let isChange = !types.isEmpty || !topics.isEmpty
                return Page(
                    event: isChange ? event("types", id: anchors.text(now), notice) : nil, cursor: now, hasMore: false,
                    count: count,
                    permissions: permissions)
            case .samples:
                let parts = try (types ?? access.askedSampleTypes()).map { SampleQuery.Part($0) }
                var changes = try access.changes(
                    parts, after: HKQueryAnchor(fromValue: Int(cursor.place)), limit: samplesInEvent, bytes: PageBytes()
                )
                let now = AppCursor(place: Int64(changes.anchor.value))
                changes.anchor = anchors.sealed(changes.anchor)
                let isChange = !changes.added.isEmpty || !changes.deleted.isEmpty
                return Page(
                    event: isChange ? event("changes", id: anchors.text(now), changes.json) : nil, cursor: now,
                    hasMore: changes.hasMore,
                    count: count, permissions: permissions)
            }
        }
    }

    /// Returns an event in its wire form.
    static func event(_ name: String, id: String, _ data: JSONValue) -> ByteBuffer {
        var buffer = ByteBuffer(string: "id: \(id)\nevent: \(name)\ndata: ")
        buffer.writeBytes(data.bytes)
        buffer.writeString("\n\n")
        return buffer
    }

    // MARK: - Number of streams

    /// The count of one stream of an app, as long as the object exists.
    final class Stream: Sendable {
        private let feed: ChangeFeed
        private let app: String

        fileprivate init(_ feed: ChangeFeed, _ app: String) {
            self.feed = feed
            self.app = app
        }

        deinit {
            feed.state.withLock { state in
                let left = state.streams[app, default: 1] - 1
                state.streams[app] = left > 0 ? left : nil
            }
        }
    }

    /// Counts a stream of an app.
    /// - Throws: A ``Problem`` if the app has too many streams.
    func begin(_ app: String, most: Int) throws(Problem) -> Stream {
        let isFull = state.withLock { state in
            if state.streams[app, default: 0] >= most { return true }
            state.streams[app, default: 0] += 1
            return false
        }
        guard !isFull else {
            throw Problem(
                .tooManyRequests, "The app has \(most) open streams of changes. Close some first.", retryAfter: 15)
        }
        return Stream(self, app)
    }
}
