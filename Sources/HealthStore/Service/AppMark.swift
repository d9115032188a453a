// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// How far an app has heard of changes: a place in the order of changes, and for each topic a number that is another after
/// it has changed for the app.
///
/// The place is that of a change that the app may see. Nothing else that happens to the store moves it.
package struct AppMark: Sendable, Hashable {
    package var place: Int64
    package var topics: [ChangeRange.Topic: UInt64]

    package init(place: Int64, topics: [ChangeRange.Topic: UInt64] = [:]) {
        self.place = place
        self.topics = topics
    }

    /// The mark as bytes, of which there are as many for each mark with the same topics.
    package var bytes: Data {
        var data = Data()
        func add(_ word: UInt64) { withUnsafeBytes(of: word.littleEndian) { data.append(contentsOf: $0) } }
        add(UInt64(bitPattern: place))
        for (index, topic) in ChangeRange.Topic.allCases.enumerated() {
            guard let number = topics[topic] else { continue }
            data.append(UInt8(index))
            add(number)
        }
        return data
    }

    /// A mark out of its bytes; nil for bytes that are no mark. A place alone says nothing of topics.
    package init?(_ data: Data) {
        var rest = Array(data)[...]
        func word() -> UInt64? {
            guard rest.count >= 8 else { return nil }
            defer { rest = rest.dropFirst(8) }
            return rest.prefix(8).reversed().reduce(0) { $0 << 8 | UInt64($1) }
        }
        guard let place = word() else { return nil }
        self.init(place: Int64(bitPattern: place))
        while let index = rest.popFirst() {
            guard ChangeRange.Topic.allCases.indices.contains(Int(index)), let number = word() else { return nil }
            topics[ChangeRange.Topic.allCases[Int(index)]] = number
        }
    }
}
