// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

#if !canImport(Combine)
    /// The latest value of each upstream of a combination, if it has sent one.
    protocol LatestValues {
        /// The output: a tuple with one value of each upstream.
        associatedtype Combination

        /// Creates an instance without values.
        init()

        /// The values of all upstreams, or nil if one is missing.
        var combination: Combination? { get }
    }
#endif
