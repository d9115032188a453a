// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthSession
import UniformTypeIdentifiers

/// A file that an app has put beside an object: what there is to know of it. A store reads its bytes:
/// ``HKAttachmentStore/dataReader(for:)``.
public final class HKAttachment: NSObject, NSCopying, NSSecureCoding, Sendable {
    /// The identity of the attachment.
    public let identifier: UUID
    /// The name that the app gave it.
    public let name: String
    /// The kind of the file.
    public let contentType: UTType
    /// The number of bytes.
    public let size: Int
    /// When it was added.
    public let creationDate: Date
    private let metadataValues: [String: HKMetadataValue]

    init(_ attachment: StoredAttachment) {
        identifier = attachment.uuid
        name = attachment.name
        contentType = UTType(importedAs: attachment.contentType)
        size = attachment.size
        creationDate = attachment.created
        metadataValues = attachment.metadata
        super.init()
    }

    /// More about it; nil where there is nothing.
    public var metadata: [String: Any]? { metadataValues.objects }

    /// Whether the other is the same attachment.
    public override func isEqual(_ object: Any?) -> Bool { (object as? HKAttachment)?.identifier == identifier }

    /// A hash of the identity.
    public override var hash: Int { identifier.hashValue }

    /// The attachment itself, which cannot change.
    public func copy(with zone: NSZone? = nil) -> Any { self }

    /// True: archives can be read with secure coding required.
    public static var supportsSecureCoding: Bool { true }

    /// Writes what there is to know of the attachment to an archive, without its bytes.
    public func encode(with coder: NSCoder) {
        var archive = HKArchive()
        archive.set(identifier, "identifier")
        archive.set(name, "name")
        archive.set(contentType.identifier, "contentType")
        archive.set(size, "size")
        archive.set(creationDate, "created")
        archive.set(metadata: metadataValues, "metadata")
        coder.encode(archive, forKey: "HKAttachment")
    }

    /// Reads an attachment from an archive, or gives nil where the archive does not hold one.
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
        super.init()
    }
}
