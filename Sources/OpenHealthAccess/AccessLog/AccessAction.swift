// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthStore

/// An action in the access log.
package enum AccessAction: String, Sendable, Hashable, CaseIterable {
    /// The app read samples or statistics.
    case read
    /// The app exported all samples that it can read.
    case export
    /// The app saved samples.
    case save
    /// The app deleted its own samples.
    case delete
    /// The owner allowed the app to read a type.
    case grantRead
    /// The owner allowed the app to save a type.
    case grantSave
    /// The owner denied or revoked permission to read a type.
    case revokeRead
    /// The owner denied or revoked permission to save a type.
    case revokeSave
}
