// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// The identity of an app: shown in permission requests, and stored with each sample that it saves.
public struct AppIdentity: Hashable, Sendable {
    /// The bundle identifier, such as `org.example.steps`, under which permissions are stored.
    public var identifier: String
    /// The name for display.
    public var name: String
    /// The version, if any.
    public var version: String?
    /// The product type of the device, such as `iPhone15,2`, if known.
    public var productType: String?
    /// The version of the operating system, such as `12.0.0`, if known.
    public var operatingSystemVersion: String?

    /// Creates an identity from its properties.
    public init(
        identifier: String, name: String, version: String? = nil, productType: String? = nil,
        operatingSystemVersion: String? = nil
    ) {
        self.identifier = identifier
        self.name = name
        self.version = version
        self.productType = productType
        self.operatingSystemVersion = operatingSystemVersion
    }

    /// The web pages of the server on which the person enters samples manually.
    package static let pages = AppIdentity(identifier: HKSource.pagesBundleIdentifier, name: "OpenHealthKit")
}

/// The permissions of an app for a type: separate ones for saving and reading.
public struct AppPermission: Hashable, Sendable {
    /// A permission to save.
    public enum Share: Hashable, Sendable {
        /// The app has not requested permission, or the request has no decision.
        case notDetermined
        case denied
        case authorized
    }

    /// A permission to read. Apps cannot distinguish the last three cases.
    public enum Read: Hashable, Sendable {
        /// The app has not requested permission, or the request has no decision.
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

/// An operation of an app on the store.
package enum AppOperation: Hashable, Sendable {
    case read
    case save
    case delete
    /// Saving the person's decisions, deliveries, units and other settings.
    case settings
}
