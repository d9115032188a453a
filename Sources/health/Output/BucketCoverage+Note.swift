// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthStatistics

extension BucketCoverage {
    /// The note after the label of a row, for people.
    var note: String {
        switch self {
        case .whole: ""
        case .unfinished: " (so far)"
        case .cut: " (part)"
        }
    }
}
