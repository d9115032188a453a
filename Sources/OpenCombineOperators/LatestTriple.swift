// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

#if !canImport(Combine)
    /// The latest values of three upstreams.
    struct LatestTriple<A, B, C>: LatestValues {
        var a: A?
        var b: B?
        var c: C?

        var combination: (A, B, C)? {
            guard let a, let b, let c else { return nil }
            return (a, b, c)
        }
    }
#endif
