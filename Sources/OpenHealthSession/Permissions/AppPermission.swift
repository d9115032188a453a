// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The permission of an app for one type: separately for saving and reading.
public struct AppPermission: Hashable, Sendable {
    /// An answer about saving.
    public enum Share: Hashable, Sendable {
        /// The app has not requested permission, or the request has no answer.
        case notDetermined
        case denied
        case authorized
    }

    /// An answer about reading. An app never learns which of the last three it is.
    public enum Read: Hashable, Sendable {
        /// The app has not requested permission, or the request has no answer.
        case notDetermined
        /// The app sees its own samples alone.
        case denied
        case authorized
        /// The app sees what starts at a date or later, and its own samples.
        case limited(since: Date)
    }

    /// Whether the app may save.
    public var share: Share
    /// Whether the app may read.
    public var read: Read

    /// Creates a permission; see the properties.
    public init(share: Share = .notDetermined, read: Read = .notDetermined) {
        self.share = share
        self.read = read
    }
}
