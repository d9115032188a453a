// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenCombineShim

#if !canImport(Combine)
    extension Publishers {
        /// A publisher of what four publishers send, in the order in which it comes.
        ///
        /// It finishes when the last of them has finished, and fails as soon as one of them fails. Demand is as in
        /// `Publishers.Merge`.
        public struct Merge4<A, B, C, D>: Publisher
        where
            A: Publisher, B: Publisher, C: Publisher, D: Publisher,
            A.Failure == B.Failure, A.Output == B.Output,
            B.Failure == C.Failure, B.Output == C.Output,
            C.Failure == D.Failure, C.Output == D.Output
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

            /// Merges four publishers.
            public init(_ a: A, _ b: B, _ c: C, _ d: D) {
                self.a = a
                self.b = b
                self.c = c
                self.d = d
            }

            /// Subscribes to all four in order, once the subscriber has its subscription.
            public func receive<S>(subscriber: S)
            where S: Subscriber, D.Failure == S.Failure, D.Output == S.Input {
                MergeSubscription.start([a.subscribe, b.subscribe, c.subscribe, d.subscribe], for: subscriber)
            }
        }
    }

    extension Publishers.Merge4 {
        /// Merges one more publisher with these four.
        public func merge<P>(with other: P)
            -> Publishers.Merge5<A, B, C, D, P>
        where
            P: Publisher,
            D.Failure == P.Failure, D.Output == P.Output
        {
            Publishers.Merge5(a, b, c, d, other)
        }

        /// Merges two more publishers with these four.
        public func merge<Z, Y>(with z: Z, _ y: Y)
            -> Publishers.Merge6<A, B, C, D, Z, Y>
        where
            Z: Publisher, Y: Publisher,
            D.Failure == Z.Failure, D.Output == Z.Output,
            Z.Failure == Y.Failure, Z.Output == Y.Output
        {
            Publishers.Merge6(a, b, c, d, z, y)
        }

        /// Merges three more publishers with these four.
        public func merge<Z, Y, X>(with z: Z, _ y: Y, _ x: X)
            -> Publishers.Merge7<A, B, C, D, Z, Y, X>
        where
            Z: Publisher, Y: Publisher, X: Publisher,
            D.Failure == Z.Failure, D.Output == Z.Output,
            Z.Failure == Y.Failure, Z.Output == Y.Output,
            Y.Failure == X.Failure, Y.Output == X.Output
        {
            Publishers.Merge7(a, b, c, d, z, y, x)
        }

        /// Merges four more publishers with these four.
        public func merge<Z, Y, X, W>(with z: Z, _ y: Y, _ x: X, _ w: W)
            -> Publishers.Merge8<A, B, C, D, Z, Y, X, W>
        where
            Z: Publisher, Y: Publisher, X: Publisher, W: Publisher,
            D.Failure == Z.Failure, D.Output == Z.Output,
            Z.Failure == Y.Failure, Z.Output == Y.Output,
            Y.Failure == X.Failure, Y.Output == X.Output,
            X.Failure == W.Failure, X.Output == W.Output
        {
            Publishers.Merge8(a, b, c, d, z, y, x, w)
        }
    }

    extension Publishers.Merge4: Equatable where A: Equatable, B: Equatable, C: Equatable, D: Equatable {}
#endif
