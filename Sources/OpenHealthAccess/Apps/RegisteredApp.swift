// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore

/// A known app, with its permissions.
public struct RegisteredApp: Hashable, Sendable {
    /// The permission of the app for one type.
    public struct Entry: Hashable, Sendable {
        /// The identifier of the type.
        public var type: String
        /// The person's answer.
        public var permission: AppPermission
        /// Whether the app has requested authorization to save the type.
        public var hasAskedToShare: Bool
        /// Whether the app has requested authorization to read the type.
        public var hasAskedToRead: Bool
        /// The date of the last answer, or of the first request.
        public var changed: Date
    }

    /// The bundle identifier.
    public var identifier: String
    /// The name; the identifier until the app itself has requested authorization.
    public var name: String
    /// The version of the app at its last request, if any.
    public var version: String?
    /// The date when the app was added to the store.
    public var added: Date
    /// The date of the app's last request, save or deletion; nil if there was none.
    public var lastUse: Date?
    /// The permissions for types that the app has requested or that have an answer, sorted by identifier.
    public var permissions: [Entry]
    /// The new name that the app has proposed and the owner has not accepted yet, if any.
    public var proposedName: String?
}
