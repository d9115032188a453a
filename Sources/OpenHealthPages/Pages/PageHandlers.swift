// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthAPI
import OpenHealthAccess
import OpenHealthServer
import OpenHealthStore
import Hummingbird

/// The handlers of the routes for the web pages.
enum PageHandlers {
    static let bindings =
        [Page.binding(PageRoutes.home, home)] + AssetHandlers.bindings + WebPages.bindings + SignInPages.bindings
        + AppPages.bindings + PhonePages.bindings + ReceiverPages.bindings + RequestPages.bindings
        + ConsentPages.bindings
        + SourcePages.bindings + AccessPages.bindings + ExportPages.bindings + BackupPages.bindings
        + ReportPages.bindings + ReferencePages.bindings

    private static func home(_ scope: RequestScope) async throws -> Response {
        let owner = scope.services.owner
        if try await scope.blocking({ try owner.hasOwner() }) == false { throw Redirection("/owner/setup") }
        let principal = try await Authentication(scope.services).owner(of: scope.request, for: scope.route)
        let scope = scope.with(principal)
        if case .cookieHolder = principal { return try await scope.shell() }
        return try await WebPages.page(scope, "dashboard")
    }
}
