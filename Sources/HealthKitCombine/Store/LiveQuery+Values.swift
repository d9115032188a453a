// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenCombineShim

extension LiveQuery {
    /// The answers as an asynchronous sequence: each is the newest one when it is requested. Exiting a loop ends the query.
    public var values: PublisherValues<Self> { PublisherValues(self) }
}

extension SharedLiveQuery {
    /// The answers as an asynchronous sequence: each is the newest one when it is requested. Exiting a loop ends the
    /// subscription.
    public var values: PublisherValues<Self> { PublisherValues(self) }
}

extension HealthDataPublisher {
    /// The answer as an asynchronous sequence. Exiting a loop ends the query.
    public var values: PublisherValues<Self> { PublisherValues(self) }
}
