// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A request for samples.
public struct SampleRequest: Sendable, Equatable {
    /// The identifiers of the types; empty for all types. Samples of several types are merged into one order.
    public var types: [String]
    /// The start of the range; nil for no bound. Samples that end at this date or later match.
    public var from: Date?
    /// The end of the range; nil for no bound. Samples that start before this date match.
    public var to: Date?
    /// The name of the source. The kinds of spaces and apostrophes are insignificant; case is significant.
    public var source: String?
    /// The maximum number of samples.
    public var limit: Int?
    /// Whether the samples are in descending order of their start dates.
    public var newestFirst: Bool

    /// Creates a request; see the properties.
    public init(
        types: [String] = [], from: Date? = nil, to: Date? = nil, source: String? = nil, limit: Int? = nil,
        newestFirst: Bool = false
    ) {
        self.types = types
        self.from = from
        self.to = to
        self.source = source
        self.limit = limit
        self.newestFirst = newestFirst
    }
}
