// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// Methods that read and write the attachments of samples.
///
/// Methods throw an `HKError`, or `CancellationError` if the task was cancelled.
package protocol AttachmentStoring: Sendable {
    /// Attaches a file to a sample that the app has saved.
    func addAttachment(
        to object: UUID, type: HKSampleType, name: String, contentType: String, file: URL,
        metadata: [String: HKMetadataValue]
    ) async throws -> StoredAttachment
    /// Returns the attachments of a sample that the app may read, in the order in which they were added.
    func attachments(of object: UUID, type: HKSampleType) async throws -> [StoredAttachment]
    /// Removes an attachment from a sample that the app has saved.
    func removeAttachment(_ uuid: UUID, from object: UUID, type: HKSampleType) async throws
    /// Returns bytes of an attachment of a sample that the app may read; empty beyond its end.
    /// - Parameters:
    ///   - offset: The position of the first byte.
    ///   - count: The maximum number of bytes; `nil` for all.
    func attachmentBytes(_ uuid: UUID, from offset: Int, count: Int?) async throws -> Data
}

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
