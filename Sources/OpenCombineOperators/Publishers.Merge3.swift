// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenCombineShim

#if !canImport(Combine)
    extension Publishers {
        /// A publisher of what three publishers send, in the order in which it comes.
        ///
        /// It finishes when the last of them has finished, and fails as soon as one of them fails. Demand is as in
        /// `Publishers.Merge`.
        public struct Merge3<A, B, C>: Publisher
        where
            A: Publisher, B: Publisher, C: Publisher,
            A.Failure == B.Failure, A.Output == B.Output,
            B.Failure == C.Failure, B.Output == C.Output
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

            /// Merges three publishers.
            public init(_ a: A, _ b: B, _ c: C) {
                self.a = a
                self.b = b
                self.c = c
            }

            /// Subscribes to all three in order, once the subscriber has its subscription.
            public func receive<S>(subscriber: S)
            where S: Subscriber, C.Failure == S.Failure, C.Output == S.Input {
                MergeSubscription.start([a.subscribe, b.subscribe, c.subscribe], for: subscriber)
            }
        }
    }

    extension Publishers.Merge3 {
        /// Merges one more publisher with these three.
        public func merge<P>(with other: P)
            -> Publishers.Merge4<A, B, C, P>
        where
            P: Publisher,
            C.Failure == P.Failure, C.Output == P.Output
        {
            Publishers.Merge4(a, b, c, other)
        }

        /// Merges two more publishers with these three.
        public func merge<Z, Y>(with z: Z, _ y: Y)
            -> Publishers.Merge5<A, B, C, Z, Y>
        where
            Z: Publisher, Y: Publisher,
            C.Failure == Z.Failure, C.Output == Z.Output,
            Z.Failure == Y.Failure, Z.Output == Y.Output
        {
            Publishers.Merge5(a, b, c, z, y)
        }

        /// Merges three more publishers with these three.
        public func merge<Z, Y, X>(with z: Z, _ y: Y, _ x: X)
            -> Publishers.Merge6<A, B, C, Z, Y, X>
        where
            Z: Publisher, Y: Publisher, X: Publisher,
            C.Failure == Z.Failure, C.Output == Z.Output,
            Z.Failure == Y.Failure, Z.Output == Y.Output,
            Y.Failure == X.Failure, Y.Output == X.Output
        {
            Publishers.Merge6(a, b, c, z, y, x)
        }

        /// Merges four more publishers with these three.
        public func merge<Z, Y, X, W>(with z: Z, _ y: Y, _ x: X, _ w: W)
            -> Publishers.Merge7<A, B, C, Z, Y, X, W>
        where
            Z: Publisher, Y: Publisher, X: Publisher, W: Publisher,
            C.Failure == Z.Failure, C.Output == Z.Output,
            Z.Failure == Y.Failure, Z.Output == Y.Output,
            Y.Failure == X.Failure, Y.Output == X.Output,
            X.Failure == W.Failure, X.Output == W.Output
        {
            Publishers.Merge7(a, b, c, z, y, x, w)
        }

        /// Merges five more publishers with these three.
        public func merge<Z, Y, X, W, V>(with z: Z, _ y: Y, _ x: X, _ w: W, _ v: V)
            -> Publishers.Merge8<A, B, C, Z, Y, X, W, V>
        where
            Z: Publisher, Y: Publisher, X: Publisher, W: Publisher, V: Publisher,
            C.Failure == Z.Failure, C.Output == Z.Output,
            Z.Failure == Y.Failure, Z.Output == Y.Output,
            Y.Failure == X.Failure, Y.Output == X.Output,
            X.Failure == W.Failure, X.Output == W.Output,
            W.Failure == V.Failure, W.Output == V.Output
        {
            Publishers.Merge8(a, b, c, z, y, x, w, v)
        }
    }

    extension Publishers.Merge3: Equatable where A: Equatable, B: Equatable, C: Equatable {}
#endif
