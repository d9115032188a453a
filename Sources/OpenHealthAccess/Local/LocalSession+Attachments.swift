// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthSession

extension LocalSession {
    package func addAttachment(
        to object: UUID, type: HKSampleType, name: String, contentType: String, file: URL,
        metadata: [String: HKMetadataValue]
    ) async throws -> StoredAttachment {
        try await perform {
            try $0.addAttachment(
                to: object, type: type, name: name, contentType: contentType, file: file, metadata: metadata)
        }
    }

    package func attachments(of object: UUID, type: HKSampleType) async throws -> [StoredAttachment] {
        try await perform { try $0.attachments(of: object, type: type) }
    }

    package func removeAttachment(_ uuid: UUID, from object: UUID, type: HKSampleType) async throws {
        try await perform { try $0.removeAttachment(uuid, from: object, type: type) }
    }

    package func attachmentBytes(_ uuid: UUID, from offset: Int, count: Int?) async throws -> Data {
        try await perform { try $0.attachmentBytes(uuid, from: offset, count: count) }
    }
}
