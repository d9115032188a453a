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

    /// The latest values of two upstreams.
    struct LatestPair<A, B>: LatestValues {
        var a: A?
        var b: B?

        var combination: (A, B)? {
            guard let a, let b else { return nil }
            return (a, b)
        }
    }

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

    /// The latest values of four upstreams.
    struct LatestQuadruple<A, B, C, D>: LatestValues {
        var a: A?
        var b: B?
        var c: C?
        var d: D?

        var combination: (A, B, C, D)? {
            guard let a, let b, let c, let d else { return nil }
            return (a, b, c, d)
        }
    }
#endif
