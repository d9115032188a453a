// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthAPI
import OpenHealthModel

/// The metadata of the authorization server (RFC 8414), of the interface that it protects (RFC 9728), and for clients of SMART.
enum OAuthMetadata {
    static let bindings = [
        RouteBinding(OAuthRoutes.server) { scope in scope.response(server(scope.services.publicURL)) },
        RouteBinding(OAuthRoutes.resource) { scope in scope.response(resource(scope.services.publicURL)) },
        RouteBinding(OAuthRoutes.smart) { scope in
            scope.response(FHIRScopes.configuration(base: scope.services.publicURL))
        },
    ]

    /// The supported types of grants.
    static let grantTypes = ["authorization_code", "refresh_token", OAuthRoutes.deviceGrant]

    private static let scopes = (OAuthScope.native + ["offline_access"]).map(JSONValue.string)

    /// The entries that the metadata of RFC 8414 and of SMART have in common.
    static func endpoints(_ base: String) -> [(key: String, value: JSONValue)] {
        [
            ("authorization_endpoint", .string(base + OAuthRoutes.authorize.path)),
            ("token_endpoint", .string(base + OAuthRoutes.token.path)),
            ("registration_endpoint", .string(base + OAuthRoutes.register.path)),
            ("revocation_endpoint", .string(base + OAuthRoutes.revoke.path)),
            ("device_authorization_endpoint", .string(base + OAuthRoutes.authorizeDevice.path)),
            ("grant_types_supported", .array(grantTypes.map(JSONValue.string))),
            ("response_types_supported", .array([.string("code")])),
            ("token_endpoint_auth_methods_supported", .array([.string("none")])),
            ("code_challenge_methods_supported", .array([.string("S256")])),
            ("service_documentation", .string(base + PageRoutes.reference.path)),
        ]
    }

    private static func server(_ base: String) -> JSONValue {
        .object(
            [("issuer", .string(base))] + endpoints(base) + [
                ("response_modes_supported", .array([.string("query")])),
                ("revocation_endpoint_auth_methods_supported", .array([.string("none")])),
                ("authorization_response_iss_parameter_supported", .bool(true)),
                ("scopes_supported", .array(scopes)),
            ])
    }

    private static func resource(_ base: String) -> JSONValue {
        .object([
            ("resource", .string(base)), ("resource_name", .string("OpenHealthKit")),
            ("authorization_servers", .array([.string(base)])),
            ("bearer_methods_supported", .array([.string("header")])), ("scopes_supported", .array(scopes)),
            ("resource_documentation", .string(base + PageRoutes.reference.path)),
        ])
    }
}
