// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthAPI
import OpenHealthAccess
import OpenHealthServer
import OpenHealthStore
import Hummingbird

/// Answers the routes about the pages for people.
enum PageHandlers {
    static let bindings =
        [Page.binding(PageRoutes.home, home)] + AssetHandlers.bindings + WebPages.bindings + DoorPages.bindings
        + AppPages.bindings + ReceiverPages.bindings + RequestPages.bindings + SourcePages.bindings
        + AccessPages.bindings

    private static func home(_ exchange: Exchange) async throws -> Response {
        let owner = exchange.services.owner
        if try await exchange.blocking({ try owner.hasOwner() }) == false { throw Redirection("/owner/setup") }
        let principal = try await Authentication(exchange.services).owner(of: exchange.request, for: exchange.route)
        let exchange = Exchange(
            route: exchange.route, request: exchange.request, context: exchange.context, principal: principal,
            services: exchange.services)
        if case .cookieHolder = principal { return try await exchange.shell() }
        return try await WebPages.page(exchange, "dashboard")
    }
}
