// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// A source by its number and names.
public struct StatisticsSource: Sendable, Hashable, Identifiable {
    /// The number of the source in this store.
    public var id: Int64
    /// The name of the app or device.
    public var name: String
    /// The identifier of the app; nil for imports, which name none.
    public var bundleIdentifier: String?

    /// Creates a source; see the properties.
    public init(id: Int64, name: String, bundleIdentifier: String? = nil) {
        self.id = id
        self.name = name
        self.bundleIdentifier = bundleIdentifier
    }
}

/// A source in the order in which sources count, and why it stands there.
public struct RankedSource: Sendable, Hashable {
    /// Why a source stands where it stands.
    public enum Reason: String, Sendable, Hashable, CaseIterable {
        /// The person put it there.
        case chosen
        /// It holds what the person typed in.
        case enteredByHand
        /// It is an Apple Watch.
        case watch
        /// It is an iPhone.
        case phone
        /// It is another device of Apple's.
        case otherAppleDevice
        /// It is an app or an accessory.
        case other
    }

    /// The source.
    public var source: StatisticsSource
    /// Why it stands there.
    public var reason: Reason

    /// Creates a ranked source; see the properties.
    public init(source: StatisticsSource, reason: Reason) {
        self.source = source
        self.reason = reason
    }
}
