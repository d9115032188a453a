// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenCombineShim

extension LiveQuery {
    /// The answers, for loops: each is the newest one when it is asked for. Leaving the loop ends the query.
    public var values: PublisherValues<Self> { PublisherValues(self) }
}

extension SharedLiveQuery {
    /// The answers, for loops: each is the newest one when it is asked for. Leaving the loop ends the subscription.
    public var values: PublisherValues<Self> { PublisherValues(self) }
}

extension HealthDataPublisher {
    /// The answer, for loops. Leaving the loop ends the question.
    public var values: PublisherValues<Self> { PublisherValues(self) }
}
