// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// How far an app has heard of changes: a place in the order of changes, and for each topic a number that is another after
/// it has changed for the app.
package struct AppMark: Sendable, Hashable {
    package var place: Int64
    package var topics: [ChangeRange.Topic: UInt64]

    package init(place: Int64, topics: [ChangeRange.Topic: UInt64] = [:]) {
        self.place = place
        self.topics = topics
    }

    /// The mark as text: `812.units=3.permissions=9f3c`.
    package var text: String {
        ([String(place)]
            + topics.sorted { $0.key.rawValue < $1.key.rawValue }.map {
                "\($0.key.rawValue)=\(String($0.value, radix: 16))"
            }).joined(separator: ".")
    }

    /// A mark out of its text; nil where it is none. A place alone says nothing of topics.
    package init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard let first = parts.first, first.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }), let place = Int64(first)
        else { return nil }
        self.init(place: place)
        for part in parts.dropFirst() {
            let sides = part.split(separator: "=", omittingEmptySubsequences: false)
            guard sides.count == 2, let topic = ChangeRange.Topic(rawValue: String(sides[0])),
                let number = UInt64(sides[1], radix: 16)
            else { return nil }
            topics[topic] = number
        }
    }
}
