// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthModel

extension HKHealthStore {
    /// Has the database remember that the app wants to hear of changes of a type, also of those that other programs make
    /// while it does not run.
    ///
    /// Nothing starts a program here. When it runs again and executes an ``HKObserverQuery`` for the type, that one tells of
    /// what was missed since the last acknowledged update. While it runs, updates are as far apart as the frequency says:
    /// what happens in between is told together when the time has come. Apple's systems deliver some types at most once an
    /// hour whatever is asked for; the one that its documentation names, `stepCount`, is treated so here as well.
    ///
    /// Enabling a type again changes the frequency and ends the silence after three updates without acknowledgement.
    /// - Parameters:
    ///   - type: the type, which the app must have asked to read or save; not a correlation.
    ///   - frequency: how often the app wants to hear of changes at the most.
    ///   - completion: whether it worked; `errorInvalidArgument` for a correlation, `errorAuthorizationNotDetermined` for a
    ///     type that the app has not asked for.
    public func enableBackgroundDelivery(
        for type: HKObjectType, frequency: HKUpdateFrequency,
        withCompletion completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        context.perform { session in
            try session.enableDelivery(of: type, frequency: frequency)
        } completion: {
            $0.tell(completion)
        }
    }

    /// Has the database remember that the app wants to hear of changes of a type; see
    /// ``enableBackgroundDelivery(for:frequency:withCompletion:)``.
    /// - Throws: an `HKError`.
    public func enableBackgroundDelivery(for type: HKObjectType, frequency: HKUpdateFrequency) async throws {
        try await withCompletion { enableBackgroundDelivery(for: type, frequency: frequency, withCompletion: $0) }
    }

    /// Ends background delivery of a type: what happens while the app does not run is not kept for it any more. Does
    /// nothing where it was not enabled.
    /// - Parameters:
    ///   - type: the type.
    ///   - completion: whether it worked.
    public func disableBackgroundDelivery(
        for type: HKObjectType, withCompletion completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        context.perform { session in
            try session.disableDelivery(of: type)
        } completion: {
            $0.tell(completion)
        }
    }

    /// Ends background delivery of a type; see ``disableBackgroundDelivery(for:withCompletion:)``.
    /// - Throws: an `HKError`.
    public func disableBackgroundDelivery(for type: HKObjectType) async throws {
        try await withCompletion { disableBackgroundDelivery(for: type, withCompletion: $0) }
    }

    /// Ends background delivery of all types of the app.
    /// - Parameter completion: whether it worked.
    public func disableAllBackgroundDelivery(completion: @escaping @Sendable (Bool, (any Error)?) -> Void) {
        context.perform { session in
            try session.disableAllDeliveries()
        } completion: {
            $0.tell(completion)
        }
    }

    /// Ends background delivery of all types of the app.
    /// - Throws: an `HKError`.
    public func disableAllBackgroundDelivery() async throws {
        try await withCompletion { disableAllBackgroundDelivery(completion: $0) }
    }
}
