// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthSession
import Synchronization

/// Notifies the stores of a context of changed units.
///
/// It observes changes from the first use of the health database until the context is deinitialized, whether or not there are
/// stores.
final class UnitPreferences: Sendable {
    private struct WeakStore: @unchecked Sendable {
        // Unchecked because a weak reference can be read from any thread, and this one is set only during initialization.
        weak let store: HKHealthStore?
    }

    private struct State {
        var stores: [WeakStore] = []
        var subscription: ChangeSubscription?
    }

    private let state = Mutex(State())

    /// Registers a store for notifications.
    func add(_ store: HKHealthStore) {
        state.withLock { state in
            state.stores.removeAll { $0.store == nil }
            state.stores.append(WeakStore(store: store))
        }
    }

    /// Begins observing changes. If the database cannot be observed, there are no notifications, but everything else works.
    func listen(to access: any HealthAccess) async {
        let interest = ChangeInterest(topics: [.units])
        let subscription = try? await access.subscribe { [weak self] range in
            if interest.contains(range) { self?.post() }
        }
        state.withLock { $0.subscription = subscription }
    }

    private func post() {
        let stores = state.withLock { state in
            state.stores.removeAll { $0.store == nil }
            return state.stores.compactMap(\.store)
        }
        for store in stores {
            NotificationCenter.default.post(name: .HKUserPreferencesDidChange, object: store)
        }
        // Foundation on Linux does not convert notifications to messages.
        Task { @MainActor in
            for store in stores {
                NotificationCenter.default.post(HKHealthStore.HKUserPreferencesDidChangeMessage(), subject: store)
            }
        }
    }
}

extension HKHealthStore {
    /// A message that is posted when the person changes a preference for health data, such as a unit, for observers on the main
    /// actor. It corresponds to the notification `NSNotification.Name.HKUserPreferencesDidChange`.
    public struct HKUserPreferencesDidChangeMessage: NotificationCenter.MainActorMessage {
        /// The store whose preferences have changed.
        public typealias Subject = HKHealthStore

        /// The name of the corresponding notification.
        public static var name: NSNotification.Name { .HKUserPreferencesDidChange }

        /// Creates a message.
        public init() {}

        /// Returns the message for a notification, or nil for a notification with another name.
        @MainActor
        public static func makeMessage(_ notification: Notification) -> Self? {
            notification.name == name ? Self() : nil
        }
    }
}

extension NotificationCenter.MessageIdentifier
where Self == NotificationCenter.BaseMessageIdentifier<HKHealthStore.HKUserPreferencesDidChangeMessage> {
    /// The identifier of ``HKHealthStore/HKUserPreferencesDidChangeMessage``.
    public static var userPreferencesDidChange: Self { Self() }
}
