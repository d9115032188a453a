// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The routes for the existing types.
package enum TypeRoutes {
    package static let all = [list]

    package static let list = APIRoute(
        "listTypes", .get, "/v1/types", for: .app, "The types of which the app sees samples",
        details: """
            With the stretch of time that its samples lie in, as far as the app may see them. A type that it has not asked \
            for, may not read or finds no samples of is not there; its own samples it always sees.
            """,
        answers: [
            .json(
                .object(["types": .array(of: .named("VisibleType"))]),
                "The types, in the order of their identifiers.")
        ])
}
