// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthStore

/// The stored second factor of the owner.
package struct StoredSecondFactor: Sendable, Equatable {
    /// The key of RFC 6238.
    package var secret: Data
    /// The time step of the last accepted code.
    package var step: Int64
    /// The date when the second factor was enabled.
    package var created: Date
    /// The number of remaining recovery codes.
    package var recoveryCodes: Int
}
