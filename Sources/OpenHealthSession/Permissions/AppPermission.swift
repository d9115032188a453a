// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The permissions of an app for a type: separate ones for saving and reading.
public struct AppPermission: Hashable, Sendable {
    /// A permission to save.
    public enum Share: Hashable, Sendable {
        /// The app has not requested permission, or the request has no answer.
        case notDetermined
        case denied
        case authorized
    }

    /// A permission to read. Apps cannot distinguish the last three cases.
    public enum Read: Hashable, Sendable {
        /// The app has not requested permission, or the request has no answer.
        case notDetermined
        /// The app can read only its own samples.
        case denied
        case authorized
        /// The app can read samples that start at a date or later, and its own samples.
        case limited(since: Date)
    }

    /// Whether the app may save.
    public var share: Share
    /// Whether the app may read.
    public var read: Read

    /// Creates permissions from their values.
    public init(share: Share = .notDetermined, read: Read = .notDetermined) {
        self.share = share
        self.read = read
    }
}
