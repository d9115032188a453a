// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// The properties that samples of one start date share if only their ordinals or details differ.
struct OrdinalKey: Hashable {
    private var end: UInt64
    private var value: UInt64?
    private var source: ContentHash

    /// - Parameter value: The value; nil for any value.
    init(end: Double, value: Double?, source: ContentHash) {
        self.end = end.keyBits
        self.value = value.map(\.keyBits)
        self.source = source
    }
}

extension Double {
    /// The bits of the number, which are equal for equal numbers and for all NaNs.
    var keyBits: UInt64 { isNaN ? .max : (self + 0).bitPattern }
}
