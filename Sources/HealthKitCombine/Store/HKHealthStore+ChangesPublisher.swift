// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
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

extension HKHealthStore {
    /// Returns a publisher that saves an object for each subscription; see ``savePublisher(_:)-([HKObject])``.
    public func savePublisher(_ object: HKObject) -> Deferred<Future<Void, any Error>> { savePublisher([object]) }

    /// Returns a publisher that saves either all objects or none for each subscription.
    ///
    /// Nothing happens before the subscription. An object can be saved once: a second subscription fails with the `HKError`
    /// `errorInvalidArgument`. Canceling does not undo a save operation in progress. The failure is the error of
    /// `save(_:withCompletion:)`.
    public func savePublisher(_ objects: [HKObject]) -> Deferred<Future<Void, any Error>> {
        Deferred { Future(completing: { self.save(objects, withCompletion: $0) }) }
    }

    /// Returns a publisher that deletes an object of the app for each subscription; see ``deletePublisher(_:)-([HKObject])``.
    public func deletePublisher(_ object: HKObject) -> Deferred<Future<Void, any Error>> { deletePublisher([object]) }

    /// Returns a publisher that deletes either all of the given objects of the app or none for each subscription.
    ///
    /// Nothing happens before the subscription. The failure is the error of `delete(_:withCompletion:)`.
    public func deletePublisher(_ objects: [HKObject]) -> Deferred<Future<Void, any Error>> {
        Deferred { Future(completing: { self.delete(objects, withCompletion: $0) }) }
    }

    /// Returns a publisher that deletes the app's objects of a type that match a predicate for each subscription. The value is
    /// the number of deleted objects.
    /// - Parameters:
    ///   - objectType: The type.
    ///   - predicate: The predicate that the objects must match.
    public func deletePublisher(
        of objectType: HKObjectType, predicate: NSPredicate
    ) -> Deferred<Future<Int, any Error>> {
        Deferred {
            Future(keeping: { keep in
                self.deleteObjects(of: objectType, predicate: predicate) { success, count, error in
                    keep(success ? .success(count) : .failure(error ?? HKError(.unknownError)))
                }
            })
        }
    }
}
