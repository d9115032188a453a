// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The answer to a successful request.
package struct APIAnswer: Sendable {
    package let status: Int
    package let summary: String
    /// The media types and their schemas; empty for an answer without a body.
    package let content: [(type: String, schema: JSONSchema)]

    package init(_ status: Int, _ summary: String, _ content: [(type: String, schema: JSONSchema)] = []) {
        self.status = status
        self.summary = summary
        self.content = content
    }

    /// Returns an answer with JSON.
    package static func json(_ schema: JSONSchema, _ summary: String, status: Int = 200) -> APIAnswer {
        APIAnswer(status, summary, [("application/json", schema)])
    }

    /// Returns an answer without a body.
    package static func nothing(_ summary: String) -> APIAnswer { APIAnswer(204, summary) }
}
