// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The routes of OAuth 2: the authorization code with PKCE, the device authorization, refresh tokens, and their metadata.
///
/// Programs get errors in the form of OAuth (RFC 6749, 5.2), and not as problems.
package enum OAuthRoutes {
    package static let all = [
        server, resource, smart, register, authorize, consent, decide, device, enterCode, authorizeDevice, token,
        revoke,
    ]

    /// The paths whose errors have the form of OAuth.
    package static let machinePaths: Set<String> = [
        "/oauth/register", "/oauth/device_authorization", "/oauth/token", "/oauth/revoke",
    ]

    /// The grant type of device codes (RFC 8628, 3.4).
    package static let deviceGrant = "urn:ietf:params:oauth:grant-type:device_code"

    /// The maximum number of bytes of a scope.
    package static let maximumScope = 16 << 10

    // MARK: - Metadata

    package static let server = APIRoute(
        "oauthServerMetadata", .get, "/.well-known/oauth-authorization-server", for: .anyone,
        "The endpoints and abilities of the authorization server (RFC 8414)",
        responses: [.json(.object(isOpen: true), "The metadata.")])

    package static let resource = APIRoute(
        "oauthResourceMetadata", .get, "/.well-known/oauth-protected-resource", for: .anyone,
        "The authorization server and the scopes of this interface (RFC 9728)",
        details: "Responses with the status 401 name it in the field WWW-Authenticate.",
        responses: [.json(.object(isOpen: true), "The metadata.")])

    package static let smart = APIRoute(
        "smartConfiguration", .get, "/.well-known/smart-configuration", for: .anyone,
        "The endpoints and scopes for clients of SMART; the same as below /fhir",
        responses: [.json(.named("SmartConfiguration"), "The configuration.")])

    // MARK: - Clients

    package static let register = APIRoute(
        "registerOAuthClient", .post, "/oauth/register", for: .anyone, "Registers a client (RFC 7591)",
        details: """
            Clients are public: they have no secret, and use PKCE. The identifier is made by the server. A registration gives no \
            access; a client that the owner has not allowed within a day is removed. Redirect URIs are https addresses, http \
            addresses of loopback, or have a scheme of the app with a full stop, such as org.example.app:/done. Pages of the origins of \
            its http and https addresses can use the interface from a browser, once the owner has allowed the client. A client without redirect \
            URIs can use device codes only. Other metadata is ignored.
            """,
        body: .json(.named("OAuthRegistration"), most: 16 << 10),
        responses: [.json(.named("OAuthClient"), "The client.", status: 201)], problems: [.tooManyRequests])

    package static let authorize = APIRoute(
        "oauthAuthorize", .get, "/oauth/authorize", for: .anyone,
        "The page on which the person answers a client's request",
        details: """
            RFC 6749 with PKCE (RFC 7636): response_type is code, code_challenge_method is S256. The response is sent to the redirect URI, \
            which has to be one of the client's; only the port of a loopback address may differ (RFC 8252). It contains code, \
            state and iss (RFC 9207), or error.

            A scope has the form read:stepCount or save:stepCount, with the short name or identifier of a type, or is one of SMART, such as \
            patient/Observation.rs?code=http://loinc.org|8867-4. The owner can grant a part of it. Permissions belong to the app: each \
            of its tokens has all of them, and the owner can change them at any time.
            """,
        parameters: [
            parameter("client_id", "The client."), parameter("response_type", "`code`."),
            parameter("redirect_uri", "The address for the response."),
            .query("scope", .string(length: 0...maximumScope), "The scopes, with spaces between them."),
            parameter("state", "A value that is part of the response."),
            parameter("code_challenge", "The SHA-256 of the code verifier in base64url."),
            parameter("code_challenge_method", "`S256`."),
            parameter("resource", "The address of this server, if it is given (RFC 8707)."),
        ],
        responses: [page, elsewhere], problems: [.tooManyRequests, .notFound])

    package static let consent = APIRoute(
        "oauthConsentPage", .get, "/oauth/requests/{id}", for: .anyone, "The page of a request of a client",
        parameters: [id], responses: [page, elsewhere])

    package static let decide = APIRoute(
        "decideOAuthRequest", .post, "/oauth/requests/{id}", for: .owner,
        "Decides on a request of a client, and leads back to it", parameters: [id], body: form,
        responses: [page, elsewhere], problems: [.conflict])

    // MARK: - Devices

    package static let device = APIRoute(
        "oauthDevicePage", .get, "/oauth/device", for: .anyone, "The page to enter the code that a device shows",
        parameters: [parameter("user_code", "The code.")], responses: [page, elsewhere])

    package static let enterCode = APIRoute(
        "enterOAuthDeviceCode", .post, "/oauth/device", for: .owner, "Leads to the request of a device", body: form,
        responses: [page, elsewhere], problems: [.notFound])

    package static let authorizeDevice = APIRoute(
        "authorizeOAuthDevice", .post, "/oauth/device_authorization", for: .anyone,
        "Begins the authorization of a device without a browser (RFC 8628)",
        details: """
            The device shows the code and the address, where the person enters it, and asks for its tokens with \
            `POST /oauth/token` every five seconds.
            """,
        body: fields(["client_id": .string()], optional: ["scope": .string(length: 0...maximumScope)]),
        responses: [.json(.named("OAuthDevice"), "The codes.")], problems: [.tooManyRequests])

    // MARK: - Tokens

    package static let token = APIRoute(
        "oauthToken", .post, "/oauth/token", for: .anyone, "Exchanges a code or a refresh token for tokens",
        details: """
            grant_type is authorization_code, refresh_token or \(deviceGrant). The scope of the response is what the owner's permissions \
            allow of the requested one. `authorization_code` requires code, redirect_uri and code_verifier, `refresh_token` requires \
            refresh_token, and the grant of devices requires device_code. An access token is valid for an hour. A refresh token is \
            valid once: each response has a new one. A code or refresh token that is used again ends all tokens of the same consent.
            """,
        body: fields(
            ["grant_type": .string(), "client_id": .string()],
            optional: [
                "code": .string(), "redirect_uri": .string(), "code_verifier": .string(), "refresh_token": .string(),
                "device_code": .string(), "scope": .string(),
            ]),
        responses: [.json(.named("OAuthTokens"), "The tokens.")], problems: [.tooManyRequests])

    package static let revoke = APIRoute(
        "revokeOAuthToken", .post, "/oauth/revoke", for: .anyone,
        "Ends an access or refresh token, and all others of the same consent (RFC 7009)",
        body: fields(["token": .string(), "client_id": .string()], optional: ["token_type_hint": .string()]),
        responses: [.json(.object(), "The tokens are not valid, or never were.")], problems: [.tooManyRequests])

    // MARK: - Parts

    private static let id = APIParameter.path("id", .uuid, "The request.")
    private static let page = APIResponse(200, "The page.", [(PageRoutes.contentType, .string())])
    private static let elsewhere = APIResponse(303, "Redirects to another page, or to the client.")
    private static let form = APIBody([(PageRoutes.formType, .object(isOpen: true))], most: 1 << 20)

    private static func parameter(_ name: String, _ summary: String) -> APIParameter {
        .query(name, .string(length: 0...2000), summary)
    }

    private static func fields(
        _ required: KeyValuePairs<String, JSONSchema>, optional: KeyValuePairs<String, JSONSchema>
    ) -> APIBody {
        APIBody(
            [(PageRoutes.formType, .object(required, optional: optional, isOpen: true, allowsNull: false))],
            most: 64 << 10)
    }
}

