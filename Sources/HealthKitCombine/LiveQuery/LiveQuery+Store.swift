// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel
import OpenHealthSession
import OpenHealthKit

extension LiveQuery {
    /// Creates a query of the health store, which is repeated after changes of some types of data or of the app's permissions,
    /// made by this or another process.
    /// - Parameters:
    ///   - store: The store.
    ///   - types: The types that the query reads: sample types, characteristic types, the activity summary type, or medication
    ///     types.
    ///   - value: A closure that reads the answer; it is not called concurrently. Its task is canceled when there is no more
    ///     demand for the answer. An error that it throws ends the query and is passed on unchanged.
    public init(
        of store: HKHealthStore, observing types: some Sequence<HKObjectType>,
        value: @escaping @Sendable (HKHealthStore) async throws -> Output
    ) {
        let (context, interest) = (store.context, ChangeInterest(reading: types))
        self.init { StoreSource(of: context, interest, .task({ try await value(store) })) }
    }

    /// Creates a query of the health database, which is repeated after relevant changes and changes of permissions when there is
    /// demand. Errors are those of HealthKit.
    package init(
        of context: HealthContext, _ interest: ChangeInterest,
        read: @escaping @Sendable (any HealthSession) async throws -> Output
    ) {
        var interest = interest
        // The app's permissions affect every answer.
        interest.topics.insert(.permissions)
        self.init { [interest] in StoreSource(of: context, interest, .session(read)) }
    }
}
