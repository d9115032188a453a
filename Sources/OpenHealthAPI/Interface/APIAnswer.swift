// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// What comes back where all went well.
package struct APIAnswer: Sendable {
    package let status: Int
    package let summary: String
    /// The media types, and what each looks like; none for an answer without a body.
    package let content: [(type: String, schema: JSONSchema)]

    package init(_ status: Int, _ summary: String, _ content: [(type: String, schema: JSONSchema)] = []) {
        self.status = status
        self.summary = summary
        self.content = content
    }

    /// JSON.
    package static func json(_ schema: JSONSchema, _ summary: String, status: Int = 200) -> APIAnswer {
        APIAnswer(status, summary, [("application/json", schema)])
    }

    /// Done, and nothing to say.
    package static func nothing(_ summary: String) -> APIAnswer { APIAnswer(204, summary) }
}
