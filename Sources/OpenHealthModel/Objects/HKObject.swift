// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

// Unchecked because the class is open; all stored properties are immutable and Sendable.
/// An object in the health database, with an identifier, a source and metadata.
///
/// Apps use its subclasses. Two objects are equal if they have the same ``uuid``.
open class HKObject: NSObject, NSSecureCoding, @unchecked Sendable {
    /// The stored properties of the object.
    package let fields: HKObjectFields

    /// Creates an object from stored fields. Only stores call this initializer, because only stores create fields.
    public init(fields: HKObjectFields) {
        self.fields = fields
    }

    /// The permanent identifier of the object, assigned when the object is created.
    open var uuid: UUID { fields.uuid }

    /// The app and version that saved the object.
    ///
    /// The store sets it when it returns the object. The source of an unsaved object has an empty bundle identifier.
    open var sourceRevision: HKSourceRevision { fields.sourceRevision }

    /// The app or device that saved the object; replaced by ``sourceRevision`` in iOS 9.
    open var source: HKSource { sourceRevision.source }

    /// The device, if known.
    open var device: HKDevice? { fields.device }

    /// The metadata: values of type `String`, `NSNumber`, `Date` or ``HKQuantity`` by key; `nil` if there is none.
    open var metadata: [String: Any]? { fields.metadata.objects }

    /// Returns a Boolean value that indicates whether the other object has the same ``uuid``.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? HKObject else { return false }
        return other === self || other.uuid == uuid
    }

    /// A hash of the ``uuid``.
    open override var hash: Int { uuid.hashValue }

    /// Always `true`, because the class supports secure coding.
    open class var supportsSecureCoding: Bool { true }

    /// Encodes the object.
    open func encode(with coder: NSCoder) {
        coder.encodeArchive(
            [
                "uuid": uuid, "sourceRevision": sourceRevision, "device": device, "metadata": fields.metadata,
                "created": fields.creationDate,
            ], forKey: "HKObject")
    }

    /// Creates an object from an archive, or returns `nil` if the archive contains none.
    public required init?(coder: NSCoder) {
        guard let archive = coder.archive(forKey: "HKObject"), let uuid = archive.uuid("uuid"),
            let revision = archive.object("sourceRevision", as: HKSourceRevision.self),
            let metadata = archive.metadata("metadata")
        else { return nil }
        var fields = HKObjectFields(
            uuid: uuid, sourceRevision: revision, device: archive.object("device", as: HKDevice.self),
            metadata: metadata, creationDate: archive.date("created"))
        // Only a store sets it, for the objects that it returns.
        fields.copyOf = archive.uuid("copyOf")
        self.fields = fields
    }
}

/// The fields of a stored object: its identifier, source and metadata.
///
/// Only stores create fields, when they return objects; apps use the initializers of the sample classes.
public struct HKObjectFields: Hashable, Sendable {
    /// The identifier of the object.
    package var uuid: UUID
    /// The app and version that saved the object.
    package var sourceRevision: HKSourceRevision
    /// The device.
    package var device: HKDevice?
    /// The metadata.
    package var metadata: [String: HKMetadataValue]
    /// The date on which the object was saved, if known.
    package var creationDate: Date?
    /// The identifier of the workout of which the object is a copy, for readers who see which workouts are copies.
    package var copyOf: UUID?

    /// Creates the fields of a stored object.
    package init(
        uuid: UUID, sourceRevision: HKSourceRevision, device: HKDevice? = nil,
        metadata: [String: HKMetadataValue] = [:], creationDate: Date? = nil
    ) {
        self.uuid = uuid
        self.sourceRevision = sourceRevision
        self.device = device
        self.metadata = metadata
        self.creationDate = creationDate
    }

    /// Creates the fields of an unsaved object, with a new identifier and the source of unsaved objects.
    package init(newWith device: HKDevice?, metadata: [String: HKMetadataValue]) {
        self.init(uuid: UUID(), sourceRevision: .unsaved, device: device, metadata: metadata)
    }
}
