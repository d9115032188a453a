// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenCombineShim
import OpenHealthKit

extension HKHealthStore {
    /// Saves an object, for each subscription; see ``savePublisher(_:)-([HKObject])``.
    public func savePublisher(_ object: HKObject) -> Deferred<Future<Void, any Error>> { savePublisher([object]) }

    /// Saves objects, all of them or none, for each subscription.
    ///
    /// Before that nothing happens. An object can be saved once: who subscribes again gets the `HKError`
    /// `errorInvalidArgument`. Cancelling does not take back what has begun. It fails with what
    /// `save(_:withCompletion:)` gives as its error.
    public func savePublisher(_ objects: [HKObject]) -> Deferred<Future<Void, any Error>> {
        Deferred { Future(completing: { self.save(objects, withCompletion: $0) }) }
    }

    /// Deletes an object that the app has saved, for each subscription; see
    /// ``deletePublisher(_:)-([HKObject])``.
    public func deletePublisher(_ object: HKObject) -> Deferred<Future<Void, any Error>> { deletePublisher([object]) }

    /// Deletes objects that the app has saved, all of them or none, for each subscription.
    ///
    /// Before that nothing happens. It fails with what `delete(_:withCompletion:)` gives as its error.
    public func deletePublisher(_ objects: [HKObject]) -> Deferred<Future<Void, any Error>> {
        Deferred { Future(completing: { self.delete(objects, withCompletion: $0) }) }
    }

    /// Deletes the app's objects of a type that a predicate fits, for each subscription. The value is the number of
    /// deleted objects.
    /// - Parameters:
    ///   - objectType: the type.
    ///   - predicate: what the objects have to fit.
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
