// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// A JSON value with its serialized forms, for values that many rows share.
final class SharedJSON {
    /// The value.
    let value: JSONValue
    /// The value on one line, in UTF-8.
    let json: [UInt8]
    /// The value as a CSV field, in UTF-8.
    let field: [UInt8]

    /// Creates a value with its serialized forms.
    init(_ value: JSONValue) {
        self.value = value
        var text = ByteText()
        text.add(value.text)
        json = text.bytes
        text.removeAll()
        text.addField(value.text)
        field = text.bytes
    }
}

/// A cache of the most recently created JSON values, by the values that they are created from.
final class RecentJSON<Key: Equatable> {
    private var entries: [(key: Key, value: SharedJSON)] = []
    private let make: (Key) -> JSONValue

    /// The maximum number of cached values, which are searched linearly.
    private static var limit: Int { 8 }

    /// Creates a cache.
    /// - Parameter make: Returns the value for a key.
    init(_ make: @escaping (Key) -> JSONValue) {
        self.make = make
    }

    /// Returns the cell for a key.
    func cell(_ key: Key) -> Cell {
        if let place = entries.firstIndex(where: { $0.key == key }) { return .shared(entries[place].value) }
        if entries.count == Self.limit { entries.removeFirst() }
        let value = SharedJSON(make(key))
        entries.append((key, value))
        return .shared(value)
    }
}
