// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The part of a store that is exported.
package struct ContentSelection: Sendable {
    /// The identifiers of the types; nil for all.
    package var types: Set<String>?
    /// The beginning of the range; nil for none. A sample is in the range if it ends at this date or later.
    package var from: Date?
    /// The end of the range; nil for none. A sample is in the range if it starts before this date.
    package var to: Date?
    /// The names of the sources; nil for all.
    package var sources: Set<String>?

    package init(types: Set<String>? = nil, from: Date? = nil, to: Date? = nil, sources: Set<String>? = nil) {
        self.types = types
        self.from = from
        self.to = to
        self.sources = sources
    }

    /// Whether everything is selected.
    package var isEverything: Bool { types == nil && from == nil && to == nil && sources == nil }

    /// Whether a type is selected.
    package func includes(type identifier: String) -> Bool { types?.contains(identifier) ?? true }
}
