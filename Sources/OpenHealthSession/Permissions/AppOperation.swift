// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// An operation of an app on the store.
package enum AppOperation: Hashable, Sendable {
    case read
    case save
    case delete
    /// Saving the person's answers, deliveries, units and other settings.
    case settings
}
