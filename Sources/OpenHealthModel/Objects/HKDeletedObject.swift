// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// An object that was deleted from the database.
public final class HKDeletedObject: NSObject, NSSecureCoding, Sendable {
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
        super.init()
    }

    /// The sync identifier and version of the object; `nil` if it had neither.
    public var metadata: [String: Any]? { metadataValues.objects }

    /// Returns a Boolean value that indicates whether the other object has the same ``uuid``.
    public override func isEqual(_ object: Any?) -> Bool {
        (object as? HKDeletedObject)?.uuid == uuid
    }

    /// A hash of the ``uuid``.
    public override var hash: Int { uuid.hashValue }

    /// Always `true`, because the class supports secure coding.
    public static var supportsSecureCoding: Bool { true }

    /// Encodes the deleted object.
    public func encode(with coder: NSCoder) {
        var archive = HKArchive()
        archive.set(uuid, "uuid")
        archive.set(metadata: metadataValues, "metadata")
        coder.encode(archive, forKey: "HKDeletedObject")
    }

    /// Creates a deleted object from an archive, or returns `nil` if the archive contains none.
    public init?(coder: NSCoder) {
        guard let archive = coder.archive(forKey: "HKDeletedObject"), let uuid = archive.uuid("uuid"),
            let metadata = archive.metadata("metadata")
        else { return nil }
        self.uuid = uuid
        self.metadataValues = metadata
        super.init()
    }
}
