// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore

/// A cursor in the changes that an app has received: a position in the order of changes, and for each topic a number that changes
/// when the topic changes for the app.
///
/// The position is that of the last change that is visible to the app. Other changes to the store don't affect it.
package struct AppCursor: Sendable, Hashable {
    package var place: Int64
    package var topics: [ChangeRange.Topic: UInt64]

    package init(place: Int64, topics: [ChangeRange.Topic: UInt64] = [:]) {
        self.place = place
        self.topics = topics
    }

    /// The cursor as bytes. Their number depends only on the topics of the cursor.
    package var bytes: Data {
        var data = Data()
        data.append(word: UInt64(bitPattern: place))
        for (index, topic) in ChangeRange.Topic.allCases.enumerated() {
            guard let number = topics[topic] else { continue }
            data.append(UInt8(index))
            data.append(word: number)
        }
        return data
    }

    /// Creates a cursor from its bytes, or returns nil if they are invalid. A cursor without topics contains only a position.
    package init?(_ data: Data) {
        var reader = WordReader(data)
        guard let place = reader.word() else { return nil }
        self.init(place: Int64(bitPattern: place))
        while let index = reader.byte() {
            guard ChangeRange.Topic.allCases.indices.contains(Int(index)), let number = reader.word() else {
                return nil
            }
            topics[ChangeRange.Topic.allCases[Int(index)]] = number
        }
    }
}
