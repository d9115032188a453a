// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A column of texts, with a dictionary for each row group.
package final class ParquetTextColumn: ParquetColumn {
    private var dictionary = TextDictionary()
    private var numbers: [UInt32] = []

    /// Appends a row.
    package func append(_ text: String?) {
        append(number: text.map { self.number(of: $0) })
    }

    /// Returns the number of a text in this row group, for append(number:).
    package func number(of text: String) -> UInt32 { dictionary.number(of: text) }

    /// Appends a row with a text that has a number in this row group. Rows with many texts in common need not look them up.
    @inline(__always)
    package func append(number: UInt32?) {
        note(number != nil)
        if let number { numbers.append(number) }
    }

    /// Appends rows with the same text.
    package func append(number: UInt32?, count: Int) {
        note(number != nil, count: count)
        if let number { numbers.append(contentsOf: repeatElement(number, count: count)) }
    }

    override var textBytes: Int { dictionary.bytes.count }

    override func schema() -> [ParquetSchemaNode] {
        [ParquetSchemaNode(name: name, repetition: repetition, type: .byteArray, meaning: .string)]
    }

    override func takePages() -> [ParquetPages] {
        let (data, count, nullCount) = takeLevels()
        let pages = dictionary.pages(numbers, levels: data, count: count, nullCount: nullCount)
        dictionary = TextDictionary()
        numbers.removeAll(keepingCapacity: true)
        return [pages]
    }
}

/// The different texts of a column in a row group.
struct TextDictionary {
    /// Bounds longer than this are left out.
    private static let longestBound = 256

    /// By bytes: texts that Swift takes for equal can have different ones.
    private var known: [[UInt8]: UInt32] = [:]
    /// The texts as PLAIN has them, in the order of their numbers.
    private(set) var bytes: [UInt8] = []
    private var ranges: [Range<Int>] = []

    init() {}

    mutating func number(of text: String) -> UInt32 {
        let key = [UInt8](text.utf8)
        if let number = known[key] { return number }
        let number = UInt32(ranges.count)  // checked: row groups end long before 2^32 rows
        known[key] = number
        let first = bytes.count + 4
        bytes += ParquetPlain.size(key.count)
        bytes += key
        ranges.append(first..<bytes.count)
        return number
    }

    /// The pages of rows with these numbers.
    func pages(_ numbers: [UInt32], levels: [UInt8], count: Int, nullCount: Int) -> ParquetPages {
        var data = levels
        let bounds = bounds(numbers)
        // With hardly a text twice, a dictionary would only be longer.
        if numbers.count <= ranges.count + ranges.count / 4 {
            for number in numbers {
                let range = ranges[Int(number)]
                data += bytes[range.lowerBound - 4..<range.upperBound]
            }
            return ParquetPages(data: data, encoding: .plain, count: count, nullCount: nullCount, bounds: bounds)
        }
        ParquetPages.appendNumbers(numbers, ofEntries: ranges.count, to: &data)
        return ParquetPages(
            dictionary: (bytes, ranges.count), data: data, encoding: .rleDictionary, count: count,
            nullCount: nullCount, bounds: bounds)
    }

    /// The bounds in the order of the bytes. Texts are compared only as far as bounds can be long.
    private func bounds(_ numbers: [UInt32]) -> ParquetBounds? {
        guard !numbers.isEmpty, let first = ranges.first else { return nil }
        var (least, greatest) = (first, first)
        bytes.withUnsafeBytes { bytes in
            let base = bytes.baseAddress
            func precedes(_ left: Range<Int>, _ right: Range<Int>) -> Bool {
                let count = min(left.count, right.count, Self.longestBound + 1)
                let order = base.map { memcmp($0 + left.lowerBound, $0 + right.lowerBound, count) } ?? 0
                return order == 0 ? left.count < right.count : order < 0
            }
            for range in ranges {
                if precedes(range, least) { least = range }
                if precedes(greatest, range) { greatest = range }
            }
        }
        guard max(least.count, greatest.count) <= Self.longestBound else { return nil }
        return ParquetBounds(minimum: [UInt8](bytes[least]), maximum: [UInt8](bytes[greatest]))
    }
}
