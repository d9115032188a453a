// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The end of a Parquet file: its schema, and where which values are.
struct ParquetFooter {
    /// The first and the last bytes of a file.
    static let mark = [UInt8]("PAR1".utf8)

    /// A leaf of the schema.
    private struct Leaf {
        var path: [String]
        var type: ParquetPhysicalType
    }

    /// A row group; its chunks have no bytes any more.
    private struct Group {
        var chunks: [ParquetChunk]
        var rowCount: Int
        var offset: Int64
    }

    private let schema: [ParquetSchemaNode]
    private let leaves: [Leaf]
    private let columnCount: Int
    /// The leaf whose values ascend.
    private let sorted: Int?
    private let metadata: [(key: String, value: String)]
    private let createdBy: String
    private var groups: [Group] = []

    init(
        columns: [ParquetColumn], sortedBy: ParquetColumn?, metadata: [(key: String, value: String)], createdBy: String
    ) {
        schema = columns.flatMap { $0.schema() }
        columnCount = columns.count
        leaves = columns.flatMap { column in
            let nodes = column.schema()
            let groups = nodes.filter { $0.type == nil }.map(\.name)
            return nodes.compactMap { node in node.type.map { Leaf(path: groups + [node.name], type: $0) } }
        }
        sorted = columns.firstIndex { $0 === sortedBy }.map { index in
            columns[..<index].reduce(0) { $0 + $1.leafCount }
        }
        self.metadata = metadata
        self.createdBy = createdBy
    }

    /// Adds a row group.
    /// - Parameters:
    ///   - chunks: a chunk for each leaf.
    ///   - offset: the place of the first of them in the file.
    mutating func add(_ chunks: [ParquetChunk], rowCount: Int, offset: Int64) {
        groups.append(Group(chunks: chunks.map { $0.withoutBytes() }, rowCount: rowCount, offset: offset))
    }

    /// The bytes that end the file.
    func encoded(rowCount: Int64) -> [UInt8] {
        var thrift = ThriftCompactWriter()
        thrift.int32(1, 2)
        let root = ParquetSchemaNode(name: "schema", repetition: .required, children: columnCount)
        thrift.list(2, of: [root] + schema) { thrift, node in node.write(to: &thrift) }
        thrift.int64(3, rowCount)
        thrift.list(4, of: groups.enumerated()) { thrift, group in write(group.element, group.offset, to: &thrift) }
        if !metadata.isEmpty {
            thrift.list(5, of: metadata) { thrift, entry in
                thrift.text(1, entry.key)
                thrift.text(2, entry.value)
            }
        }
        thrift.text(6, createdBy)
        // The order of each leaf is that of its type.
        thrift.list(7, of: leaves) { thrift, _ in thrift.structure(1) { _ in } }
        thrift.stop()
        return thrift.bytes + ParquetPlain.size(thrift.bytes.count) + Self.mark
    }

    private func write(_ group: Group, _ number: Int, to thrift: inout ThriftCompactWriter) {
        var offsets: [Int64] = []
        var offset = group.offset
        for chunk in group.chunks {
            offsets.append(offset)
            offset += Int64(chunk.size)
        }
        thrift.list(1, of: group.chunks.indices) { thrift, index in
            // The metadata are only in the footer. A copy next to the chunk is deprecated; 0 means that there is none.
            thrift.int64(2, 0)
            thrift.structure(3) { thrift in
                write(group.chunks[index], leaves[index], offset: offsets[index], to: &thrift)
            }
        }
        thrift.int64(2, group.chunks.reduce(0) { $0 + Int64($1.uncompressedSize) })
        thrift.int64(3, Int64(group.rowCount))
        if let sorted {
            thrift.list(4, of: CollectionOfOne(sorted)) { thrift, leaf in
                thrift.int32(1, Int32(leaf))  // checked: the number of a column
                thrift.bool(2, false)
                thrift.bool(3, false)
            }
        }
        thrift.int64(5, group.offset)
        thrift.int64(6, offset - group.offset)
        if number <= Int16.max { thrift.int16(7, Int16(number)) }  // checked: compared
    }

    private func write(_ chunk: ParquetChunk, _ leaf: Leaf, offset: Int64, to thrift: inout ThriftCompactWriter) {
        thrift.int32(1, leaf.type.rawValue)
        let encodings: Set<ParquetEncoding> =
            chunk.hasDictionary ? [.plain, .rle, chunk.encoding] : [.rle, chunk.encoding]
        thrift.list(2, ofInt32: encodings.map(\.rawValue).sorted())
        thrift.list(3, ofTexts: leaf.path)
        thrift.int32(4, chunk.compression.codec)
        thrift.int64(5, Int64(chunk.count))
        thrift.int64(6, Int64(chunk.uncompressedSize))
        thrift.int64(7, Int64(chunk.size))
        thrift.int64(9, offset + Int64(chunk.dataOffset))
        if chunk.hasDictionary { thrift.int64(11, offset) }
        thrift.structure(12) { thrift in
            thrift.int64(3, Int64(chunk.nullCount))
            if let bounds = chunk.bounds {
                thrift.binary(5, bounds.maximum)
                thrift.binary(6, bounds.minimum)
            }
        }
    }
}

/// An element of a file's schema: a leaf with values, or a group of other elements.
struct ParquetSchemaNode {
    /// Whether an element may be absent or repeat.
    enum Repetition: Int32 {
        case required = 0
        case optional = 1
        case repeated = 2
    }

    /// The meaning of values beyond their type.
    enum Meaning {
        case string
        case map
        case date
        case timestamp
        case uuid
    }

    var name: String
    var repetition: Repetition
    /// Nil for a group.
    var type: ParquetPhysicalType?
    var meaning: Meaning?
    /// The number of elements of a group, which follow it.
    var children = 0

    /// Writes the element's struct.
    func write(to thrift: inout ThriftCompactWriter) {
        if let type { thrift.int32(1, type.rawValue) }
        if type == .fixedLengthByteArray { thrift.int32(2, 16) }
        thrift.int32(3, repetition.rawValue)
        thrift.text(4, name)
        if type == nil { thrift.int32(5, Int32(children)) }  // checked: a few
        guard let meaning else { return }
        if let converted = Self.converted(meaning) { thrift.int32(6, converted) }
        thrift.structure(10) { thrift in
            switch meaning {
            case .string: thrift.structure(1) { _ in }
            case .map: thrift.structure(2) { _ in }
            case .date: thrift.structure(6) { _ in }
            case .timestamp:
                thrift.structure(8) { thrift in
                    thrift.bool(1, true)
                    thrift.structure(2) { thrift in thrift.structure(2) { _ in } }
                }
            case .uuid: thrift.structure(14) { _ in }
            }
        }
    }

    /// The meaning as earlier versions of the format wrote it.
    private static func converted(_ meaning: Meaning) -> Int32? {
        switch meaning {
        case .string: 0
        case .map: 1
        case .date: 6
        case .timestamp: 10
        case .uuid: nil
        }
    }
}
