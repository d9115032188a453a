// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A reader of the uncompressed files of ParquetWriter, written from the description of the format.
///
/// Values are bytes: numbers little endian, texts without their size. Of a column inside a map, each entry is a value.
struct SlowParquetReader {
    struct Leaf {
        var path: [String]
        var type: Int
        var maximumDefinition: Int
        var maximumRepetition: Int
    }

    /// A value with its levels; nil bytes if there is none.
    struct Value: Equatable {
        var repetition: Int
        var definition: Int
        var bytes: [UInt8]?
    }

    let footer: ThriftTree
    let leaves: [Leaf]
    private let bytes: [UInt8]

    init(_ url: URL) throws {
        bytes = [UInt8](try Data(contentsOf: url))
        guard bytes.count >= 12, bytes.prefix(4) == [80, 65, 82, 49], bytes.suffix(4) == [80, 65, 82, 49] else {
            throw ThriftTree.Malformed()
        }
        let size = bytes[(bytes.count - 8)...].prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
        var position = bytes.count - 8 - size
        footer = try ThriftTree.read(bytes, at: &position)
        guard position == bytes.count - 8 else { throw ThriftTree.Malformed() }
        var elements = footer[2]?.list[...] ?? []
        let root = elements.removeFirst()
        var leaves: [Leaf] = []
        func visit(_ path: [String], _ definition: Int, _ repetition: Int) {
            let element = elements.removeFirst()
            let kind = element[3]?.integer ?? 0
            let path = path + [element[4]?.text ?? ""]
            let (definition, repetition) = (definition + (kind == 0 ? 0 : 1), repetition + (kind == 2 ? 1 : 0))
            if let type = element[1]?.integer {
                leaves.append(
                    Leaf(path: path, type: type, maximumDefinition: definition, maximumRepetition: repetition))
            }
            for _ in 0..<(element[5]?.integer ?? 0) { visit(path, definition, repetition) }
        }
        for _ in 0..<(root[5]?.integer ?? 0) { visit([], 0, 0) }
        self.leaves = leaves
    }

    var rowCount: Int { footer[3]?.integer ?? -1 }
    var groups: [ThriftTree] { footer[4]?.list ?? [] }

    /// The metadata of a chunk.
    func chunk(_ group: Int, _ leaf: Int) -> ThriftTree? { groups[group][1]?.list[leaf][3] }

    /// All values of a leaf.
    func values(_ leaf: Int) throws -> [Value] {
        try groups.indices.flatMap { try values(group: $0, leaf) }
    }

    func values(group: Int, _ index: Int) throws -> [Value] {
        guard let chunk = chunk(group, index), chunk[4]?.integer == 0 else { throw ThriftTree.Malformed() }
        let leaf = leaves[index]
        var dictionary: [[UInt8]] = []
        if var position = chunk[11]?.integer {
            let header = try ThriftTree.read(bytes, at: &position)
            dictionary = try SlowParquetDecoder.plain(
                page(header, position), type: leaf.type, count: header[7]?[1]?.integer ?? 0)
        }
        var position = chunk[9]?.integer ?? 0
        let header = try ThriftTree.read(bytes, at: &position)
        let page = page(header, position)
        let count = header[5]?[1]?.integer ?? 0
        var place = 0
        func levels(_ maximum: Int) throws -> [Int] {
            if maximum == 0 { return [Int](repeating: 0, count: count) }
            let size = page[place..<place + 4].reversed().reduce(0) { $0 << 8 | Int($1) }
            defer { place += 4 + size }
            return try SlowParquetDecoder.hybrid(
                [UInt8](page[place + 4..<place + 4 + size]), width: maximum == 1 ? 1 : 2, count: count)
        }
        let repetitions = try levels(leaf.maximumRepetition)
        let definitions = try levels(leaf.maximumDefinition)
        let present = definitions.count { $0 == leaf.maximumDefinition }
        let rest = [UInt8](page[place...])
        let encoded: [[UInt8]]
        switch header[5]?[2]?.integer {
        case 0: encoded = try SlowParquetDecoder.plain(rest, type: leaf.type, count: present)
        case 5: encoded = try SlowParquetDecoder.delta(rest, size: leaf.type == 1 ? 4 : 8, count: present)
        case 8:
            encoded = try SlowParquetDecoder.hybrid([UInt8](rest.dropFirst()), width: Int(rest[0]), count: present)
                .map { dictionary[$0] }
        case 9: encoded = (0..<present).map { index in (0..<8).map { rest[$0 * present + index] } }
        default: throw ThriftTree.Malformed()
        }
        var next = encoded.makeIterator()
        return zip(repetitions, definitions).map { repetition, definition in
            Value(
                repetition: repetition, definition: definition,
                bytes: definition == leaf.maximumDefinition ? next.next() : nil)
        }
    }

    private func page(_ header: ThriftTree, _ position: Int) -> [UInt8] {
        [UInt8](bytes[position..<position + (header[3]?.integer ?? 0)])
    }
}
