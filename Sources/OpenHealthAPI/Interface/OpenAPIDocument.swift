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
        let beginning: [(key: String, value: JSONValue)] = [
            ("openapi", .string("3.1.0")),
            ("info", info),
            ("servers", .array([.object([("url", .string("/")), ("description", .string("This server."))])])),
            ("tags", tags(of: routes)),
            ("paths", paths(of: routes)),
        ]
        return .object(beginning + webhooks(of: routes) + [("components", components)])
    }

    // MARK: - Parts

    private static let components: JSONValue = .object([
        ("schemas", .object(APIComponents.all.map { ($0.name, $0.schema.json) })),
        ("responses", .object(ProblemResponses.components)),
        ("securitySchemes", securitySchemes),
    ])

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
                identifier, or the values contradict each other, HealthKit or the app's earlier requests. Inside samples, parts of queries \
                and predicates of a body, what does not fit is 422, too; `errors` has the place.

                Unknown query parameters are refused, but ignored by the endpoints of OAuth and below `/api/`, and below `/fhir/` unless \
                the header has `Prefer: handling=strict`.

                Later versions of the server add routes, optional parameters and keys of responses, and values of enumerations in responses; \
                clients ignore what they do not know. They remove or rename nothing within v1, and require nothing that was not required \
                before; what is replaced stays as long as v1, and is marked as deprecated. Every response has an X-Request-ID, which the \
                lines of the request in the server's log have too.

                Lists that have pages have limit and cursor. The cursor in a response is that of the next page; a response without it is the \
                last one. Responses to GET also have its address in the field Link, with rel="next". The fields RateLimit-Policy and RateLimit \
                of responses to apps state the limit for requests and what is left of it.

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

    /// The requests of the server to the webhooks of apps.
    private static func webhooks(of routes: [APIRoute]) -> [(key: String, value: JSONValue)] {
        guard routes.contains(where: { $0.id == DeliveryRoutes.addWebhook.route.id }) else { return [] }
        let fields: [APIParameter] = [
            .header("webhook-id", .string(), "The identifier of the message.", isRequired: true),
            .header("webhook-timestamp", .string(), "The seconds since 1970 at which it was sent.", isRequired: true),
            .header("webhook-signature", .string(), "The signatures, with spaces between them.", isRequired: true),
        ]
        let message = APIRoute(
            "receiveWebhookMessage", .post, "", for: .anyone, "A message to a webhook",
            details: """
                The server sends it to the address of `POST /v1/webhooks`, signed as the Standard Webhooks specification defines it.
                """,
            parameters: fields, body: .json(.named("WebhookMessage")),
            responses: [APIResponse(204, "Any response from 200 to 299 acknowledges the message.")])
        return [("webhooks", .object([("message", .object([("post", message.webhook)]))]))]
    }

    private static let sessionText = """
        A session of the owner, who signs in at `/owner/login`. With TLS the name begins with `\(OwnerSessionNames.hostPrefix)`.
        """
    private static let formTokenText = """
        The token of the owner's session, which the response to a sign-in contains. Browsers send the cookie to every port of a \
        host, so the cookie alone gives no access.
        """

    private static let oauthText = """
        OAuth 2 for apps that are given to others; the access token is sent as `token`. Send the browser to `/oauth/authorize` with \
        `response_type=code`, `client_id`, `redirect_uri`, `scope`, `state`, `code_challenge` and `code_challenge_method=S256`. The person \
        consents on that page. Scopes are `read:<type>`, `save:<type>` and those of SMART.
        """

    private static let readerText = """
        The token of a reader of a connection with Nightscout's interface, which the owner creates: it is valid for `GET` on its routes. In a \
        header field, it is sent as `token` is. Addresses are in the logs of proxies, so no other token is valid there.
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
        // Operations name only the token, since some generated clients send a token of the scheme oauth2 without the word Bearer.
        (
            "oauth2",
            .object([
                ("type", .string("oauth2")), ("description", .string(oauthText)),
                (
                    "flows",
                    .object([
                        (
                            "authorizationCode",
                            .object([
                                ("authorizationUrl", .string(OAuthRoutes.authorize.path)),
                                ("tokenUrl", .string(OAuthRoutes.token.path)),
                                ("refreshUrl", .string(OAuthRoutes.token.path)),
                                (
                                    "scopes",
                                    .object([
                                        ("read:stepCount", .string("To read a type.")),
                                        ("save:bodyMass", .string("To save a type.")),
                                    ])
                                ),
                            ])
                        )
                    ])
                ),
            ])
        ),
        (
            "reader",
            .object([
                ("type", .string("apiKey")), ("in", .string("query")),
                ("name", .string(NightscoutRoutes.tokenParameter)), ("description", .string(readerText)),
            ])
        ),
        (
            "session",
            .object([
                ("type", .string("apiKey")), ("in", .string("cookie")), ("name", .string(OwnerSessionNames.cookie)),
                ("description", .string(sessionText)),
            ])
        ),
        (
            "formToken",
            .object([
                ("type", .string("apiKey")), ("in", .string("header")),
                ("name", .string(OwnerSessionNames.formTokenField)),
                ("description", .string(formTokenText)),
            ])
        ),
    ])
}
