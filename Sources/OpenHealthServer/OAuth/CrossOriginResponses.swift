// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Hummingbird
import OpenHealthAPI

/// A middleware that lets pages of other origins send the requests of an app (the CORS protocol of the Fetch Standard).
///
/// The origins are those of the redirect URIs of clients that the owner has allowed, and are compared as a whole. Cookies are never sent
/// with such requests, and the owner's routes have no such responses. The middleware also names the metadata of OAuth in responses 401
/// (RFC 9728, 5.1).
struct CrossOriginResponses: RouterMiddleware {
    typealias Context = DaemonContext

    let services: DaemonServices

    /// The time for which a browser can reuse the response to a preflight request, in seconds.
    private static let maximumAge = 600

    private static let allowedMethods = (["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]).joined(separator: ", ")

    /// The header fields of requests of apps.
    private static let allowedFields: String = {
        let fields = APIRoutes.all.filter { $0.audience == .app }
            .flatMap { $0.parameters.filter { $0.place == .header }.map(\.name) }
        return Set(fields + ["Authorization", "Content-Type", "Content-Encoding", "Accept", "If-None-Match"]).sorted()
            .joined(separator: ", ")
    }()

    private static let exposedFields = [
        "Accept-Ranges", "Content-Disposition", "Content-Range", "ETag", "Link", "Location", "RateLimit",
        "RateLimit-Policy", "Retry-After",
        "WWW-Authenticate",
        "X-Request-ID",
    ].joined(separator: ", ")

    func handle(
        _ request: Request, context: DaemonContext, next: (Request, DaemonContext) async throws -> Response
    ) async throws -> Response {
        var response = try await next(request, context)
        if response.status == .unauthorized, response.headers[.wwwAuthenticate] == "Bearer" {
            let metadata = "resource_metadata=\"\(services.publicURL)\(OAuthRoutes.resource.path)\""
            let fault = Authentication.bearer(request) == nil ? "" : "error=\"invalid_token\", "
            response.headers[.wwwAuthenticate] = "Bearer \(fault)\(metadata)"
        }
        guard let origin = request.headers[.origin], Self.isOfApps(request.uri.path) else { return response }
        response.headers[.vary] = (response.headers[.vary].map { $0 + ", " } ?? "") + "Origin"
        let isPreflight =
            request.method == .options
            && HTTPField.Name("Access-Control-Request-Method").flatMap { request.headers[$0] } != nil
        // A preflight request has no token, and neither have the endpoints of OAuth.
        let isAllowed = try? await services.apps.isAllowed(origin: origin, of: context.account.app, services.workers)
        guard isAllowed ?? false else { return response }
        if isPreflight, response.status == .methodNotAllowed {
            response = Response(status: .noContent, headers: response.headers)
            response.headers[.contentType] = nil
            response.headers[.contentLength] = nil
            response.headers[.allow] = nil
            Self.set("Access-Control-Allow-Methods", Self.allowedMethods, &response)
            Self.set("Access-Control-Allow-Headers", Self.allowedFields, &response)
            Self.set("Access-Control-Max-Age", String(Self.maximumAge), &response)
        } else {
            Self.set("Access-Control-Expose-Headers", Self.exposedFields, &response)
        }
        Self.set("Access-Control-Allow-Origin", origin, &response)
        return response
    }

    private static func set(_ name: String, _ value: String, _ response: inout Response) {
        if let name = HTTPField.Name(name) { response.headers[name] = value }
    }

    /// Returns whether a path belongs to the interface of apps, or to the endpoints of OAuth for programs.
    private static func isOfApps(_ path: String) -> Bool {
        if path.hasPrefix("/v1/") { return !["/v1/owner", "/v1/imports"].contains { path.hasPrefix($0) } }
        return path.hasPrefix("/fhir/") || path.hasPrefix("/.well-known/") || path == "/openapi.json"
            || OAuthFailure.speaks(path)
    }
}
