// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenCombineShim

extension Publisher {
    /// Passes values on while the network, or a server, can be reached; those that come at other times are dropped.
    ///
    /// Dropped values do not count against the demand. The end of the stream and its failure pass at any time. The publisher
    /// is subscribed to when the first status is known: at once for ``Connectivity/shared``, after the first attempt to connect
    /// for a server.
    /// - Parameter connectivity: what must be reachable.
    public func filterOnline(_ connectivity: Connectivity = .shared) -> Publishers.FilterConnectivity<Self> {
        Publishers.FilterConnectivity(upstream: self, connectivity: connectivity, status: .online)
    }

    /// Passes values on while the network, or a server, cannot be reached; those that come at other times are dropped.
    ///
    /// In everything else it is as ``filterOnline(_:)``.
    /// - Parameter connectivity: what must not be reachable.
    public func filterOffline(_ connectivity: Connectivity = .shared) -> Publishers.FilterConnectivity<Self> {
        Publishers.FilterConnectivity(upstream: self, connectivity: connectivity, status: .offline)
    }
}

extension Publishers {
    /// Values that came while something could be reached, or could not.
    public struct FilterConnectivity<Upstream: Publisher>: Publisher {
        /// As the publisher above.
        public typealias Output = Upstream.Output
        /// As the publisher above.
        public typealias Failure = Upstream.Failure

        /// Where values come from.
        public let upstream: Upstream
        /// The connectivity whose status decides about each value.
        public let connectivity: Connectivity
        /// At which status values pass.
        public let status: Connectivity.Status

        /// Subscribes to both.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            ConnectivityGate(upstream, connectivity, status, subscriber).begin()
        }
    }
}
