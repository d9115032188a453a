// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The actions that the access log tells apart.
package enum AccessAction: String, Sendable, Hashable, CaseIterable {
    /// The app read samples, or figures made of them.
    case read
    /// The app read everything that it may read at once.
    case export
    /// The app saved samples.
    case save
    /// The app deleted samples of its own.
    case delete
    /// The owner allowed the app to read a type.
    case grantRead
    /// The owner allowed the app to save a type.
    case grantSave
    /// The owner denied the app to read a type, or took that leave back.
    case revokeRead
    /// The owner denied the app to save a type, or took that leave back.
    case revokeSave
}
