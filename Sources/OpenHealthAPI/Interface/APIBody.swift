// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// What may be sent with a request.
package struct APIBody: Sendable {
    /// The media types, and what each looks like.
    package let content: [(type: String, schema: JSONSchema)]
    /// How many bytes there may be.
    package let most: Int
    package let isRequired: Bool

    package init(_ content: [(type: String, schema: JSONSchema)], most: Int, isRequired: Bool = true) {
        self.content = content
        self.most = most
        self.isRequired = isRequired
    }

    /// JSON.
    package static func json(_ schema: JSONSchema, most: Int = 1 << 20) -> APIBody {
        APIBody([("application/json", schema)], most: most)
    }
}
