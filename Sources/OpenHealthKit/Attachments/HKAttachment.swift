// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthSession
import UniformTypeIdentifiers

/// A file attached to an object.
///
/// ``HKAttachmentStore/dataReader(for:)`` reads the contents of the file.
public final class HKAttachment: NSObject, NSCopying, NSSecureCoding, Sendable {
    /// The unique identifier of the attachment.
    public let identifier: UUID
    /// The name of the attachment.
    public let name: String
    /// The content type of the file.
    public let contentType: UTType
    /// The size of the file in bytes.
    public let size: Int
    /// The date when the attachment was created.
    public let creationDate: Date
    private let metadataValues: [String: HKMetadataValue]

    init(_ attachment: StoredAttachment) {
        identifier = attachment.uuid
        name = attachment.name
        contentType = UTType(importedAs: attachment.contentType)
        size = attachment.size
        creationDate = attachment.created
        metadataValues = attachment.metadata
    }

    /// The metadata of the attachment, or nil if it has none.
    public var metadata: [String: Any]? { metadataValues.objects }

    /// Returns whether another object is the same attachment.
    public override func isEqual(_ object: Any?) -> Bool { (object as? HKAttachment)?.identifier == identifier }

    /// The hash value of the identifier.
    public override var hash: Int { identifier.hashValue }

    /// Returns the attachment itself, which is immutable.
    public func copy(with zone: NSZone? = nil) -> Any { self }

    /// A Boolean value that indicates whether the class supports secure coding: true.
    public static var supportsSecureCoding: Bool { true }

    /// Encodes the attachment, without the contents of the file.
    public func encode(with coder: NSCoder) {
        coder.encodeArchive(
            [
                "identifier": identifier, "name": name, "contentType": contentType.identifier, "size": size,
                "created": creationDate, "metadata": metadataValues,
            ], forKey: "HKAttachment")
    }

    /// Creates an attachment from an archive, or returns nil if the archive does not contain one.
    public init?(coder: NSCoder) {
        guard let archive = coder.archive(forKey: "HKAttachment"), let identifier = archive.uuid("identifier"),
            let name = archive.string("name"), let type = archive.string("contentType"),
            let size = archive.integer("size"), let created = archive.date("created"),
            let metadata = archive.metadata("metadata")
        else { return nil }
        self.identifier = identifier
        self.name = name
        contentType = UTType(importedAs: type)
        self.size = size
        creationDate = created
        metadataValues = metadata
    }
}

extension HKAttachment {
    /// The bytes of an attachment as an asynchronous sequence.
    public struct AsyncBytes: AsyncSequence, Sendable {
        /// The element of the sequence.
        public typealias Element = UInt8

        let attachment: UUID
        let context: HealthContext
        let progress: HeldProgress

        /// Creates an iterator over the bytes.
        public func makeAsyncIterator() -> BufferedAsyncByteIterator {
            BufferedAsyncByteIterator(bytes: self)
        }

        /// An iterator that reads the bytes in pages.
        public struct BufferedAsyncByteIterator: AsyncIteratorProtocol {
            private static let pageSize = 1 << 16

            private let bytes: AsyncBytes
            private var buffer: [UInt8] = []
            private var next = 0
            /// The number of bytes that have been read into buffers.
            private var count = 0
            private var isDone = false

            init(bytes: AsyncBytes) {
                self.bytes = bytes
            }

            /// Returns the next byte, or nil after the last one.
            /// - Throws: An `HKError`: `errorNoData` if the attachment does not exist or the app may not read it; or
            ///   `CancellationError` if the task was canceled.
            public mutating func next() async throws -> UInt8? {
                if next == buffer.count && !isDone { try await refill() }
                guard next < buffer.count else { return nil }
                defer { next += 1 }
                return buffer[next]
            }

            private mutating func refill() async throws {
                try Task.checkCancellation()
                let (attachment, offset) = (bytes.attachment, count)
                buffer = try await bytes.context.perform { access in
                    [UInt8](try await access.attachmentBytes(attachment, from: offset, count: Self.pageSize))
                }
                next = 0
                count += buffer.count
                isDone = buffer.isEmpty
                bytes.progress.set(count)
            }
        }
    }
}
