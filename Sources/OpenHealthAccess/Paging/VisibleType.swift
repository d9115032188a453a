// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthStore

/// A type of samples of which an app sees some.
package struct VisibleType: Sendable, Equatable {
    /// The type.
    package var type: HKSampleType
    /// When the first sample that the app sees starts.
    package var earliest: Date
    /// When the last of them ends.
    package var latest: Date

    package init(type: HKSampleType, earliest: Date, latest: Date) {
        self.type = type
        self.earliest = earliest
        self.latest = latest
    }
}
