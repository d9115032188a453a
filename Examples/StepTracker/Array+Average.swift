// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

extension Array where Element == Double {
    /// The mean, or 0 if the array is empty.
    var average: Double { isEmpty ? 0 : reduce(0, +) / Double(count) }
}
