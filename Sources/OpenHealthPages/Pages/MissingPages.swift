// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import OpenHealthAPI
import Hummingbird
import OpenHealthServer

/// A middleware that responds to browsers with a page in their language if a path does not exist; programs get a problem as always.
struct MissingPages: RouterMiddleware {
    typealias Context = DaemonContext

    let services: DaemonServices

    func handle(
        _ request: Request, context: DaemonContext, next: (Request, DaemonContext) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch let error as HTTPError where error.status == .notFound && Self.isFromBrowser(request) {
            let scope = RequestScope(
                route: PageRoutes.home, request: request, context: context, principal: .anyone, services: services)
            return try await Page.response(PageProblem(error), scope)
        }
    }

    private static func isFromBrowser(_ request: Request) -> Bool {
        let isPage = !["/v1/", "/fhir/", "/assets/"].contains { request.uri.path.hasPrefix($0) }
        return request.method == .get && isPage && request.headers[.accept]?.contains("text/html") == true
    }
}
