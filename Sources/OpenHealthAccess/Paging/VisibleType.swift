// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthStore

/// A sample type with samples that are visible to an app.
package struct VisibleType: Sendable, Equatable {
    /// The type.
    package var type: HKSampleType
    /// The start date of the earliest visible sample.
    package var earliest: Date
    /// The end date of the latest visible sample.
    package var latest: Date
}
