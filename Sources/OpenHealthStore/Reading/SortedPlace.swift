// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The end of a page of samples: the place after the sample with these values in the order of the query.
///
/// Samples never change, so the next page contains the samples after this place, regardless of intermediate changes: no sample is
/// skipped or repeated.
package struct SortedPlace: Sendable, Equatable {
    /// The sort keys of the sample; empty for the order of start dates.
    package let keys: [SortKey]
    package let start: Double
    package let id: Int64

    package init(keys: [SortKey] = [], start: Double, id: Int64) {
        self.keys = keys
        self.start = start
        self.id = id
    }

    /// The place as bytes, for an opaque cursor.
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

    /// Creates a place from its bytes, or returns nil if they are invalid.
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
