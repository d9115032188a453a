// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// The properties of a file that an app attached to a sample.
package struct StoredAttachment: Hashable, Sendable {
    /// The identifier, which is also the name of the file in the attachments folder.
    package var uuid: UUID
    /// The file name that the app chose.
    package var name: String
    /// The identifier of the uniform type, such as `public.jpeg`.
    package var contentType: String
    /// The number of bytes.
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
}
