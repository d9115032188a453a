// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Hummingbird

/// A middleware that adds the security headers of every answer for browsers and caches: no caching, sniffing or framing.
struct SecurityHeaders: RouterMiddleware {
    typealias Context = DaemonContext

    /// Whether browsers reach the server over TLS, in which case they must use only TLS for a year.
    let isHTTPS: Bool

    func handle(
        _ request: Request, context: DaemonContext, next: (Request, DaemonContext) async throws -> Response
    ) async throws -> Response {
        var response = try await next(request, context)
        if response.headers[.cacheControl] == nil { response.headers[.cacheControl] = "no-store" }
        response.headers[.xContentTypeOptions] = "nosniff"
        if response.headers[.contentSecurityPolicy] == nil {
            response.headers[.contentSecurityPolicy] = "default-src 'none'; frame-ancestors 'none'"
        }
        if let name = HTTPField.Name("Referrer-Policy"), response.headers[name] == nil {
            response.headers[name] = "no-referrer"
        }
        if isHTTPS { response.headers[.strictTransportSecurity] = "max-age=31536000" }
        return response
    }
}
