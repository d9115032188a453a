// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenCombineShim
import OpenHealthKit

extension HKHealthStore {
    /// Returns a publisher of the changes after an anchor and of all further changes, each once and with the anchor to continue
    /// from.
    ///
    ///     store.changesPublisher(.workout(), anchor: lastAnchor)
    ///         .sink { … } receiveValue: { changes in
    ///             remember(changes.addedSamples, changes.deletedObjects, changes.newAnchor)
    ///         }
    ///
    /// The first value is sent immediately, even if nothing has changed, and each later one after a change. Nothing is read
    /// without demand: changes remain in the store and are combined in the next requested value. To continue later, keep the last
    /// anchor; each subscriber begins at the given anchor.
    ///
    /// The publisher only ends by failing, with an `HKError`: `errorAuthorizationNotDetermined` for a type that the app has not
    /// requested.
    /// - Parameters:
    ///   - predicates: The types of the samples, each with a predicate. All deleted objects match, because their properties are
    ///     not kept.
    ///   - anchor: The anchor to begin after; nil for all objects.
    ///   - limit: The maximum number of samples and deleted objects in a value; nil for no limit. The remaining ones are in the
    ///     next value.
    public func changesPublisher<Sample: HKSample>(
        _ predicates: HKSamplePredicate<Sample>..., anchor: HKQueryAnchor? = nil, limit: Int? = nil
    ) -> AsyncSequencePublisher<HKAnchoredObjectQueryDescriptor<Sample>.Results> {
        HKAnchoredObjectQueryDescriptor(predicates: predicates, anchor: anchor, limit: limit).results(for: self)
            .publisher
    }
}
