// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The routes for the existing types.
package enum TypeRoutes {
    package static let all = [list.route]

    package static let list = Endpoint<Void, [VisibleTypeJSON]>(
        "listTypes", .get, "/v1/types", for: .app, "The types with samples that the app may see",
        details: """
            With the time range of the visible samples. A type that the app has not requested, may not read or finds no samples of \
            is omitted; the app always sees its own samples.
            """,
        answer: .only("types", .array(of: VisibleTypeJSON.format)), "The types, in the order of their identifiers.")
}
