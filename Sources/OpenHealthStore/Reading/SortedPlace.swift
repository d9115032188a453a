// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Where a page of samples ended: behind the sample with these values in the order of the question.
///
/// Samples never change, so a page that begins here brings what comes behind, whatever was saved or deleted meanwhile:
/// nothing that was there is left out, and nothing comes twice.
package struct SortedPlace: Sendable, Equatable {
    /// The sort keys of the sample; empty in the order of starts.
    package let keys: [SortKey]
    package let start: Double
    package let id: Int64

    package init(keys: [SortKey] = [], start: Double, id: Int64) {
        self.keys = keys
        self.start = start
        self.id = id
    }

    /// The place as bytes, to be given back as they are.
    package var bytes: Data {
        var data = Data()
        data.append(word: start.bitPattern)
        data.append(word: UInt64(bitPattern: id))
        for key in keys {
            switch key {
            case .absent: data.append(0)
            case .number(let number):
                data.append(1)
                data.append(word: number.bitPattern)
            case .uuid(let high, let low):
                data.append(2)
                data.append(word: high)
                data.append(word: low)
            }
        }
        return data
    }

    /// A place out of its bytes; nil where they are none.
    package init?(_ data: Data) {
        var reader = WordReader(data)
        func number() -> Double? {
            reader.word().map(Double.init(bitPattern:)).flatMap { $0.isNaN ? nil : $0 }
        }
        guard let start = number(), let id = reader.word() else { return nil }
        var keys: [SortKey] = []
        while let kind = reader.byte() {
            switch kind {
            case 0: keys.append(.absent)
            case 1:
                guard let number = number() else { return nil }
                keys.append(.number(number))
            case 2:
                guard let high = reader.word(), let low = reader.word() else { return nil }
                keys.append(.uuid(high, low))
            default: return nil
            }
        }
        self.init(keys: keys, start: start, id: Int64(bitPattern: id))
    }
}
