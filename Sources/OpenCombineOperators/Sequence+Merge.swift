// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenCombineShim

extension Sequence where Element: Publisher {
    /// Merges all publishers of the sequence and sends their values as they arrive.
    ///
    /// The result finishes when the last of them has finished, immediately for an empty sequence, and fails as soon as one of
    /// them fails.
    public func merge() -> Publishers.MergeMany<Element> {
        Publishers.MergeMany(self)
    }
}
