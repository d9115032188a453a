// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// The interface as an OpenAPI 3.1 document, written from ``APIRoutes`` and ``APIComponents``.
package enum OpenAPIDocument {
    /// The document of all routes.
    package static let json = document(of: APIRoutes.all)

    /// The document of the interface for apps, without pages and what the owner's session is for.
    package static let apps = OpenAPIParts.opened(OpenAPIParts.used(document(of: APIRoutes.all.filter(\.isForApps))))

    /// The document of the owner's interface, without pages.
    package static let owner = OpenAPIParts.opened(
        OpenAPIParts.used(document(of: APIRoutes.all.filter { !$0.isForApps && !$0.isPage })))

    private static func document(of routes: [APIRoute]) -> JSONValue {
        SchemaNames.named(written(routes))
    }

    private static func written(_ routes: [APIRoute]) -> JSONValue {
        .object([
            ("openapi", .string("3.1.0")),
            ("info", info),
            ("servers", .array([.object([("url", .string("/")), ("description", .string("This server."))])])),
            ("tags", tags(of: routes)),
            ("paths", paths(of: routes)),
            (
                "components",
                .object([
                    ("schemas", .object(APIComponents.all.map { ($0.name, $0.schema.json) })),
                    ("responses", .object(ProblemResponses.components)),
                    ("securitySchemes", securitySchemes),
                ])
            ),
        ])
    }

    // MARK: - Parts

    private static let info: JSONValue = .object([
        ("title", .string("OpenHealthKit")),
        ("summary", .string("One person's health database for many apps, each with consent.")),
        (
            "description",
            .string(
                """
                An app registers, asks the person for permission to save and read types of health data, and works with what \
                it was allowed to. It is never told that it may not read something: what is denied looks like what is not \
                there.

                Every error is a problem as RFC 9457 has it (`application/problem+json`), with two exceptions: below `/fhir/` \
                it is an `OperationOutcome`, since that is what clients of FHIR understand, and the endpoints of OAuth have the errors \
                of OAuth.

                The status is 400 if the request does not fit this document: a parameter or key is unknown, missing, repeated or of \
                another type, form or range. It is 422 if it fits and cannot be processed: a string is not a date, a type, a unit or an \
                identifier, or the values contradict each other, HealthKit or the app's earlier requests.

                Later versions of the server add routes, optional parameters and keys of answers, and values of enumerations in answers; \
                clients ignore what they do not know. They remove or rename nothing within v1, and require nothing that was not required \
                before; what is replaced stays as long as v1, and is marked as deprecated. Every answer has an X-Request-ID, which the \
                lines of the request in the server's log have too.

                Lists that have pages have limit and cursor. The cursor in an answer is that of the next page; an answer without it is the \
                last one. Answers to GET also have its address in the field Link, with rel="next". The fields RateLimit-Policy and RateLimit \
                of answers to apps state the limit for requests and what is left of it.

                Where a path answers GET, it answers HEAD with the same head, but for streams of events.
                """)
        ),
        (
            "license",
            .object([("name", .string("Apache License 2.0")), ("identifier", .string("Apache-2.0"))])
        ),
        ("version", .string("1")),
    ])

    private static func tags(of routes: [APIRoute]) -> JSONValue {
        var seen: Set<String> = []
        let names = routes.map(\.tag).filter { seen.insert($0).inserted }
        return .array(names.map { .object([("name", .string($0))]) })
    }

    /// The paths in the order of their first routes, each with its methods.
    private static func paths(of routes: [APIRoute]) -> JSONValue {
        var order: [String] = []
        var operations: [String: [(key: String, value: JSONValue)]] = [:]
        for route in routes {
            if operations[route.path] == nil { order.append(route.path) }
            operations[route.path, default: []].append((route.method.rawValue.lowercased(), route.operation))
        }
        return .object(order.map { ($0, .object(operations[$0] ?? [])) })
    }

    private static let sessionText = """
        A session of the owner, who signs in at `/owner/login`. With TLS the name begins with `\(APISession.hostPrefix)`.
        """
    private static let formTokenText = """
        The token of the owner's session, which the answer to a sign-in contains. Browsers send the cookie to every port of a \
        host, so the cookie alone gives no access.
        """

    private static let securitySchemes: JSONValue = .object([
        (
            "token",
            .object([
                ("type", .string("http")), ("scheme", .string("bearer")),
                (
                    "description",
                    .string("The token of an app; `POST /v1/apps` or `POST /oauth/token` gives one.")
                ),
            ])
        ),
        (
            "session",
            .object([
                ("type", .string("apiKey")), ("in", .string("cookie")), ("name", .string(APISession.cookie)),
                ("description", .string(sessionText)),
            ])
        ),
        (
            "formToken",
            .object([
                ("type", .string("apiKey")), ("in", .string("header")), ("name", .string(APISession.formTokenField)),
                ("description", .string(formTokenText)),
            ])
        ),
    ])
}
