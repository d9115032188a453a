// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The limits of preferences in the interface.
package enum PreferencesJSON {
    /// The maximum number of pinned types.
    package static let maximumPins = 100
    /// The languages of the pages.
    package static let languages = ["en", "pt", "ja", "ko"]
}
