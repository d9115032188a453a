// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenCombineShim

extension Publisher {
    /// Passes values while the network, or a server, can be reached; other values are dropped.
    ///
    /// Dropped values do not count against the demand. The end of the stream and its failure pass at any time. The subscription to
    /// the publisher begins when the first status is known: at once for ``Connectivity/shared``, after the first attempt to connect
    /// for a server.
    /// - Parameter connectivity: the connectivity that must be online.
    public func filterOnline(_ connectivity: Connectivity = .shared) -> Publishers.FilterConnectivity<Self> {
        Publishers.FilterConnectivity(upstream: self, connectivity: connectivity, status: .online)
    }

    /// Passes values while the network, or a server, cannot be reached; other values are dropped.
    ///
    /// In everything else it is like ``filterOnline(_:)``.
    /// - Parameter connectivity: the connectivity that must be offline.
    public func filterOffline(_ connectivity: Connectivity = .shared) -> Publishers.FilterConnectivity<Self> {
        Publishers.FilterConnectivity(upstream: self, connectivity: connectivity, status: .offline)
    }
}

extension Publishers {
    /// A publisher of the values that arrive while a connectivity is online, or offline.
    public struct FilterConnectivity<Upstream: Publisher>: Publisher {
        /// The output of the upstream publisher.
        public typealias Output = Upstream.Output
        /// The failure of the upstream publisher.
        public typealias Failure = Upstream.Failure

        /// The upstream publisher.
        public let upstream: Upstream
        /// The connectivity whose status decides about each value.
        public let connectivity: Connectivity
        /// The status at which values pass.
        public let status: Connectivity.Status

        /// Subscribes to both.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            ConnectivityGate(upstream, connectivity, status, subscriber).begin()
        }
    }
}
