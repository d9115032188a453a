// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthStore
import OpenHealthSession

/// A host that receives notifications of changes for an app, and the owner's decision about it.
package struct ReceiverHost: Sendable, Equatable {
    /// The owner's decision.
    package enum Decision: Int, Sendable, CaseIterable {
        /// The owner has not decided yet. No notifications are sent.
        case waiting = 0
        /// Notifications are sent.
        case approved = 1
        /// No notifications are sent. The app cannot distinguish this from waiting.
        case refused = 2
    }

    /// The app.
    package let app: AppIdentity
    /// The host and port, such as `steps.example.org:443`.
    package let host: String
    /// The owner's decision.
    package let decision: Decision
    /// Whether the host can be this machine or in a private network.
    package let isLocal: Bool
    /// The date when the app first requested the host.
    package let asked: Date
    /// The date of the owner's last decision.
    package let answered: Date?

    /// Returns the normalised host and port of a URL, or nil if the URL has no host or port.
    package static func name(of url: String) -> String? { HostName.normalised(url) }
}
