// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore

/// A receiver that an app wants to be told of changes.
package struct Webhook: Sendable {
    package let id: UUID
    /// The app.
    package let app: AppIdentity
    /// The address, as the app gave it.
    package let url: String
    /// The key that signs deliveries.
    package let secret: Data
    /// The identifiers of the types.
    package let types: [String]
    /// The maximum frequency of notifications.
    package let frequency: HKUpdateFrequency
    /// The place in the order of changes up to which the receiver has acknowledged.
    package let anchor: Int64
    /// When something was last delivered.
    package let delivered: Date?
    /// Deliveries since the last acknowledged one.
    package let failures: Int
    /// When it was first registered.
    package let created: Date
    /// The owner's decision about the host.
    package let decision: ReceiverHost.Decision
    /// Whether the host may be this machine or in a private network.
    package let isLocal: Bool
}
