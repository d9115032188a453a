// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The samples of a type that an app can read.
package enum SampleAccess: Hashable, Sendable {
    /// All samples.
    case all
    /// The samples that the app saved.
    case own
    /// The samples that start at a date or later, and the samples that the app saved.
    case since(Date)
}
