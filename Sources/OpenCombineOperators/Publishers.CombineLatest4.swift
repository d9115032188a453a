// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenCombineShim

#if !canImport(Combine)
    extension Publishers {
        /// A publisher of the latest values of four publishers, which sends whenever one of them sends a value.
        ///
        /// Nothing is sent before each of them has sent a value. The publisher finishes when all have finished, and fails as soon
        /// as one fails. Demand is handled as in `Publishers.CombineLatest`.
        public struct CombineLatest4<A, B, C, D>: Publisher
        where
            A: Publisher, B: Publisher, C: Publisher, D: Publisher,
            A.Failure == B.Failure, B.Failure == C.Failure, C.Failure == D.Failure
        {
            /// The latest values, in the order of the publishers.
            public typealias Output = (A.Output, B.Output, C.Output, D.Output)

            /// The failure of any of the publishers.
            public typealias Failure = A.Failure

            /// The first publisher.
            public let a: A

            /// The second publisher.
            public let b: B

            /// The third publisher.
            public let c: C

            /// The fourth publisher.
            public let d: D

            /// Creates a combination of four publishers.
            public init(_ a: A, _ b: B, _ c: C, _ d: D) {
                self.a = a
                self.b = b
                self.c = c
                self.d = d
            }

            /// Subscribes to all in order, then sends the subscription to the subscriber.
            public func receive<S>(subscriber: S)
            where S: Subscriber, D.Failure == S.Failure, S.Input == (A.Output, B.Output, C.Output, D.Output) {
                let combination = CombineLatestSubscription<LatestQuadruple<A.Output, B.Output, C.Output, D.Output>, S>(
                    downstream: subscriber, upstreamCount: 4)
                combination.subscribe(to: a, at: 0) { $0.a = $1 }
                combination.subscribe(to: b, at: 1) { $0.b = $1 }
                combination.subscribe(to: c, at: 2) { $0.c = $1 }
                combination.subscribe(to: d, at: 3) { $0.d = $1 }
                combination.start()
            }
        }
    }

    extension Publishers.CombineLatest4: Equatable where A: Equatable, B: Equatable, C: Equatable, D: Equatable {}
#endif
