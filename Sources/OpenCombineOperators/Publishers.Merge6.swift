// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenCombineShim

#if !canImport(Combine)
    extension Publishers {
        /// A publisher of what six publishers send, in the order in which it comes.
        ///
        /// It finishes when the last of them has finished, and fails as soon as one of them fails. Demand is as in
        /// `Publishers.Merge`.
        public struct Merge6<A, B, C, D, E, F>: Publisher
        where
            A: Publisher, B: Publisher, C: Publisher, D: Publisher, E: Publisher, F: Publisher,
            A.Failure == B.Failure, A.Output == B.Output,
            B.Failure == C.Failure, B.Output == C.Output,
            C.Failure == D.Failure, C.Output == D.Output,
            D.Failure == E.Failure, D.Output == E.Output,
            E.Failure == F.Failure, E.Output == F.Output
        {
            /// The output of all upstreams.
            public typealias Output = A.Output

            /// Why any of them fails.
            public typealias Failure = A.Failure

            /// The first publisher.
            public let a: A

            /// The second publisher.
            public let b: B

            /// The third publisher.
            public let c: C

            /// The fourth publisher.
            public let d: D

            /// The fifth publisher.
            public let e: E

            /// The sixth publisher.
            public let f: F

            /// Merges six publishers.
            public init(_ a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F) {
                self.a = a
                self.b = b
                self.c = c
                self.d = d
                self.e = e
                self.f = f
            }

            /// Subscribes to all six in order, once the subscriber has its subscription.
            public func receive<S>(subscriber: S)
            where S: Subscriber, F.Failure == S.Failure, F.Output == S.Input {
                MergeSubscription.start(
                    [a.subscribe, b.subscribe, c.subscribe, d.subscribe, e.subscribe, f.subscribe], for: subscriber)
            }
        }
    }

    extension Publishers.Merge6 {
        /// Merges one more publisher with these six.
        public func merge<P>(with other: P)
            -> Publishers.Merge7<A, B, C, D, E, F, P>
        where
            P: Publisher,
            F.Failure == P.Failure, F.Output == P.Output
        {
            Publishers.Merge7(a, b, c, d, e, f, other)
        }

        /// Merges two more publishers with these six.
        public func merge<Z, Y>(with z: Z, _ y: Y)
            -> Publishers.Merge8<A, B, C, D, E, F, Z, Y>
        where
            Z: Publisher, Y: Publisher,
            F.Failure == Z.Failure, F.Output == Z.Output,
            Z.Failure == Y.Failure, Z.Output == Y.Output
        {
            Publishers.Merge8(a, b, c, d, e, f, z, y)
        }
    }

    extension Publishers.Merge6: Equatable
    where A: Equatable, B: Equatable, C: Equatable, D: Equatable, E: Equatable, F: Equatable {}
#endif
