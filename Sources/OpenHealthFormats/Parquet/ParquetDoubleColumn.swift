// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// A column of 64-bit floats.
package final class ParquetDoubleColumn: ParquetColumn {
    private var values: [Double] = []

    /// Appends a row.
    @inline(__always)
    package func append(_ value: Double?) {
        note(value != nil)
        if let value { values.append(value) }
    }

    /// Appends rows without a value.
    package func append(withoutValue count: Int) { note(false, count: count) }

    /// Appends rows, of which those that are NaN have no value.
    package func append(withoutNaN rows: ArraySlice<Double>) {
        // Most types have a value in all rows, or in none.
        if rows.allSatisfy({ !$0.isNaN }) {
            note(true, count: rows.count)
            values.append(contentsOf: rows)
        } else if rows.allSatisfy(\.isNaN) {
            note(false, count: rows.count)
        } else {
            for value in rows { append(value.isNaN ? nil : value) }
        }
    }

    override func schema() -> [ParquetSchemaNode] {
        [ParquetSchemaNode(name: name, repetition: repetition, type: .double)]
    }

    override func takePages() -> [ParquetPages] {
        var (data, count, nullCount) = takeLevels()
        let bounds = Self.bounds(values)
        defer { values.removeAll(keepingCapacity: true) }
        // A dictionary pays only if its entries and their numbers are shorter than the values.
        if let dictionary = DoubleDictionary(values, limit: values.count / 4) {
            var bytes: [UInt8] = []
            ParquetPlain.append(dictionary.entries, to: &bytes)
            ParquetPages.appendNumbers(dictionary.numbers, ofEntries: dictionary.entries.count, to: &data)
            return [
                ParquetPages(
                    dictionary: (bytes, dictionary.entries.count), data: data, encoding: .rleDictionary, count: count,
                    nullCount: nullCount, bounds: bounds)
            ]
        }
        // Numbers with few decimal digits have repeating bits, which are found only in their own bytes. Of others, the highest bytes are alike.
        var plain = data
        ParquetPlain.append(values, to: &plain)
        ParquetPlain.appendSplit(values, to: &data)
        return [
            ParquetPages(
                data: data, encoding: .byteStreamSplit, alternative: (plain, .plain), count: count,
                nullCount: nullCount, bounds: bounds)
        ]
    }

    /// The bounds of values. There are none where a value is NaN, since programs order it differently; and as the format asks, a
    /// smallest zero is negative and a largest one positive.
    static func bounds(_ values: [Double]) -> ParquetBounds? {
        guard var least = values.first else { return nil }
        var greatest = least
        for value in values {
            if value.isNaN { return nil }
            if value < least { least = value }
            if value > greatest { greatest = value }
        }
        return ParquetBounds(least: least == 0 ? -0.0 : least, greatest: greatest == 0 ? 0.0 : greatest)
    }
}

/// The different bit patterns among numbers.
struct DoubleDictionary {
    private(set) var entries: [Double] = []
    /// The number of the entry of each value.
    private(set) var numbers: [UInt32] = []

    /// Finds the different values; nil if there are more than the limit, or more than a page of entries can hold.
    init?(_ values: [Double], limit: Int) {
        let limit = min(limit, 1 << 16)
        guard limit > 0 else { return nil }
        // An open hash table, at most half full.
        let capacity = 1 << max(4, BitPacker.width(of: UInt64(limit) * 2))
        var table = [UInt32](repeating: .max, count: capacity)
        numbers.reserveCapacity(values.count)
        let seed = UInt64.random(in: .min ... .max)
        for value in values {
            let bits = value.bitPattern
            // The middle of the product depends on all bits, and the seed keeps a file from choosing values that collide.
            let product = (bits ^ seed).multipliedFullWidth(by: 0x9e37_79b9_7f4a_7c15)
            var place = Int(truncatingIfNeeded: product.high ^ product.low) & (capacity - 1)
            while true {
                let number = table[place]
                if number == .max {
                    if entries.count == limit { return nil }
                    table[place] = UInt32(entries.count)  // checked: within the limit
                    numbers.append(UInt32(entries.count))  // checked: within the limit
                    entries.append(value)
                    break
                }
                if entries[Int(number)].bitPattern == bits {
                    numbers.append(number)
                    break
                }
                place = (place + 1) & (capacity - 1)
            }
        }
    }
}

extension ParquetPages {
    /// Appends numbers of dictionary entries as RLE_DICTIONARY has them: the width, and runs.
    static func appendNumbers(_ numbers: [UInt32], ofEntries count: Int, to data: inout [UInt8]) {
        let width = max(1, BitPacker.width(of: UInt64(max(count - 1, 0))))
        data.append(UInt8(width))  // checked: at most 32
        RunLengthEncoder.encode(numbers, width: width, to: &data)
    }
}
