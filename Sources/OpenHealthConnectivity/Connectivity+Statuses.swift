// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenCombineShim

extension Connectivity {
    /// A connectivity whose status is what a publisher says.
    ///
    /// The publisher is subscribed to once for all subscribers, while there are any. One that has a current value, as
    /// `CurrentValueSubject` has, gives it to ``status`` as well. When it ends, its last status stays.
    /// - Parameter statuses: statuses in their order.
    public convenience init(_ statuses: some Publisher<Status, Never>) {
        self.init(from: PublisherSource(statuses))
    }
}

extension Publisher where Output == Connectivity.Status {
    /// The moments at which the network, or the server, can be reached again; the first where it can be at once.
    public func filterOnline() -> Publishers.Filter<Self> { filter { $0 == .online } }

    /// The moments at which the network, or the server, can no longer be reached; the first where it cannot be now.
    public func filterOffline() -> Publishers.Filter<Self> { filter { $0 == .offline } }
}
