// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A summary of one source.
public struct SourceSummary: Sendable, Equatable {
    /// The number of the source in this store.
    public var id: Int64
    /// The name, as written.
    public var name: String
    /// The identifier of the app; nil for imports, which have none.
    public var bundleIdentifier: String?
    /// The versions of the source that saved something, in order.
    public var versions: [String]
    /// The names of the devices that measured, in order.
    public var devices: [String]
    /// The number of samples.
    public var count: Int
    /// When the first of them starts.
    public var earliest: Date?
    /// When the last of them ends.
    public var latest: Date?
}
