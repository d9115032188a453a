// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// An operation of an app on the store.
package enum AppOperation: Hashable, Sendable {
    case read
    case save
    case delete
    /// To write down answers of the person, deliveries, units and the like.
    case settings
}
