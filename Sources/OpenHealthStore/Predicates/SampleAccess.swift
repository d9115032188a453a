// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Which samples of a type an app sees.
package enum SampleAccess: Hashable, Sendable {
    /// All of them.
    case all
    /// Those that it saved itself.
    case own
    /// Those that start at a date or later, and those that it saved itself.
    case since(Date)
}
