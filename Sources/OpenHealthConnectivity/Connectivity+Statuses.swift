// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenCombineShim

extension Connectivity {
    /// Creates a connectivity with the statuses of a publisher.
    ///
    /// The publisher has one subscription for all subscribers, while there are any. If it has a current value, as
    /// `CurrentValueSubject` has, that is also the value of ``status``. When it finishes, its last status stays.
    /// - Parameter statuses: statuses in their order.
    public convenience init(_ statuses: some Publisher<Status, Never>) {
        self.init(from: PublisherSource(statuses))
    }
}

extension Publisher where Output == Connectivity.Status {
    /// The moments at which the network, or the server, can be reached again; the first at once if it can be reached now.
    public func filterOnline() -> Publishers.Filter<Self> { filter { $0 == .online } }

    /// The moments at which the network, or the server, can no longer be reached; the first at once if it cannot be reached now.
    public func filterOffline() -> Publishers.Filter<Self> { filter { $0 == .offline } }
}
