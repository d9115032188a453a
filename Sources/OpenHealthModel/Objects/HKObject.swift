// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

// Unchecked because the class is open and so cannot be final; all it stores is immutable and Sendable itself.
/// Something that the health database holds: an identity, where it came from, and metadata.
///
/// Apps meet its subclasses. Two objects are equal when they have the same ``uuid``.
open class HKObject: NSObject, NSSecureCoding, @unchecked Sendable {
    /// Everything this class stores.
    package let fields: HKObjectFields

    /// Creates an object from stored parts. Only a store can, since only a store has fields.
    public init(fields: HKObjectFields) {
        self.fields = fields
        super.init()
    }

    /// The identity of the object, given when it is made and kept for ever.
    open var uuid: UUID { fields.uuid }

    /// Which version of which app saved the object.
    ///
    /// The store fills it in when it hands out the object. The source of an object that has not been saved has an empty bundle
    /// identifier.
    open var sourceRevision: HKSourceRevision { fields.sourceRevision }

    /// The app or device that saved the object; ``sourceRevision`` says more, and replaced it in iOS 9.
    open var source: HKSource { sourceRevision.source }

    /// The device, if known.
    open var device: HKDevice? { fields.device }

    /// More about the object: values are `String`, `NSNumber`, `Date` or ``HKQuantity``. Nil where there is none.
    open var metadata: [String: Any]? { fields.metadata.objects }

    /// Whether the other is an object with the same ``uuid``.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? HKObject else { return false }
        return other === self || other.uuid == uuid
    }

    /// A hash of the ``uuid``.
    open override var hash: Int { uuid.hashValue }

    /// True: archives of objects can be read with secure coding required.
    open class var supportsSecureCoding: Bool { true }

    /// Writes the object to an archive.
    open func encode(with coder: NSCoder) {
        var archive = HKArchive()
        archive.set(uuid, "uuid")
        archive.set(object: sourceRevision, "sourceRevision")
        archive.set(object: device, "device")
        archive.set(metadata: fields.metadata, "metadata")
        archive.set(fields.creationDate, "created")
        coder.encode(archive, forKey: "HKObject")
    }

    /// Reads an object from an archive, or gives nil where the archive does not hold one.
    public required init?(coder: NSCoder) {
        guard let archive = coder.archive(forKey: "HKObject"), let uuid = archive.uuid("uuid"),
            let revision = archive.object("sourceRevision", as: HKSourceRevision.self),
            let metadata = archive.metadata("metadata")
        else { return nil }
        fields = HKObjectFields(
            uuid: uuid, sourceRevision: revision, device: archive.object("device", as: HKDevice.self),
            metadata: metadata, creationDate: archive.date("created"))
        super.init()
    }
}
