// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// The identity of an app: shown in permission requests, and stored with each sample that it saves.
public struct AppIdentity: Hashable, Sendable {
    /// The bundle identifier, such as `org.example.steps`: permissions are kept under it.
    public var identifier: String
    /// The name that people know.
    public var name: String
    /// The version, where there is one.
    public var version: String?
    /// The machine, such as `iPhone15,2`, where it is known.
    public var productType: String?
    /// The version of the operating system, where it is known: `12.0.0`.
    public var operatingSystemVersion: String?

    /// Creates an identity; see the properties.
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

    /// The web pages of the server, on which the person enters samples by hand.
    package static let pages = AppIdentity(identifier: HKSource.pagesBundleIdentifier, name: "OpenHealthKit")
}
