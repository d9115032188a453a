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
#endif
