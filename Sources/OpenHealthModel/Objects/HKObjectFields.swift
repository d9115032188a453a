// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

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
