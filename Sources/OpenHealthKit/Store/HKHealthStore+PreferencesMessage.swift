// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

extension HKHealthStore {
    /// The message that the person has changed a preference for health data, such as a unit, for observers on the main
    /// actor. `NSNotification.Name.HKUserPreferencesDidChange` is the same as a notification.
    public struct HKUserPreferencesDidChangeMessage: NotificationCenter.MainActorMessage {
        /// The store for which the preferences have changed.
        public typealias Subject = HKHealthStore

        /// The name of the notification that says the same.
        public static var name: NSNotification.Name { .HKUserPreferencesDidChange }

        /// Creates a message.
        public init() {}

        /// The message for a notification; nil for one with another name.
        @MainActor
        public static func makeMessage(_ notification: Notification) -> Self? {
            notification.name == name ? Self() : nil
        }
    }
}

extension NotificationCenter.MessageIdentifier
where Self == NotificationCenter.BaseMessageIdentifier<HKHealthStore.HKUserPreferencesDidChangeMessage> {
    /// Names ``HKHealthStore/HKUserPreferencesDidChangeMessage``.
    public static var userPreferencesDidChange: Self { Self() }
}
