// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenCombineShim

#if !canImport(Combine)
    extension Publishers {
        /// A publisher of what five publishers send, in the order in which it comes.
        ///
        /// It finishes when the last of them has finished, and fails as soon as one of them fails. Demand is as in
        /// `Publishers.Merge`.
        public struct Merge5<A, B, C, D, E>: Publisher
        where
            A: Publisher, B: Publisher, C: Publisher, D: Publisher, E: Publisher,
            A.Failure == B.Failure, A.Output == B.Output,
            B.Failure == C.Failure, B.Output == C.Output,
            C.Failure == D.Failure, C.Output == D.Output,
            D.Failure == E.Failure, D.Output == E.Output
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

            /// Merges five publishers.
            public init(_ a: A, _ b: B, _ c: C, _ d: D, _ e: E) {
                self.a = a
                self.b = b
                self.c = c
                self.d = d
                self.e = e
            }

            /// Subscribes to all five in order, once the subscriber has its subscription.
            public func receive<S>(subscriber: S)
            where S: Subscriber, E.Failure == S.Failure, E.Output == S.Input {
                MergeSubscription.start(
                    [a.subscribe, b.subscribe, c.subscribe, d.subscribe, e.subscribe], for: subscriber)
            }
        }
    }

    extension Publishers.Merge5 {
        /// Merges one more publisher with these five.
        public func merge<P>(with other: P)
            -> Publishers.Merge6<A, B, C, D, E, P>
        where
            P: Publisher,
            E.Failure == P.Failure, E.Output == P.Output
        {
            Publishers.Merge6(a, b, c, d, e, other)
        }

        /// Merges two more publishers with these five.
        public func merge<Z, Y>(with z: Z, _ y: Y)
            -> Publishers.Merge7<A, B, C, D, E, Z, Y>
        where
            Z: Publisher, Y: Publisher,
            E.Failure == Z.Failure, E.Output == Z.Output,
            Z.Failure == Y.Failure, Z.Output == Y.Output
        {
            Publishers.Merge7(a, b, c, d, e, z, y)
        }

        /// Merges three more publishers with these five.
        public func merge<Z, Y, X>(with z: Z, _ y: Y, _ x: X)
            -> Publishers.Merge8<A, B, C, D, E, Z, Y, X>
        where
            Z: Publisher, Y: Publisher, X: Publisher,
            E.Failure == Z.Failure, E.Output == Z.Output,
            Z.Failure == Y.Failure, Z.Output == Y.Output,
            Y.Failure == X.Failure, Y.Output == X.Output
        {
            Publishers.Merge8(a, b, c, d, e, z, y, x)
        }
    }

    extension Publishers.Merge5: Equatable where A: Equatable, B: Equatable, C: Equatable, D: Equatable, E: Equatable {}
#endif
