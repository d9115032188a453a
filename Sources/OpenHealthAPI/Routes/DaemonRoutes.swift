// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The routes about the server itself.
package enum DaemonRoutes {
    package static let all = [live.route, ready.route, metrics, document, ownerDocument]

    package static let live = Endpoint<Void, String>(
        "live", .get, "/healthz", for: .anyone, "Whether the server runs", response: status, "The server runs.")

    package static let ready = Endpoint<Void, String>(
        "ready", .get, "/readyz", for: .anyone, "Whether the server can answer",
        details: "Reads from the health database. A server that is about to stop is not ready.",
        response: status, "The server can answer.", problems: [.unavailable])

    package static let metrics = APIRoute(
        "metrics", .get, "/metrics", for: .owner, "Counters and durations for Prometheus",
        details: """
            The text format 0.0.4. A collector sends the token that the server was started with (`--metrics-token-file`) in the \
            field Authorization: Bearer …; without such a token, only the owner can read the metrics, in a session. The number \
            of saved samples is personal information.
            """,
        responses: [APIResponse(200, "The metrics.", [("text/plain; version=0.0.4; charset=utf-8", .string())])])

    package static let document = APIRoute(
        "document", .get, "/openapi.json", for: .anyone, "The interface for apps as an OpenAPI document",
        parameters: [.earlierTag], responses: [.json(.object(isOpen: true), "The document."), .unchanged])

    package static let ownerDocument = APIRoute(
        "ownerDocument", .get, "/owner/openapi.json", for: .anyone,
        "The owner's interface as an OpenAPI document, without pages",
        parameters: [.earlierTag], responses: [.json(.object(isOpen: true), "The document."), .unchanged])

    private static let status = JSONFormat<String>.only("status", .one(of: [("ok", "ok")]))
}
