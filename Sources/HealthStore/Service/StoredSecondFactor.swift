// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The owner's second factor, as the store keeps it.
package struct StoredSecondFactor: Sendable, Equatable {
    /// The key of RFC 6238.
    package var secret: Data
    /// The last time step of which a code was accepted.
    package var step: Int64
    /// When it was enabled.
    package var created: Date
    /// How many recovery codes are left.
    package var recoveryCodes: Int
}
