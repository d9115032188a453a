// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthModel
import OpenHealthSession

extension RemoteSession {
    package func addAttachment(
        to object: UUID, type: HKSampleType, name: String, contentType: String, file: URL,
        metadata: [String: HKMetadataValue]
    ) async throws -> StoredAttachment {
        var request = DaemonRequest(
            AttachmentRoutes.add.route, path: ["uuid": object.uuidString],
            query: [("type", type.identifier), ("name", name), ("contentType", contentType)])
        if !metadata.isEmpty { request.query.append(("metadata", JSONFormat.metadata.json(metadata).text)) }
        do {
            let size = try FileManager.default.attributesOfItem(atPath: file.path)[.size] as? NSNumber
            guard let size, size.intValue <= AttachmentRoutes.maximumBytes else {
                throw HKError(
                    .errorDataSizeExceeded, "An attachment has \(AttachmentRoutes.maximumBytes) bytes at most.")
            }
            request.body = try Data(contentsOf: file, options: .alwaysMapped)
        } catch let error as HKError {
            throw error
        } catch {
            throw HKError(.errorInvalidArgument, "The file at \(file.path) cannot be read: \(error)")
        }
        request.contentType = "application/octet-stream"
        request.isRepeatable = false
        return try await call(as: .save, AttachmentRoutes.add, request)
    }

    package func attachments(of object: UUID, type: HKSampleType) async throws -> [StoredAttachment] {
        try await call(
            AttachmentRoutes.list, path: ["uuid": object.uuidString], query: [("type", type.identifier)])
    }

    package func removeAttachment(_ uuid: UUID, from object: UUID, type: HKSampleType) async throws {
        try await call(
            as: .delete, AttachmentRoutes.remove, path: ["uuid": uuid.uuidString],
            query: [("sample", object.uuidString), ("type", type.identifier)], isRepeatable: false)
    }

    package func attachmentBytes(_ uuid: UUID, from offset: Int, count: Int?) async throws -> Data {
        var request = DaemonRequest(
            AttachmentRoutes.content, path: ["uuid": uuid.uuidString], query: [("offset", String(offset))])
        if let count { request.query.append(("count", String(count))) }
        request.accept = "application/octet-stream"
        return try await ask(request) { try await $0.bytes() }
    }
}
