// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthAPI
import Testing

@testable import OpenHealthPages
@testable import OpenHealthServer

@Suite struct RouteBindingTests {
    /// The routes of the server match the document, and vice versa.
    @Test func everyRouteHasOneBinding() {
        let bound = (DaemonRouter.bindings + PageHandlers.bindings).map(\.route.id)
        #expect(bound.sorted() == APIRoutes.all.map(\.id).sorted())
    }
}
