// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthAPI
import OpenHealthAccess
import OpenHealthModel
import OpenHealthStore
import Hummingbird

/// The handlers of the routes for the sources of samples.
enum SourceHandlers {
    static let bindings: [RouteBinding] = [
        RouteBinding(SourceRoutes.query, answer),
        RouteBinding(SourceRoutes.read) { scope in
            let query = QueryText(scope)
            return try await answer(
                scope, SampleQuery.Part(try query.requiredType(as: HKSampleType.self), try query.predicate()))
        },
    ]

    private static func answer(_ scope: RequestScope, _ part: SampleQuery.Part) async throws -> [HKSource] {
        let session = try scope.session()
        return try await scope.blocking { try session.sources(part) }
            .sorted { ($0.name, $0.bundleIdentifier) < ($1.name, $1.bundleIdentifier) }
    }
}
