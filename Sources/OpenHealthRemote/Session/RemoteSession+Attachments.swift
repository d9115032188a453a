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
            .post, "/v1/samples/\(object.uuidString)/attachments",
            query: [("type", type.identifier), ("name", name), ("contentType", contentType)])
        if !metadata.isEmpty { request.query.append(("metadata", MetadataValuesJSON(metadata).json.text)) }
        do {
            let size = try FileManager.default.attributesOfItem(atPath: file.path)[.size] as? NSNumber
            guard let size, size.intValue <= AttachmentRoutes.mostBytes else {
                throw HKError(
                    .errorDataSizeExceeded, "An attachment has \(AttachmentRoutes.mostBytes) bytes at the most.")
            }
            request.body = try Data(contentsOf: file, options: .alwaysMapped)
        } catch let error as HKError {
            throw error
        } catch {
            throw HKError(.errorInvalidArgument, "The file at \(file.path) cannot be read: \(error)")
        }
        request.contentType = "application/octet-stream"
        request.isRepeatable = false
        return try await json(as: .save, request) { (json) throws(Problem) in StoredAttachment(try AttachmentJSON(json))
        }
    }

    package func attachments(of object: UUID, type: HKSampleType) async throws -> [StoredAttachment] {
        let request = DaemonRequest(
            .get, "/v1/samples/\(object.uuidString)/attachments", query: [("type", type.identifier)])
        return try await json(request) { (json) throws(Problem) in
            try json.list("attachments") { (entry) throws(Problem) in StoredAttachment(try AttachmentJSON(entry)) }
        }
    }

    package func removeAttachment(_ uuid: UUID, from object: UUID, type: HKSampleType) async throws {
        var request = DaemonRequest(
            .delete, "/v1/attachments/\(uuid.uuidString)",
            query: [("sample", object.uuidString), ("type", type.identifier)])
        request.isRepeatable = false
        try await tell(as: .delete, request)
    }

    package func attachmentBytes(_ uuid: UUID, from offset: Int, count: Int?) async throws -> Data {
        var request = DaemonRequest(
            .get, "/v1/attachments/\(uuid.uuidString)/content", query: [("offset", String(offset))])
        if let count { request.query.append(("count", String(count))) }
        request.accept = "application/octet-stream"
        return try await ask(request) { try await $0.bytes() }
    }
}

extension StoredAttachment {
    init(_ attachment: AttachmentJSON) {
        self.init(
            uuid: attachment.uuid, name: attachment.name, contentType: attachment.contentType, size: attachment.size,
            created: attachment.created, metadata: attachment.metadata)
    }
}
