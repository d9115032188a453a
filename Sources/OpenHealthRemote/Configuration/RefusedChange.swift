// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// A change that was kept while the server could not be reached, and that it has refused since.
///
/// The app's call succeeded, as on a phone that is locked. The change has not happened and is not tried again.
public struct RefusedChange: Sendable {
    /// The kind of a change.
    public enum Kind: String, Sendable {
        /// The app saved objects.
        case save
        /// The app deleted objects.
        case delete
    }

    /// The kind of the change.
    public let kind: Kind
    /// The UUIDs of the objects.
    public let objects: [UUID]
    /// The date of the app's call.
    public let date: Date
    /// The reason for the refusal.
    public let error: HKError
}
