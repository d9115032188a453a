// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel
import OpenHealthSession
import OpenHealthKit

extension LiveQuery {
    /// Any question over the health store, asked again after each change of some types of data, or of what the app may read,
    /// whether this process or another made it.
    /// - Parameters:
    ///   - store: the store.
    ///   - types: what the question reads: types of samples, characteristics, the rings of days, medicines.
    ///   - value: reads the answer, one call at a time. Its task is cancelled when there is no demand for the answer any more.
    ///     What it throws ends the query, and is passed on as it is.
    public init(
        of store: HKHealthStore, observing types: some Sequence<HKObjectType>,
        value: @escaping @Sendable (HKHealthStore) async throws -> Output
    ) {
        let (context, interest) = (store.context, ChangeInterest(reading: types))
        self.init { StoreSource(of: context, interest, .task({ try await value(store) })) }
    }

    /// A question to the health database: read again after each change that matters, or of permissions, when the
    /// subscriber wants it. Errors are those of HealthKit.
    package init(
        of context: HealthContext, _ interest: ChangeInterest,
        read: @escaping @Sendable (any HealthSession) async throws -> Output
    ) {
        var interest = interest
        // What an app may read is part of every answer.
        interest.topics.insert(.permissions)
        self.init { [interest] in StoreSource(of: context, interest, .session(read)) }
    }
}
