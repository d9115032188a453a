// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenCombineShim
import OpenHealthKit
import OpenHealthSession

extension HKHealthStore {
    /// Returns a publisher that requests permission to save and read data types for each subscription.
    ///
    /// Nothing happens before the subscription. Types that have been answered are not requested again. The value is true, which
    /// indicates that the request was processed, not whether permission was granted. It is sent on a background thread.
    ///
    /// The failure is a ``HealthDataError``.
    ///
    /// - Precondition: The types are allowed in a request, see `requestAuthorization(toShare:read:completion:)`. It is checked by
    ///   this method, not by the subscription.
    /// - Parameters:
    ///   - typesToShare: The types that the app saves and deletes.
    ///   - typesToRead: The types that the app reads.
    public func authorizationPublisher(
        toShare typesToShare: Set<HKSampleType> = [], read typesToRead: Set<HKObjectType> = []
    ) -> Deferred<Future<Bool, any Error>> {
        AuthorizationRules.stopIfDisallowed(share: typesToShare, read: typesToRead)
        return Deferred { self.authorizationFuture(toShare: typesToShare, read: typesToRead) }
    }

    /// Requests permission to save and read data types immediately and once, regardless of subscribers; see
    /// ``authorizationPublisher(toShare:read:)``.
    public func authorizationFuture(
        toShare typesToShare: Set<HKSampleType> = [], read typesToRead: Set<HKObjectType> = []
    ) -> Future<Bool, any Error> {
        AuthorizationRules.stopIfDisallowed(share: typesToShare, read: typesToRead)
        return asking { self.requestAuthorization(toShare: typesToShare, read: typesToRead, completion: $0) }
    }

    /// Returns a publisher that requests permission to read individual objects of a type for each subscription.
    ///
    /// Nothing happens before the subscription. The value is true, which indicates that the request was processed, not the
    /// answer. The failure is a ``HealthDataError``.
    /// - Parameters:
    ///   - objectType: A type whose `requiresPerObjectAuthorization()` returns true.
    ///   - predicate: A predicate for the objects to offer, or nil for all.
    public func perObjectReadAuthorizationPublisher(
        for objectType: HKObjectType, predicate: NSPredicate? = nil
    ) -> Deferred<Future<Bool, any Error>> {
        Deferred {
            self.asking {
                self.requestPerObjectReadAuthorization(for: objectType, predicate: predicate, completion: $0)
            }
        }
    }

    /// Returns a publisher that checks for each subscription whether the app may save a type. Use it between a request for
    /// permission and saving.
    ///
    /// The value is always `sharingAuthorized`. Otherwise the failure is the `HKError` of saving:
    /// `errorAuthorizationNotDetermined` if the app has not requested permission, `errorAuthorizationDenied` if it was denied or
    /// the app has requested to read the type only.
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

    /// Runs a request if health data is available.
    private func asking(
        _ request: @escaping (@escaping @Sendable (Bool, (any Error)?) -> Void) -> Void
    ) -> Future<Bool, any Error> {
        Future(keeping: { keep in
            // The store can have another configuration than the process.
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
    /// Returns the status if the app may save the type.
    fileprivate func checked(for type: HKObjectType) throws(HKError) -> HKAuthorizationStatus {
        switch self {
        case .sharingAuthorized: return self
        case .sharingDenied:
            throw HKError(
                .errorAuthorizationDenied,
                "The app may not save \(type.identifier). Request permission with the type in toShare; if the person has "
                    + "denied that, they can allow it in the settings of their health data."
            )
        case .notDetermined:
            throw HKError(
                .errorAuthorizationNotDetermined,
                "The app has not asked for permission to save \(type.identifier). Call requestAuthorization first.")
        }
    }
}

/// An error that prevents an app from using health data.
public enum HealthDataError: Error {
    /// Health data is not available on this machine: `HKHealthStore.isHealthDataAvailable()` returns false.
    case unavailableOnDevice
    /// The request for permission failed.
    ///
    /// The cause is the error of the request; nil if it failed without an error.
    case authorizationRequestError(cause: (any Error)?)
}

extension HealthDataError: LocalizedError {
    /// A description of the problem.
    public var errorDescription: String? {
        switch self {
        case .unavailableOnDevice: "Health data is not available on this device."
        case .authorizationRequestError(nil): "The request for permission to use health data failed."
        case .authorizationRequestError(let cause?):
            "The request for permission to use health data failed: \(cause.localizedDescription)"
        }
    }

    /// A description of the remedy.
    public var recoverySuggestion: String? {
        switch self {
        case .unavailableOnDevice:
            "Call HKHealthStore.isHealthDataAvailable() first, and omit features that need health data."
        case .authorizationRequestError: "Send the request again when a person can answer it."
        }
    }
}

extension Future where Output: Sendable, Failure == any Error {
    /// Creates a future from work that completes on another thread.
    /// - Parameter work: A closure that begins the work immediately, and passes the result to its argument once.
    convenience init(keeping work: @escaping (@escaping @Sendable (Result<Output, any Error>) -> Void) -> Void) {
        // In parentheses, because a trailing closure would be matched with the parameter `work`.
        self.init({ promise in
            let kept = KeptPromise(promise: promise)
            work { kept.promise($0) }
        })
    }
}

extension Future where Output == Void, Failure == any Error {
    /// Creates a future from a call with a Boolean result.
    convenience init(completing call: @escaping (@escaping @Sendable (Bool, (any Error)?) -> Void) -> Void) {
        self.init(keeping: { keep in
            call { success, error in
                keep(success ? .success(()) : .failure(error ?? HKError(.unknownError)))
            }
        })
    }
}

/// Carries a promise to the thread that fulfills it.
// Unchecked because promises are not marked as Sendable, although they lock their mutable state.
private struct KeptPromise<Output>: @unchecked Sendable {
    let promise: Future<Output, any Error>.Promise
}
