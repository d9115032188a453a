// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// A change that was kept while the daemon could not be reached, and that it has refused since.
///
/// The app was told that it had worked, as on a phone that is locked. The change has not happened and is not tried again.
public struct RefusedChange: Sendable {
    /// What an app may have wanted.
    public enum Kind: String, Sendable {
        /// To save objects.
        case save
        /// To delete objects.
        case delete
    }

    /// What the app wanted.
    public let kind: Kind
    /// The UUIDs of the objects.
    public let objects: [UUID]
    /// When the app wanted it.
    public let date: Date
    /// Why the daemon refused.
    public let error: HKError
}
