// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Hummingbird
import OpenHealthAPI
import OpenHealthServer

/// The page with the reference of the interface for apps.
enum ReferencePages {
    static let bindings = [Page.binding(PageRoutes.reference, reference)]

    /// The reference, which is the same for every client.
    private static let html = ReferenceText(OpenAPIDocument.apps).html

    private static func reference(_ scope: RequestScope) async throws -> Response {
        try await scope.page("reference", title: "API", ["reference": html])
    }
}
