// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenCombineShim

#if !canImport(Combine)
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
