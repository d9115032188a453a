// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// An object that was deleted from the database.
public final class HKDeletedObject: NSObject, NSSecureCoding, HKArchivedObject, HKValueObject, Sendable {
    /// The identifier of the deleted object.
    public let uuid: UUID
    /// The remaining metadata.
    package let metadataValues: [String: HKMetadataValue]

    /// Creates a deleted object. Of the metadata, only the sync identifier and version are kept.
    package init(uuid: UUID, metadata: [String: HKMetadataValue] = [:]) {
        self.uuid = uuid
        self.metadataValues = metadata.filter {
            $0.key == HKMetadataKeySyncIdentifier || $0.key == HKMetadataKeySyncVersion
        }
    }

    /// The sync identifier and version of the object; `nil` if it had neither.
    public var metadata: [String: Any]? { metadataValues.objects }

    var parts: [AnyHashable?] { [uuid] }

    /// Returns a Boolean value that indicates whether the other object has the same ``uuid``.
    public override func isEqual(_ object: Any?) -> Bool { hasSameParts(as: object) }

    /// A hash of the ``uuid``.
    public override var hash: Int { hashOfParts }

    var archive: HKArchive { ["uuid": uuid, "metadata": metadataValues] }

    /// Creates a deleted object from an archive, or returns `nil` if the archive contains none.
    public convenience init?(coder: NSCoder) {
        guard let archive = coder.archive(forKey: Self.archiveKey), let uuid = archive.uuid("uuid"),
            let metadata = archive.metadata("metadata")
        else { return nil }
        self.init(uuid: uuid, metadata: metadata)
    }
}
