// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthAPI

extension APIRoute {
    /// The suffixes of paths that query with a body.
    private static let questions = [
        "query", "queries", "types", "check", "status", "split", "_search", "earliest-dates",
    ]

    /// Whether the answer requires only reads, and so does not wait for a write, such as an import.
    var onlyReads: Bool {
        method == .get || Self.questions.contains { path.hasSuffix("/" + $0) }
    }
}
