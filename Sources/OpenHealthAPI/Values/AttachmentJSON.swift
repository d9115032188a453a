// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// An attachment of a sample on the wire, without its bytes.
package struct AttachmentJSON: JSONRepresentable {
    /// The identifier.
    package var uuid: UUID
    /// The name specified by the app. It is not used for a file or a path.
    package var name: String
    /// The uniform type identifier, such as `public.jpeg`.
    package var contentType: String
    /// The size, in bytes.
    package var size: Int
    /// The creation date.
    package var created: Date
    /// The metadata.
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

    package static let format = JSONFormat<AttachmentJSON>.object(
        named: "Attachment", about: "A file beside a sample, without its bytes.", ignoresOthers: true,
        .required("uuid", \.uuid, .uuid), .required("name", \.name, .string),
        .required("contentType", \.contentType, .string),
        .required("size", \.size, .integer(0...AttachmentRoutes.maximumBytes)), .required("created", \.created, .date),
        .optional("metadata", \.metadata, .metadata, default: [:])
    ) { AttachmentJSON(uuid: $0, name: $1, contentType: $2, size: $3, created: $4, metadata: $5) }
}
