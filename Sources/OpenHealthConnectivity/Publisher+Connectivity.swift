// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenCombineShim

extension Publisher {
    /// Passes values while the network or a server can be reached; other values are dropped.
    ///
    /// Dropped values do not count against the demand. The completion of the stream is passed at any time. The publisher is
    /// subscribed to when the first status is known: immediately for ``Connectivity/shared``, after the first attempt to connect
    /// for a server.
    /// - Parameter connectivity: The connectivity that must be online.
    public func filterOnline(_ connectivity: Connectivity = .shared) -> Publishers.FilterConnectivity<Self> {
        Publishers.FilterConnectivity(upstream: self, connectivity: connectivity, status: .online)
    }

    /// Passes values while the network or a server cannot be reached; other values are dropped.
    ///
    /// Otherwise it behaves like ``filterOnline(_:)``.
    /// - Parameter connectivity: The connectivity that must be offline.
    public func filterOffline(_ connectivity: Connectivity = .shared) -> Publishers.FilterConnectivity<Self> {
        Publishers.FilterConnectivity(upstream: self, connectivity: connectivity, status: .offline)
    }
}

extension Publishers {
    /// A publisher that passes values while a connectivity is online or offline.
    public struct FilterConnectivity<Upstream: Publisher>: Publisher {
        /// The output of the upstream publisher.
        public typealias Output = Upstream.Output
        /// The failure of the upstream publisher.
        public typealias Failure = Upstream.Failure

        /// The upstream publisher.
        public let upstream: Upstream
        /// The connectivity whose status determines whether a value is passed.
        public let connectivity: Connectivity
        /// The status at which values are passed.
        public let status: Connectivity.Status

        /// Subscribes to the connectivity and the upstream publisher.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            ConnectivityGate(upstream, connectivity, status, subscriber).begin()
        }
    }
}
