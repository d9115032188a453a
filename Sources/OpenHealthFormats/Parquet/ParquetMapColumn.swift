// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// An optional column of maps from text to text, such as metadata. Keys may repeat; the order stays.
package final class ParquetMapColumn: ParquetColumn {
    private var keys = TextDictionary()
    private var values = TextDictionary()
    /// The maps of this row group: ranges of entries.
    private var maps: [Range<Int>] = []
    private var entries: [(key: UInt32, value: UInt32)] = []
    /// The map of each row; nil for none.
    private var rows: [UInt32?] = []
    private var entryCount = 0

    /// Creates a column.
    package init(_ name: String) {
        super.init(name, optional: true)
    }

    /// Appends a row.
    package func append(_ map: [(key: String, value: String)]?) {
        append(number: map.map { number(of: $0) })
    }

    /// Returns a number of a map in this row group, for append(number:). It is a new one in each call.
    package func number(of map: [(key: String, value: String)]) -> UInt32 {
        let first = entries.count
        for (key, value) in map { entries.append((keys.number(of: key), values.number(of: value))) }
        maps.append(first..<entries.count)
        return UInt32(maps.count - 1)  // checked: row groups end long before 2^32 rows
    }

    /// Appends a row with a map that has a number in this row group.
    package func append(number: UInt32?) {
        note(number != nil)
        rows.append(number)
        if let number { entryCount += maps[Int(number)].count }
    }

    /// Appends rows with the same map.
    package func append(number: UInt32?, count: Int) {
        note(number != nil, count: count)
        rows.append(contentsOf: repeatElement(number, count: count))
        if let number { entryCount += maps[Int(number)].count * count }
    }

    override var leafCount: Int { 2 }

    override var textBytes: Int { keys.bytes.count + values.bytes.count + entryCount * 12 }

    override func schema() -> [ParquetSchemaNode] {
        [
            ParquetSchemaNode(name: name, repetition: .optional, meaning: .map, children: 1),
            ParquetSchemaNode(name: "key_value", repetition: .repeated, children: 2),
            ParquetSchemaNode(name: "key", repetition: .required, type: .byteArray, meaning: .string),
            ParquetSchemaNode(name: "value", repetition: .required, type: .byteArray, meaning: .string),
        ]
    }

    override func takePages() -> [ParquetPages] {
        _ = takeLevels()
        var repetitions: [UInt8] = []
        var definitions: [UInt8] = []
        var (keyNumbers, valueNumbers): ([UInt32], [UInt32]) = ([], [])
        for row in rows {
            let map = row.map { maps[Int($0)] }
            // Level 2 is an entry, 1 an empty map, 0 none.
            if map?.isEmpty != false {
                repetitions.append(0)
                definitions.append(map == nil ? 0 : 1)
            }
            for entry in map ?? 0..<0 {
                repetitions.append(entry == map?.lowerBound ? 0 : 1)
                definitions.append(2)
                keyNumbers.append(entries[entry].key)
                valueNumbers.append(entries[entry].value)
            }
        }
        let levels =
            DefinitionLevels.encoded(repetitions, width: 1) + DefinitionLevels.encoded(definitions, width: 2)
        let count = definitions.count
        let pages = [(keys, keyNumbers), (values, valueNumbers)].map { dictionary, numbers in
            dictionary.pages(numbers, levels: levels, count: count, nullCount: count - numbers.count)
        }
        (keys, values) = (TextDictionary(), TextDictionary())
        (maps, entries, rows, entryCount) = ([], [], [], 0)
        return pages
    }
}
