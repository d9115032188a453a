// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenCombineShim

#if !canImport(Combine)
    extension Publishers {
        /// A publisher of what eight publishers send, in the order in which it comes.
        ///
        /// It finishes when the last of them has finished, and fails as soon as one of them fails. Demand is as in
        /// `Publishers.Merge`.
        public struct Merge8<A, B, C, D, E, F, G, H>: Publisher
        where
            A: Publisher, B: Publisher, C: Publisher, D: Publisher, E: Publisher, F: Publisher, G: Publisher,
            H: Publisher,
            A.Failure == B.Failure, A.Output == B.Output,
            B.Failure == C.Failure, B.Output == C.Output,
            C.Failure == D.Failure, C.Output == D.Output,
            D.Failure == E.Failure, D.Output == E.Output,
            E.Failure == F.Failure, E.Output == F.Output,
            F.Failure == G.Failure, F.Output == G.Output,
            G.Failure == H.Failure, G.Output == H.Output
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

            /// The seventh publisher.
            public let g: G

            /// The eighth publisher.
            public let h: H

            /// Merges eight publishers.
            public init(_ a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F, _ g: G, _ h: H) {
                self.a = a
                self.b = b
                self.c = c
                self.d = d
                self.e = e
                self.f = f
                self.g = g
                self.h = h
            }

            /// Subscribes to all eight in order, once the subscriber has its subscription.
            public func receive<S>(subscriber: S)
            where S: Subscriber, H.Failure == S.Failure, H.Output == S.Input {
                MergeSubscription.start(
                    [
                        a.subscribe, b.subscribe, c.subscribe, d.subscribe, e.subscribe, f.subscribe, g.subscribe,
                        h.subscribe,
                    ], for: subscriber)
            }
        }
    }

    extension Publishers.Merge8: Equatable
    where A: Equatable, B: Equatable, C: Equatable, D: Equatable, E: Equatable, F: Equatable, G: Equatable, H: Equatable
    {}
#endif
