// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenCombineShim
import OpenHealthKit

extension HKHealthStore {
    /// The changes after an anchor, then further changes: each once, with the anchor to continue from.
    ///
    ///     store.changesPublisher(.workout(), anchor: lastAnchor)
    ///         .sink { … } receiveValue: { changes in
    ///             remember(changes.addedSamples, changes.deletedObjects, changes.newAnchor)
    ///         }
    ///
    /// The first value comes at once, even where nothing has happened, each later one after a change. Nothing is read before a
    /// subscriber wants a value: changes wait in the store, and come together with the next value that is wanted. Who
    /// keeps the last anchor can go on from there at any time; each subscriber begins at the anchor given here.
    ///
    /// It fails with an `HKError`, `errorAuthorizationNotDetermined` for a type that the app has not asked for, and ends only
    /// with that.
    /// - Parameters:
    ///   - predicates: the types of the samples, and what they have to fit. Of what is deleted nothing is left that could be
    ///     asked about.
    ///   - anchor: where to begin; nil for everything.
    ///   - limit: the maximum number of samples and deleted objects in one value; nil for all. The rest is in the next one.
    public func changesPublisher<Sample: HKSample>(
        _ predicates: HKSamplePredicate<Sample>..., anchor: HKQueryAnchor? = nil, limit: Int? = nil
    ) -> AsyncSequencePublisher<HKAnchoredObjectQueryDescriptor<Sample>.Results> {
        HKAnchoredObjectQueryDescriptor(predicates: predicates, anchor: anchor, limit: limit).results(for: self)
            .publisher
    }
}
