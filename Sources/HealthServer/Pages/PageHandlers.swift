// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import HealthAPI
import HealthStore
import Hummingbird

/// Answers the routes about the pages for people.
enum PageHandlers {
    static let bindings =
        [Page.binding(PageRoutes.home, home)] + AssetHandlers.bindings + WebPages.bindings + DoorPages.bindings
        + AppPages.bindings + RequestPages.bindings + SourcePages.bindings

    private static func home(_ exchange: Exchange) async throws -> Response {
        let owner = exchange.services.owner
        if try await exchange.blocking({ try owner.hasOwner() }) == false { throw Redirection("/owner/setup") }
        guard let name = SessionCookie.name(in: exchange.request),
            let session = try await exchange.blocking({ try owner.session(name) })
        else { throw Redirection("/owner/login") }
        return try await WebPages.page(exchange, "dashboard", session: session)
    }
}
