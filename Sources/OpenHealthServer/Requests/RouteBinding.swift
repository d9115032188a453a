// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthAPI
import Hummingbird

/// A route and its handler.
package struct RouteBinding: Sendable {
    let route: APIRoute
    let answer: @Sendable (RequestScope) async throws -> Response

    package init(_ route: APIRoute, _ answer: @escaping @Sendable (RequestScope) async throws -> Response) {
        self.route = route
        self.answer = answer
    }
}
