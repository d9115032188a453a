// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import OpenHealthAPI
import Hummingbird
import OpenHealthServer

/// The handlers of the routes for the files that pages load, and for their language.
enum AssetHandlers {
    static let bindings = [
        RouteBinding(PageRoutes.asset, asset),
        Page.binding(PageRoutes.language, language),
        RouteBinding(PageRoutes.worker, worker),
        Page.binding(PageRoutes.offline) { try await $0.shell() },
    ]

    /// Returns the service worker. Its address does not depend on the version, so that browsers find the next one there.
    private static func worker(_ scope: RequestScope) async throws -> Response {
        // The policy of the worker applies to its requests.
        let headers: HTTPFields = [
            .contentType: PageRoutes.scriptType, .cacheControl: "no-cache", .contentSecurityPolicy: Page.policy,
        ]
        return Response(
            status: .ok, headers: headers, body: ResponseBody(byteBuffer: try scope.site.files.worker))
    }

    private static func asset(_ scope: RequestScope) async throws -> Response {
        let site = try scope.site
        let files = try site.files
        guard let asset = files.assets[try scope.path("name")] else {
            throw Problem(.notFound, "There is no such file.")
        }
        // The files at a path with their version never change.
        let isLasting = site.isLasting ? try scope.path("version") == files.version : false
        var headers: HTTPFields = [
            .contentType: asset.type, .vary: "Accept-Encoding",
            .cacheControl: isLasting ? "public, max-age=31536000, immutable" : "no-store",
        ]
        guard let packed = asset.packed, scope.request.headers.acceptsGzip else {
            return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: asset.content))
        }
        headers[.contentEncoding] = "gzip"
        return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: packed))
    }

    /// Stores the chosen language in the browser.
    private static func language(_ scope: RequestScope) async throws -> Response {
        try SameOrigin.check(scope.request, scope.services)
        let fields = try FormFields(try await scope.body().readableBytesView)
        guard let language = fields["language"].flatMap(Language.init(rawValue:)) else {
            throw PageProblem(.invalidArgument, "signin_invalid")
        }
        return Response(
            status: .seeOther,
            headers: [.location: PagePath.own(fields["next"]) ?? "/", .setCookie: language.giving])
    }
}
