// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore

/// A webhook: a receiver of notifications of changes for an app.
package struct Webhook: Sendable {
    package let id: UUID
    /// The app.
    package let app: AppIdentity
    /// The URL, as specified by the app.
    package let url: String
    /// The key that signs deliveries.
    package let secret: Data
    /// The identifiers of the types.
    package let types: [String]
    /// The maximum frequency of notifications.
    package let frequency: HKUpdateFrequency
    /// The position in the order of changes up to which the receiver has acknowledged.
    package let anchor: Int64
    /// The date of the last delivery.
    package let delivered: Date?
    /// The number of deliveries since the last acknowledged one.
    package let failures: Int
    /// The date when the webhook was first registered.
    package let created: Date
    /// The owner's decision about the host.
    package let decision: ReceiverHost.Decision
    /// Whether the host can be this machine or in a private network.
    package let isLocal: Bool
}
