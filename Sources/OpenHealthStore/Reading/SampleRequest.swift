// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Which samples to read.
public struct SampleRequest: Sendable, Equatable {
    /// The identifiers of the types; all types where there is none. Samples of several types come in one order.
    public var types: [String]
    /// The beginning of the range; nil where it has none. A sample counts that ends at this date or later.
    public var from: Date?
    /// The end of the range; nil where it has none. A sample counts that starts before this date.
    public var to: Date?
    /// The name of the source. Kinds of spaces and apostrophes make no difference, case does.
    public var source: String?
    /// The maximum number of samples.
    public var limit: Int?
    /// Whether the samples come in descending order of their start instead of ascending.
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
