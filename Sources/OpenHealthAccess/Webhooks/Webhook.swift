// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthSession

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
    /// Whether the app has paused it.
    package var isPaused = false
    /// The replaced key, and the date until which deliveries are signed with it too.
    package var oldSecret: (key: Data, until: Date)?
    /// The date of the last attempt.
    package var attempted: Date?
    /// The date at which a delivery that was not acknowledged is sent again; nil if it is not, or at once.
    package var nextAttempt: Date?
    /// The status of the last response that was not an acknowledgment, 0 if there was none; nil after an acknowledgment.
    package var lastStatus: Int?

    /// Returns whether nothing is sent until the app or the owner resumes it: after a number of failures, or a response 410, by which a
    /// receiver states that it no longer exists.
    package func isStopped(after attempts: Int) -> Bool {
        failures >= attempts || failures > 0 && lastStatus == 410
    }
}
