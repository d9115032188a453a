// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthAPI
import OpenHealthModel

/// An error of OAuth (RFC 6749, 4.1.2.1 and 5.2; RFC 8628, 3.5; RFC 7591, 3.2.2).
package struct OAuthFailure: Error, Equatable {
    /// The code of an error.
    package enum Code: String, Sendable {
        case invalidRequest = "invalid_request"
        case invalidClient = "invalid_client"
        case invalidGrant = "invalid_grant"
        case invalidScope = "invalid_scope"
        case invalidTarget = "invalid_target"
        case unsupportedGrantType = "unsupported_grant_type"
        case unsupportedResponseType = "unsupported_response_type"
        case requestNotSupported = "request_not_supported"
        case requestURINotSupported = "request_uri_not_supported"
        case accessDenied = "access_denied"
        case authorizationPending = "authorization_pending"
        case slowDown = "slow_down"
        case expiredToken = "expired_token"
        case invalidRedirectURI = "invalid_redirect_uri"
        case invalidClientMetadata = "invalid_client_metadata"
        case temporarilyUnavailable = "temporarily_unavailable"
        case serverError = "server_error"
    }

    package let code: Code
    /// The error and its remedy, without values of the request, quotation marks and backslashes.
    package let detail: String

    package init(_ code: Code, _ detail: String) {
        self.code = code
        self.detail = detail
    }

    /// Creates the error of a problem.
    init(_ problem: Problem) {
        let code: Code =
            switch problem.kind {
            case .internalError, .insufficientStorage: .serverError
            case .unavailable, .tooManyRequests: .temporarilyUnavailable
            default: .invalidRequest
            }
        self.init(code, problem.detail)
    }

    /// The form of the error in responses to programs.
    var json: JSONValue {
        .object([
            ("error", .string(code.rawValue)),
            ("error_description", .string(detail.filter { $0.isASCII && $0 != "\"" && $0 != "\\" })),
        ])
    }

    /// Returns whether errors of a path have the form of OAuth.
    static func speaks(_ path: String) -> Bool { OAuthRoutes.machinePaths.contains(path) }
}
