// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

extension Array where Element == Double {
    /// The mean; 0 of nothing.
    var average: Double { isEmpty ? 0 : reduce(0, +) / Double(count) }
}
