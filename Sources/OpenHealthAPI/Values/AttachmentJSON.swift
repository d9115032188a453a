// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// A file beside a sample on the wire, without its bytes.
package struct AttachmentJSON: Sendable {
    /// The identity.
    package var uuid: UUID
    /// The name that the app gave it. No file has this name, and no path is made of it.
    package var name: String
    /// The identifier of the uniform type, such as `public.jpeg`.
    package var contentType: String
    /// How many bytes it has.
    package var size: Int
    /// When it was added.
    package var created: Date
    /// More about it.
    package var metadata: [String: HKMetadataValue]

    package init(
        uuid: UUID, name: String, contentType: String, size: Int, created: Date, metadata: [String: HKMetadataValue]
    ) {
        self.uuid = uuid
        self.name = name
        self.contentType = contentType
        self.size = size
        self.created = created
        self.metadata = metadata
    }

    /// Reads an attachment.
    package init(_ json: JSONReader) throws(Problem) {
        uuid = try json.required("uuid").uuid()
        name = try json.required("name").string()
        contentType = try json.required("contentType").string()
        size = try json.required("size").integer()
        created = try json.required("created").date()
        metadata = [:]
        if let values = try json.optional("metadata") { metadata = try MetadataValuesJSON(values).values }
    }

    /// The attachment as it is sent.
    package var json: JSONValue {
        var entries: [(key: String, value: JSONValue)] = [
            ("uuid", .string(uuid.uuidString)), ("name", .string(name)), ("contentType", .string(contentType)),
            ("size", .integer(size)), ("created", .string(APIDate.text(created))),
        ]
        if !metadata.isEmpty { entries.append(("metadata", MetadataValuesJSON(metadata).json)) }
        return .object(entries)
    }
}
