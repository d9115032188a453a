// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// What the interface says of preferences.
package enum PreferencesJSON {
    /// How many types may be pinned.
    package static let maximumPins = 100
    /// The languages that the pages have.
    package static let languages = ["en", "pt", "ja", "ko"]
}
