// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

#if !canImport(Combine)
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
