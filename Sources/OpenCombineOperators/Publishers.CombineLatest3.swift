// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenCombineShim

#if !canImport(Combine)
    extension Publishers {
        /// A publisher of the latest values of three publishers, which sends whenever one of them sends a value.
        ///
        /// Nothing is sent before each of them has sent a value. The publisher finishes when all have finished, and fails as soon
        /// as one fails. Demand is handled as in `Publishers.CombineLatest`.
        public struct CombineLatest3<A, B, C>: Publisher
        where
            A: Publisher, B: Publisher, C: Publisher,
            A.Failure == B.Failure, B.Failure == C.Failure
        {
            /// The latest values, in the order of the publishers.
            public typealias Output = (A.Output, B.Output, C.Output)

            /// The failure of any of the publishers.
            public typealias Failure = A.Failure

            /// The first publisher.
            public let a: A

            /// The second publisher.
            public let b: B

            /// The third publisher.
            public let c: C

            /// Creates a combination of three publishers.
            public init(_ a: A, _ b: B, _ c: C) {
                self.a = a
                self.b = b
                self.c = c
            }

            /// Subscribes to all in order, then sends the subscription to the subscriber.
            public func receive<S>(subscriber: S)
            where S: Subscriber, C.Failure == S.Failure, S.Input == (A.Output, B.Output, C.Output) {
                let combination = CombineLatestSubscription<LatestTriple<A.Output, B.Output, C.Output>, S>(
                    downstream: subscriber, upstreamCount: 3)
                combination.subscribe(to: a, at: 0) { $0.a = $1 }
                combination.subscribe(to: b, at: 1) { $0.b = $1 }
                combination.subscribe(to: c, at: 2) { $0.c = $1 }
                combination.start()
            }
        }
    }

    extension Publishers.CombineLatest3: Equatable where A: Equatable, B: Equatable, C: Equatable {}
#endif
