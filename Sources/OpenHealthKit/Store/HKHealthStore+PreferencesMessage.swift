// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

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
