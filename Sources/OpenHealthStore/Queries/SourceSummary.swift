// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A summary of one source.
public struct SourceSummary: Sendable, Equatable {
    /// The number of the source in this store.
    public var id: Int64
    /// The name, as written.
    public var name: String
    /// The bundle identifier of the app; nil for imported sources.
    public var bundleIdentifier: String?
    /// The versions of the source, in order.
    public var versions: [String]
    /// The names of the devices, in order.
    public var devices: [String]
    /// The number of samples.
    public var count: Int
    /// The start date of the earliest sample.
    public var earliest: Date?
    /// The end date of the latest sample.
    public var latest: Date?
}
