// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// One entry of metadata: a key and its value as text.
public struct MetadataPair: Sendable, Hashable {
    /// The key, as written; keys may repeat within a record and may differ by case alone.
    public var key: String
    /// The value, as written.
    public var value: String

    /// Creates an entry from its two halves.
    public init(key: String, value: String) {
        self.key = key
        self.value = value
    }
}
