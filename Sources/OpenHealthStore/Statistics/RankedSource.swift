// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// A source with its number and names.
public struct StatisticsSource: Sendable, Hashable, Identifiable {
    /// The number of the source in this store.
    public var id: Int64
    /// The name of the app or device.
    public var name: String
    /// The bundle identifier of the app; nil for imported sources.
    public var bundleIdentifier: String?
}

/// A source in the order of sources, with the reason for its position.
public struct RankedSource: Sendable, Hashable {
    /// The reason for a source's position.
    public enum Reason: String, Sendable, Hashable, CaseIterable {
        /// The person chose the position.
        case chosen
        /// The source contains manual entries.
        case enteredByHand
        /// The source is an Apple Watch.
        case watch
        /// The source is an iPhone.
        case phone
        /// The source is another Apple device.
        case otherAppleDevice
        /// The source is an app or an accessory.
        case other
    }

    /// The source.
    public var source: StatisticsSource
    /// The reason for the position.
    public var reason: Reason
}
