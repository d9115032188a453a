// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenCombineShim

#if !canImport(Combine)
    extension Publishers {
        /// A publisher of the values of any number of publishers of one type in the order of their arrival.
        ///
        /// It finishes when the last of them has finished, immediately if there are none, and fails as soon as one of them fails.
        /// Demand is handled as in `Publishers.Merge`.
        public struct MergeMany<Upstream>: Publisher where Upstream: Publisher {
            /// The output of all upstreams.
            public typealias Output = Upstream.Output

            /// The failure of any of the upstreams.
            public typealias Failure = Upstream.Failure

            /// The publishers, in the order in which they are subscribed to.
            public let publishers: [Upstream]

            /// Creates a merge of the given publishers.
            public init(_ upstream: Upstream...) {
                publishers = upstream
            }

            /// Creates a merge of the publishers of a sequence.
            public init<S>(_ upstream: S) where Upstream == S.Element, S: Swift.Sequence {
                publishers = Array(upstream)
            }

            /// Subscribes to all of them in order, after the subscriber has received its subscription.
            public func receive<S>(subscriber: S)
            where S: Subscriber, Upstream.Failure == S.Failure, Upstream.Output == S.Input {
                MergeSubscription.start(publishers.map { $0.subscribe }, for: subscriber)
            }

            /// Merges one more publisher of the type with these.
            public func merge(with other: Upstream) -> Publishers.MergeMany<Upstream> {
                Publishers.MergeMany(publishers + [other])
            }
        }
    }

    extension Publisher {
        /// Merges this publisher with another one of the same type; more publishers of that type can be added.
        public func merge(with other: Self) -> Publishers.MergeMany<Self> {
            Publishers.MergeMany(self, other)
        }
    }

    extension Publishers.MergeMany: Equatable where Upstream: Equatable {}
#endif

extension Sequence where Element: Publisher {
    /// Merges all publishers of the sequence and sends their values as they arrive.
    ///
    /// The result finishes when the last of them has finished, immediately for an empty sequence, and fails as soon as one of
    /// them fails.
    public func merge() -> Publishers.MergeMany<Element> {
        Publishers.MergeMany(self)
    }
}
