// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

#if !canImport(Combine)
    /// The latest values of two upstreams.
    struct LatestPair<A, B>: LatestValues {
        var a: A?
        var b: B?

        var combination: (A, B)? {
            guard let a, let b else { return nil }
            return (a, b)
        }
    }
#endif
