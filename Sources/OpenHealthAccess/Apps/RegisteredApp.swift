// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore

/// An app that a store knows, and what the person lets it do.
public struct RegisteredApp: Hashable, Sendable {
    /// The permission of the app for one type.
    public struct Entry: Hashable, Sendable {
        /// The identifier of the type.
        public var type: String
        /// The person's answer.
        public var permission: AppPermission
        /// Whether the app has asked to save the type.
        public var hasAskedToShare: Bool
        /// Whether the app has asked to read the type.
        public var hasAskedToRead: Bool
        /// When it was last answered, or first asked for.
        public var changed: Date
    }

    /// The bundle identifier.
    public var identifier: String
    /// The name; the identifier, until the app itself has asked.
    public var name: String
    /// The version that asked last, where it has one.
    public var version: String?
    /// When the store first heard of the app.
    public var added: Date
    /// When the app last asked, saved or deleted; nil where it never has.
    public var lastUse: Date?
    /// The types that it has asked for or that there is an answer for, by identifier.
    public var permissions: [Entry]
    /// The new name that the app has proposed and the owner has not accepted yet, if any.
    public var proposedName: String?
}
