// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenCombineShim

#if !canImport(Combine)
    extension Publishers {
        /// A publisher of the values of two publishers in the order of their arrival.
        ///
        /// One value is requested from each publisher at the start, and the next one when its value was sent. A value without
        /// demand is held, one for each publisher, and is sent first when there is demand, in the order of the publishers. With
        /// unlimited demand, all values are requested from all of them. The publisher finishes when the last of them has finished
        /// and no value is held. It fails as soon as one of them fails: held values are discarded, and the others are canceled.
        public struct Merge<A, B>: Publisher
        where
            A: Publisher, B: Publisher,
            A.Failure == B.Failure, A.Output == B.Output
        {
            /// The output of all upstreams.
            public typealias Output = A.Output

            /// The failure of any of the upstreams.
            public typealias Failure = A.Failure

            /// The first publisher.
            public let a: A

            /// The second publisher.
            public let b: B

            /// Creates a merge of two publishers.
            public init(_ a: A, _ b: B) {
                self.a = a
                self.b = b
            }

            /// Subscribes to both in order, after the subscriber has received its subscription.
            public func receive<S>(subscriber: S)
            where S: Subscriber, B.Failure == S.Failure, B.Output == S.Input {
                MergeSubscription.start([a.subscribe, b.subscribe], for: subscriber)
            }
        }
    }

    extension Publishers.Merge {
        /// Merges one more publisher with these two.
        public func merge<P>(with other: P)
            -> Publishers.Merge3<A, B, P>
        where
            P: Publisher,
            B.Failure == P.Failure, B.Output == P.Output
        {
            Publishers.Merge3(a, b, other)
        }

        /// Merges two more publishers with these two.
        public func merge<Z, Y>(with z: Z, _ y: Y)
            -> Publishers.Merge4<A, B, Z, Y>
        where
            Z: Publisher, Y: Publisher,
            B.Failure == Z.Failure, B.Output == Z.Output,
            Z.Failure == Y.Failure, Z.Output == Y.Output
        {
            Publishers.Merge4(a, b, z, y)
        }

        /// Merges three more publishers with these two.
        public func merge<Z, Y, X>(with z: Z, _ y: Y, _ x: X)
            -> Publishers.Merge5<A, B, Z, Y, X>
        where
            Z: Publisher, Y: Publisher, X: Publisher,
            B.Failure == Z.Failure, B.Output == Z.Output,
            Z.Failure == Y.Failure, Z.Output == Y.Output,
            Y.Failure == X.Failure, Y.Output == X.Output
        {
            Publishers.Merge5(a, b, z, y, x)
        }

        /// Merges four more publishers with these two.
        public func merge<Z, Y, X, W>(with z: Z, _ y: Y, _ x: X, _ w: W)
            -> Publishers.Merge6<A, B, Z, Y, X, W>
        where
            Z: Publisher, Y: Publisher, X: Publisher, W: Publisher,
            B.Failure == Z.Failure, B.Output == Z.Output,
            Z.Failure == Y.Failure, Z.Output == Y.Output,
            Y.Failure == X.Failure, Y.Output == X.Output,
            X.Failure == W.Failure, X.Output == W.Output
        {
            Publishers.Merge6(a, b, z, y, x, w)
        }

        /// Merges five more publishers with these two.
        public func merge<Z, Y, X, W, V>(with z: Z, _ y: Y, _ x: X, _ w: W, _ v: V)
            -> Publishers.Merge7<A, B, Z, Y, X, W, V>
        where
            Z: Publisher, Y: Publisher, X: Publisher, W: Publisher, V: Publisher,
            B.Failure == Z.Failure, B.Output == Z.Output,
            Z.Failure == Y.Failure, Z.Output == Y.Output,
            Y.Failure == X.Failure, Y.Output == X.Output,
            X.Failure == W.Failure, X.Output == W.Output,
            W.Failure == V.Failure, W.Output == V.Output
        {
            Publishers.Merge7(a, b, z, y, x, w, v)
        }

        /// Merges six more publishers with these two.
        public func merge<Z, Y, X, W, V, U>(with z: Z, _ y: Y, _ x: X, _ w: W, _ v: V, _ u: U)
            -> Publishers.Merge8<A, B, Z, Y, X, W, V, U>
        where
            Z: Publisher, Y: Publisher, X: Publisher, W: Publisher, V: Publisher, U: Publisher,
            B.Failure == Z.Failure, B.Output == Z.Output,
            Z.Failure == Y.Failure, Z.Output == Y.Output,
            Y.Failure == X.Failure, Y.Output == X.Output,
            X.Failure == W.Failure, X.Output == W.Output,
            W.Failure == V.Failure, W.Output == V.Output,
            V.Failure == U.Failure, V.Output == U.Output
        {
            Publishers.Merge8(a, b, z, y, x, w, v, u)
        }
    }

    extension Publishers.Merge: Equatable where A: Equatable, B: Equatable {}
#endif
