// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenCombineShim

#if !canImport(Combine)
    extension Publishers {
        /// A publisher of the latest values of two publishers, which sends whenever one of them sends a value.
        ///
        /// Nothing is sent before each of them has sent a value. The demand of the subscriber is requested from both; a value
        /// that arrives without demand is kept as the latest, but not sent later. The publisher finishes when both have finished,
        /// and fails as soon as one fails, which cancels the other. A value that is sent from within a call with a combination is
        /// also kept but creates no combination.
        public struct CombineLatest<A, B>: Publisher
        where
            A: Publisher, B: Publisher,
            A.Failure == B.Failure
        {
            /// The latest values, in the order of the publishers.
            public typealias Output = (A.Output, B.Output)

            /// The failure of any of the publishers.
            public typealias Failure = A.Failure

            /// The first publisher.
            public let a: A

            /// The second publisher.
            public let b: B

            /// Creates a combination of two publishers.
            public init(_ a: A, _ b: B) {
                self.a = a
                self.b = b
            }

            /// Subscribes to both in order, then sends the subscription to the subscriber.
            public func receive<S>(subscriber: S)
            where S: Subscriber, B.Failure == S.Failure, S.Input == (A.Output, B.Output) {
                let combination = CombineLatestSubscription<LatestPair<A.Output, B.Output>, S>(
                    downstream: subscriber, upstreamCount: 2)
                combination.subscribe(to: a, at: 0) { $0.a = $1 }
                combination.subscribe(to: b, at: 1) { $0.b = $1 }
                combination.start()
            }
        }
    }

    extension Publishers.CombineLatest: Equatable where A: Equatable, B: Equatable {}

    extension Publisher {
        /// Combines this publisher with another one and sends the latest values of both whenever one of them sends a value.
        public func combineLatest<P>(_ other: P) -> Publishers.CombineLatest<Self, P>
        where P: Publisher, Self.Failure == P.Failure {
            Publishers.CombineLatest(self, other)
        }

        /// Combines this publisher with another one and sends the latest values of both, transformed by a closure, whenever one
        /// of them sends a value.
        public func combineLatest<P, T>(
            _ other: P, _ transform: @escaping (Self.Output, P.Output) -> T
        ) -> Publishers.Map<Publishers.CombineLatest<Self, P>, T>
        where P: Publisher, Self.Failure == P.Failure {
            Publishers.CombineLatest(self, other).map(transform)
        }

        /// Combines this publisher with two others and sends the latest values of all whenever one of them sends a value.
        public func combineLatest<P, Q>(
            _ publisher1: P, _ publisher2: Q
        ) -> Publishers.CombineLatest3<Self, P, Q>
        where P: Publisher, Q: Publisher, Self.Failure == P.Failure, P.Failure == Q.Failure {
            Publishers.CombineLatest3(self, publisher1, publisher2)
        }

        /// Combines this publisher with two others and sends the latest values of all, transformed by a closure, whenever one of
        /// them sends a value.
        public func combineLatest<P, Q, T>(
            _ publisher1: P, _ publisher2: Q, _ transform: @escaping (Self.Output, P.Output, Q.Output) -> T
        ) -> Publishers.Map<Publishers.CombineLatest3<Self, P, Q>, T>
        where P: Publisher, Q: Publisher, Self.Failure == P.Failure, P.Failure == Q.Failure {
            Publishers.CombineLatest3(self, publisher1, publisher2).map(transform)
        }

        /// Combines this publisher with three others and sends the latest values of all whenever one of them sends a value.
        public func combineLatest<P, Q, R>(
            _ publisher1: P, _ publisher2: Q, _ publisher3: R
        ) -> Publishers.CombineLatest4<Self, P, Q, R>
        where
            P: Publisher, Q: Publisher, R: Publisher,
            Self.Failure == P.Failure, P.Failure == Q.Failure, Q.Failure == R.Failure
        {
            Publishers.CombineLatest4(self, publisher1, publisher2, publisher3)
        }

        /// Combines this publisher with three others and sends the latest values of all, transformed by a closure, whenever one
        /// of them sends a value.
        public func combineLatest<P, Q, R, T>(
            _ publisher1: P, _ publisher2: Q, _ publisher3: R,
            _ transform: @escaping (Self.Output, P.Output, Q.Output, R.Output) -> T
        ) -> Publishers.Map<Publishers.CombineLatest4<Self, P, Q, R>, T>
        where
            P: Publisher, Q: Publisher, R: Publisher,
            Self.Failure == P.Failure, P.Failure == Q.Failure, Q.Failure == R.Failure
        {
            Publishers.CombineLatest4(self, publisher1, publisher2, publisher3).map(transform)
        }
    }
#endif
