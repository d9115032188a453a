// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import OpenHealthAPI
import OpenHealthAccess
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore

/// The handlers of the routes for attachments of samples.
enum AttachmentHandlers {
    static let bindings: [RouteBinding] = [
        RouteBinding(AttachmentRoutes.list, list),
        RouteBinding(AttachmentRoutes.add.route, add),
        RouteBinding(AttachmentRoutes.read, read),
        RouteBinding(AttachmentRoutes.content, content),
        RouteBinding(AttachmentRoutes.remove, remove),
    ]

    private static func list(_ scope: RequestScope) async throws -> [StoredAttachment] {
        let query = QueryText(scope)
        let (uuid, given) = (try query.uuid(), try query.type(as: HKSampleType.self))
        let access = try scope.access()
        return try await scope.blocking {
            try access.attachments(of: uuid, type: try given ?? access.sampleType(of: uuid))
        }
    }

    private static func read(_ scope: RequestScope) async throws -> StoredAttachment {
        let (uuid, access) = (try QueryText(scope).uuid(), try scope.access())
        return try await scope.blocking { try access.attachment(uuid) }
    }

    private static func remove(_ scope: RequestScope) async throws {
        let query = QueryText(scope)
        let uuid = try query.uuid()
        let (object, given) = (try query.optionalUUID("sample"), try query.type(as: HKSampleType.self))
        let access = try scope.access()
        try await scope.blocking {
            if let object {
                try access.removeAttachment(uuid, from: object, type: try given ?? access.sampleType(of: object))
            } else {
                let (object, type) = try access.attachedObject(uuid)
                try access.removeAttachment(uuid, from: object, type: type)
            }
        }
    }

    // MARK: - Upload

    private static func add(_ scope: RequestScope) async throws -> Response {
        let query = QueryText(scope)
        let (uuid, given) = (try query.uuid(), try query.type(as: HKSampleType.self))
        let name = try query.attachmentName()
        let contentType = try query.attachmentContentType()
        let metadata = try query.attachmentMetadata()
        let access = try scope.access()
        let place = try await scope.services.attachments.begin(for: access)
        defer { withExtendedLifetime(place) {} }
        let (upload, type) = try await scope.blocking {
            let type = try given ?? access.sampleType(of: uuid)
            return (try access.beginAttachment(to: uuid, type: type), type)
        }
        let hash = try await AttachmentReader(scope, place).read(into: upload)
        let request = try scope.onceRequest(hashing: hash)
        return try await scope.once(location: { $0["uuid"]?.string.map { "/v1/attachments/" + $0 } }) {
            try access.addAttachment(
                upload, to: uuid, type: type, name: name, contentType: contentType, metadata: metadata, once: request
            ) { attachment in
                IdempotencyResponse(
                    status: AttachmentRoutes.add.status,
                    body: Data(AttachmentRoutes.add.response.json(attachment).bytes))
            }
        }
    }

    // MARK: - Download

    /// The number of bytes in memory at a time.
    private static let pageSize = 1 << 17

    private static func content(_ scope: RequestScope) async throws -> Response {
        let query = QueryText(scope)
        let uuid = try query.uuid()
        let offset = try query.integer("offset", in: 0...Int.max)
        let count = try query.integer("count", in: 0...Int.max)
        let access = try scope.access()
        let file = try await scope.blocking { try AttachmentFile(uuid, access) }
        // The bytes of an attachment never change.
        let tag = "\"\(uuid.uuidString.lowercased())\""
        var headers: HTTPFields = [.eTag: tag, .acceptRanges: "bytes"]
        if scope.request.headers.hasResponse(tag: tag) { return Response(status: .notModified, headers: headers) }
        let start = min(offset ?? 0, file.size)
        var (status, part) = (HTTPResponse.Status.ok, start..<start + min(file.size - start, count ?? .max))
        if offset == nil, count == nil, let range = ByteRange(scope.request, tag: tag) {
            guard let found = range.bytes(ofSize: file.size) else {
                let problem = Problem(.rangeNotSatisfiable, "The attachment has \(file.size) bytes.")
                var response = ProblemResponses.response(problem, to: scope.request)
                response.headers[.contentRange] = "bytes */\(file.size)"
                return response
            }
            (status, part) = (.partialContent, found)
            headers[.contentRange] = "bytes \(found.lowerBound)-\(found.upperBound - 1)/\(file.size)"
        }
        let (first, length) = (part.lowerBound, part.count)
        scope.context.account.work.noteResponse(bytes: min(length, pageSize))
        let body = ResponseBody(contentLength: length) { writer in
            var (place, rest) = (first, length)
            while rest > 0 {
                let (from, most) = (place, min(rest, Self.pageSize))
                let bytes = try await scope.blocking { try file.read(from: from, count: most) }
                guard bytes.readableBytes > 0 else { break }
                place += bytes.readableBytes
                rest -= bytes.readableBytes
                try await writer.write(bytes)
            }
            try await writer.finish(nil)
        }
        // No type is one that browsers treat as a page, and the name is not a path.
        let name = String(file.name.map { "/\\".contains($0) ? "_" : $0 })
        let encoded = PercentEncoding.encoded(name)
        // Programs such as curl read only the name in ASCII, which is generated if the name has other characters.
        let isPlain =
            !name.isEmpty && !name.hasPrefix(".")
            && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || " -._".contains($0)) }
        headers[.contentType] = MediaTypes.download(ofUniformType: file.contentType)
        headers[.contentDisposition] =
            "attachment; filename=\"\(isPlain ? name : uuid.uuidString)\"; filename*=UTF-8''\(encoded)"
        headers[.contentSecurityPolicy] = "default-src 'none'; frame-ancestors 'none'; sandbox"
        return Response(status: status, headers: headers, body: body)
    }
}

/// An attachment that is being read. It remains readable if it is removed in the meantime.
final class AttachmentFile: Sendable {
    /// The size of the file, in bytes.
    let size: Int
    /// The display name.
    let name: String
    /// The identifier of the uniform type.
    let contentType: String
    private let descriptor: Int32

    /// Opens the file of an attachment that the app may read. Blocks until the store has answered.
    init(_ uuid: UUID, _ access: AppAccess) throws {
        let (url, name, contentType) = try access.attachmentFile(uuid)
        let descriptor = AttachmentFolder.openFile(url)
        let size = descriptor < 0 ? -1 : Int(lseek(descriptor, 0, SEEK_END))
        guard size >= 0 else {
            let reason = errno
            if descriptor >= 0 { close(descriptor) }
            // Removed since it was looked up.
            guard reason != ENOENT else {
                throw HKError(.errorNoData, "There is no attachment with the identifier \(uuid) that this app can see.")
            }
            throw HKError(.errorDatabaseInaccessible, "The bytes of the attachment cannot be read.")
        }
        self.descriptor = descriptor
        self.size = size
        self.name = name
        self.contentType = contentType
    }

    deinit {
        close(descriptor)
    }

    /// Reads bytes. Blocks until the disk has answered.
    func read(from offset: Int, count: Int) throws -> ByteBuffer {
        var buffer = ByteBufferAllocator().buffer(capacity: count)
        let got = buffer.writeWithUnsafeMutableBytes(minimumWritableBytes: count) { bytes in
            max(0, pread(descriptor, bytes.baseAddress, count, off_t(offset)))
        }
        guard got > 0 else {
            throw HKError(.errorDatabaseInaccessible, "The bytes of the attachment cannot be read.")
        }
        return buffer
    }
}
