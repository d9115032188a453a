// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The fields of every stored object: its identity, its origin and its metadata.
///
/// Only a store makes these, when it hands out what it holds; apps use the initialisers that take the parts of a sample.
public struct HKObjectFields: Hashable, Sendable {
    /// The identity of the object.
    package var uuid: UUID
    /// Which version of which app saved it.
    package var sourceRevision: HKSourceRevision
    /// The device.
    package var device: HKDevice?
    /// Its metadata.
    package var metadata: [String: HKMetadataValue]
    /// When it was saved, where that is known.
    package var creationDate: Date?

    /// Fields as a store knows them.
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

    /// The fields of an object that an app has just made: a new identity, and the source of what is not saved.
    package init(newWith device: HKDevice?, metadata: [String: HKMetadataValue]) {
        self.init(uuid: UUID(), sourceRevision: .unsaved, device: device, metadata: metadata)
    }
}
