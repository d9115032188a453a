// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthSession
import OpenCombineShim
import OpenHealthKit

extension HKHealthStore {
    /// Requests permission to save and read some types, for each subscription.
    ///
    /// Before that nothing happens. What has been answered before is not asked again. The value is true and says that the
    /// person was asked, not what they answered. It comes on a thread in the background.
    ///
    /// It fails with a ``HealthDataError``. The process stops, here and not at the subscription, for types that no app can
    /// ask for; see `requestAuthorization(toShare:read:completion:)`.
    /// - Parameters:
    ///   - typesToShare: what the app wants to save and delete.
    ///   - typesToRead: what the app wants to read.
    public func authorizationPublisher(
        toShare typesToShare: Set<HKSampleType> = [], read typesToRead: Set<HKObjectType> = []
    ) -> Deferred<Future<Bool, any Error>> {
        AuthorizationRules.stopIfDisallowed(share: typesToShare, read: typesToRead)
        return Deferred { self.authorizationFuture(toShare: typesToShare, read: typesToRead) }
    }

    /// Requests permission to save and read some types, immediately and once, whether or not there is a subscriber; see
    /// ``authorizationPublisher(toShare:read:)``.
    public func authorizationFuture(
        toShare typesToShare: Set<HKSampleType> = [], read typesToRead: Set<HKObjectType> = []
    ) -> Future<Bool, any Error> {
        AuthorizationRules.stopIfDisallowed(share: typesToShare, read: typesToRead)
        return asking { self.requestAuthorization(toShare: typesToShare, read: typesToRead, completion: $0) }
    }

    /// Requests permission to read objects of a type, for each subscription: for types whose objects the person
    /// allows one by one.
    ///
    /// Before that nothing happens. The value is true and says that the person was asked, not what they chose. It fails with
    /// a ``HealthDataError``.
    /// - Parameters:
    ///   - objectType: the type, for which `requiresPerObjectAuthorization()` is true.
    ///   - predicate: what objects are in question; nil for all.
    public func perObjectReadAuthorizationPublisher(
        for objectType: HKObjectType, predicate: NSPredicate? = nil
    ) -> Deferred<Future<Bool, any Error>> {
        Deferred {
            self.asking {
                self.requestPerObjectReadAuthorization(for: objectType, predicate: predicate, completion: $0)
            }
        }
    }

    /// Looks up whether the app may save a type, for each subscription: between a request for permission
    /// and the saving.
    ///
    /// The value is always `sharingAuthorized`. Otherwise it fails with the `HKError` that saving would fail with:
    /// `errorAuthorizationNotDetermined` where the app has not asked, `errorAuthorizationDenied` where the person said no.
    public func authorizationStatusPublisher(
        for type: HKObjectType
    ) -> Deferred<Future<HKAuthorizationStatus, any Error>> {
        Deferred {
            Future(keeping: { keep in
                self.context.perform { _ in
                    try self.authorizationStatus(for: type).checked(for: type)
                } completion: {
                    keep($0)
                }
            })
        }
    }

    /// Asks the person, where there is health data at all.
    private func asking(
        _ request: @escaping (@escaping @Sendable (Bool, (any Error)?) -> Void) -> Void
    ) -> Future<Bool, any Error> {
        Future(keeping: { keep in
            // The store may be of another configuration than that of the process.
            let isAvailable = HealthKitSystem.$scoped.withValue(self.context) {
                type(of: self).isHealthDataAvailable()
            }
            guard isAvailable else { return keep(.failure(HealthDataError.unavailableOnDevice)) }
            request { success, error in
                if success && error == nil { return keep(.success(true)) }
                keep(.failure(HealthDataError.authorizationRequestError(cause: error)))
            }
        })
    }
}

extension HKAuthorizationStatus {
    /// The status, where it lets the app save.
    fileprivate func checked(for type: HKObjectType) throws(HKError) -> HKAuthorizationStatus {
        switch self {
        case .sharingAuthorized: return self
        case .sharingDenied:
            throw HKError(
                .errorAuthorizationDenied,
                "The app may not save \(type.identifier). The person can allow it in the settings of their health data."
            )
        case .notDetermined:
            throw HKError(
                .errorAuthorizationNotDetermined,
                "The app has not asked for permission to save \(type.identifier). Call requestAuthorization first.")
        }
    }
}
