// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import HealthKitCombine
import OpenCombineShim

extension Sequence where Element: Publisher {
    /// Merges a sequence of Publishers into a single Publisher.
    func merge() -> Publishers.MergeMany<Element> {
        Publishers.MergeMany(self)
    }
}
