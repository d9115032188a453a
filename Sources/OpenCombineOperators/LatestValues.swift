// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

#if !canImport(Combine)
    /// The latest value of each upstream of a combination, as far as they have sent one.
    protocol LatestValues {
        /// The output: a tuple of one value of each.
        associatedtype Combination

        /// No value of any.
        init()

        /// The values of all, or nothing while one is missing.
        var combination: Combination? { get }
    }
#endif