/// The named schemas of OAuth 2.
enum OAuthSchemas {
    static let all: [(name: String, schema: JSONSchema)] = [
        ("OAuthError", error), ("OAuthRegistration", registration), ("OAuthClient", client), ("OAuthDevice", device),
        ("OAuthTokens", tokens), ("SmartConfiguration", smart),
    ]

    private static let error = JSONSchema.object(
        ["error": .string()], optional: ["error_description": .string()], isOpen: true, allowsNull: false
    ).described("What went wrong (RFC 6749, 5.2).")

    private static let registration = JSONSchema.object(
        optional: [
            "client_name": .string(length: 1...200),
            "redirect_uris": .array(of: .string(length: 1...1000), least: 1, most: 20),
        ], isOpen: true
    ).described("A client's description of itself (RFC 7591, 2).")

    private static let client = JSONSchema.object(
        [
            "client_id": .string(), "client_id_issued_at": .integer(), "client_name": .string(),
            "redirect_uris": .array(of: .string()), "token_endpoint_auth_method": .one(of: ["none"]),
            "grant_types": .array(of: .string()), "response_types": .array(of: .string()),
        ], isOpen: true
    ).described("A registered client.")

    private static let device = JSONSchema.object(
        [
            "device_code": .string(), "user_code": .string(), "verification_uri": .string(),
            "verification_uri_complete": .string(), "expires_in": .integer(), "interval": .integer(),
        ], isOpen: true
    ).described("The codes of a device (RFC 8628, 3.2).")

    private static let tokens = JSONSchema.object(
        [
            "access_token": .string(), "token_type": .one(of: ["Bearer"]), "expires_in": .integer(),
            "refresh_token": .string(), "scope": .string(),
        ], optional: ["patient": .string()], isOpen: true, allowsNull: false
    ).described("Tokens, and the granted scope.")

    private static let smart = JSONSchema.object(
        [
            "authorization_endpoint": .string(), "token_endpoint": .string(), "registration_endpoint": .string(),
            "revocation_endpoint": .string(), "grant_types_supported": .array(of: .string()),
            "response_types_supported": .array(of: .string()),
            "token_endpoint_auth_methods_supported": .array(of: .string()),
            "code_challenge_methods_supported": .array(of: .string()), "scopes_supported": .array(of: .string()),
            "capabilities": .array(of: .string()), "service_documentation": .string(),
        ], isOpen: true
    ).described("The endpoints, scopes and capabilities for clients of SMART.")
}
