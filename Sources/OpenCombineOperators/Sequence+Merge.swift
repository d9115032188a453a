// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenCombineShim

extension Sequence where Element: Publisher {
    /// Merges all publishers of the sequence: what any of them sends is sent on as it comes.
    ///
    /// The result finishes when the last of them has finished, at once for an empty sequence, and fails as soon as one
    /// of them fails.
    public func merge() -> Publishers.MergeMany<Element> {
        Publishers.MergeMany(self)
    }
}
