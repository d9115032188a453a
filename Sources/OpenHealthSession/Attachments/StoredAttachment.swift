// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// A file that an app put beside a sample: what the store knows of it.
package struct StoredAttachment: Hashable, Sendable {
    /// The identity, and the name of the file in the folder of attachments.
    package var uuid: UUID
    /// The name that the app gave it.
    package var name: String
    /// The identifier of the uniform type, such as `public.jpeg`.
    package var contentType: String
    /// The number of bytes.
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
}
