// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthSession

extension StoredAttachment: JSONRepresentable {
    /// The JSON form of an attachment of a sample, without its bytes.
    package static let format = JSONFormat<StoredAttachment>.object(
        named: "Attachment", about: "An attachment of a sample, without its bytes.", ignoresOthers: true,
        .required("uuid", \.uuid, .uuid), .required("name", \.name, .string),
        .required("contentType", \.contentType, .string),
        .required("size", \.size, .integer(0...AttachmentRoutes.maximumBytes)), .required("created", \.created, .date),
        .optional("metadata", \.metadata, .metadata, default: [:])
    ) { StoredAttachment(uuid: $0, name: $1, contentType: $2, size: $3, created: $4, metadata: $5) }
}
