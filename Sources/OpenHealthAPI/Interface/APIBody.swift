// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The body of a request.
package struct APIBody: Sendable {
    /// The media types and their schemas.
    package let content: [(type: String, schema: JSONSchema)]
    /// The maximum number of bytes.
    package let most: Int
    package let isRequired: Bool
    /// Whether the body can be packed with gzip.
    package let acceptsGzip: Bool

    package init(
        _ content: [(type: String, schema: JSONSchema)], most: Int, isRequired: Bool = true, acceptsGzip: Bool = false
    ) {
        self.acceptsGzip = acceptsGzip
        self.content = content
        self.most = most
        self.isRequired = isRequired
    }

    /// Returns a body of JSON.
    package static func json(_ schema: JSONSchema, most: Int = 1 << 20) -> APIBody {
        APIBody([("application/json", schema)], most: most)
    }
}
