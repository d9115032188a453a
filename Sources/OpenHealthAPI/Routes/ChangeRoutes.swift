// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel
import OpenHealthSession

/// The routes for changes.
package enum ChangeRoutes {
    package static let all = [query.route, latest.route, types.route, stream]

    /// The media type of a stream of events.
    package static let events = "text/event-stream"
    /// The maximum number of changes in a response.
    package static let maximumOnPage = 10_000
    package static let usualPage = 1000

    package static let query = Endpoint<ChangesQueryJSON, AppChanges>(
        "queryChanges", .post, "/v1/changes/query", for: .app, "The changes after an anchor", onlyReads: true,
        details: """
            Without an anchor, all objects are new. With hasMore, send the request again with the returned anchor: the response \
            ends at the limit, or when its samples have \(PageBytes.usual >> 20) MiB of metadata and documents. \
            An anchor is the app's own and moves only with changes that the app \
            may see; an anchor of another app, of another store, or from before anchors were encrypted is an error, and the app \
            has to start again without an anchor. If the person allows a type later, its earlier samples lie before an anchor that has moved \
            with other types: use an anchor for each type, or ask once without one after each answered request for permission. \
            Remove deleted samples before adding new ones: a sample \
            that was deleted and saved again is among both.
            """,
        request: ChangesQueryJSON.format,
        response: AppChanges.format, "The changes.",
        problems: [.invalidArgument])

    package static let latest = Endpoint<Void, HKQueryAnchor>(
        "latestAnchor", .get, "/v1/changes/latest", for: .app, "The anchor of the last change that the app may see",
        response: .only("anchor", .anchor), "The anchor.")

    package static let types = Endpoint<ChangedTypesQueryJSON, Set<HKSampleType>>(
        "queryChangedTypes", .post, "/v1/changes/types", for: .app, "The types that changed between two anchors",
        onlyReads: true,
        request: .changedTypesQuery,
        response: .only("types", .sampleTypes), "The types.",
        problems: [.invalidArgument])

    package static let stream = APIRoute(
        "followChanges", .get, "/v1/changes", for: .app, "Changes as they happen",
        details: """
            Server-sent events. The first, place, has the anchor at which the stream begins; the others are called \
            changes (content samples, the data is Changes) or types (content types, the data is ChangeNotice). The id of an event is where \
            it ends: sent back as Last-Event-ID the stream continues there, without gaps or duplicates. An id that the \
            server did not issue to the app is an error: connect without it, and read the data again. A comment comes after 15 \
            seconds without an event. The stream ends with the token, when all permissions of the app are revoked, or with an event \
            called end when the server stops.
            """,
        parameters: [
            .query(
                "type", .array(of: .named("TypeName"), most: 300),
                "A type whose changes are sent; may be repeated. By default all types that the app has requested."),
            .query("content", .one(of: ["samples", "types"]), "The content of the events; samples by default."),
            .header("Last-Event-ID", .string(pattern: "^[A-Za-z0-9_-]{22,400}$"), "The id of the last event."),
        ],
        responses: [
            // Programs that read the whole response have a string, and others an object for each event.
            APIResponse(200, "The events.", [(events, .any(of: [.string(), .named("ChangeEvent")]))])
        ],
        problems: [.invalidArgument, .tooManyRequests])
}
