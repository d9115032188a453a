// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// An object that is gone from the database.
public final class HKDeletedObject: NSObject, NSSecureCoding, Sendable {
    /// The identity of the object that was deleted.
    public let uuid: UUID
    /// The remaining metadata.
    package let metadataValues: [String: HKMetadataValue]

    /// Creates the trace of a deleted object. Of the metadata only the sync identifier and version are kept.
    package init(uuid: UUID, metadata: [String: HKMetadataValue] = [:]) {
        self.uuid = uuid
        self.metadataValues = metadata.filter {
            $0.key == HKMetadataKeySyncIdentifier || $0.key == HKMetadataKeySyncVersion
        }
        super.init()
    }

    /// The sync identifier and version of the object, where it had them; nil otherwise.
    public var metadata: [String: Any]? { metadataValues.objects }

    /// Whether the other is the trace of the same object.
    public override func isEqual(_ object: Any?) -> Bool {
        (object as? HKDeletedObject)?.uuid == uuid
    }

    /// A hash of the ``uuid``.
    public override var hash: Int { uuid.hashValue }

    /// True: archives can be read with secure coding required.
    public static var supportsSecureCoding: Bool { true }

    /// Writes the trace to an archive.
    public func encode(with coder: NSCoder) {
        var archive = HKArchive()
        archive.set(uuid, "uuid")
        archive.set(metadata: metadataValues, "metadata")
        coder.encode(archive, forKey: "HKDeletedObject")
    }

    /// Reads a trace from an archive, or gives nil where the archive does not hold one.
    public init?(coder: NSCoder) {
        guard let archive = coder.archive(forKey: "HKDeletedObject"), let uuid = archive.uuid("uuid"),
            let metadata = archive.metadata("metadata")
        else { return nil }
        self.uuid = uuid
        self.metadataValues = metadata
        super.init()
    }
}
