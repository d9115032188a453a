// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// Decoders of Parquet's encodings, bit by bit.
enum SlowParquetDecoder {
    /// The number in some bits, the lowest first.
    private static func number(_ bytes: [UInt8], bit first: Int, width: Int) -> UInt64 {
        (0..<width).reduce(0) { $0 | UInt64(bytes[(first + $1) / 8] >> UInt8((first + $1) % 8) & 1) << UInt64($1) }
    }

    static func hybrid(_ bytes: [UInt8], width: Int, count: Int) throws -> [Int] {
        var (position, values): (Int, [Int]) = (0, [])
        while values.count < count {
            let head = Int(try ThriftTree.varint(bytes, &position))
            if head % 2 == 1 {
                let rest = [UInt8](bytes[position...])
                values += (0..<head / 2 * 8).map { Int(number(rest, bit: $0 * width, width: width)) }
                position += head / 2 * width
            } else {
                let size = (width + 7) / 8
                let value = bytes[position..<position + size].reversed().reduce(0) { $0 << 8 | Int($1) }
                values += [Int](repeating: value, count: head / 2)
                position += size
            }
        }
        // Only a last group may have too many, which are zeros.
        guard position == bytes.count, values.count < count + 8, values[count...].allSatisfy({ $0 == 0 }) else {
            throw ThriftTree.Malformed()
        }
        return [Int](values.prefix(count))
    }

    static func delta(_ bytes: [UInt8], size: Int, count: Int) throws -> [[UInt8]] {
        var position = 0
        let block = Int(try ThriftTree.varint(bytes, &position))
        let parts = Int(try ThriftTree.varint(bytes, &position))
        guard Int(try ThriftTree.varint(bytes, &position)) == count else { throw ThriftTree.Malformed() }
        var values = [try ThriftTree.zigzag(bytes, &position)]
        while values.count < count {
            let least = try ThriftTree.zigzag(bytes, &position)
            let widths = bytes[position..<position + parts].map(Int.init)
            position += parts
            for width in widths where values.count < count {
                let rest = [UInt8](bytes[position...])
                for index in 0..<block / parts where values.count < count {
                    let difference = number(rest, bit: index * width, width: width)
                    values.append(values[values.count - 1] &+ least &+ Int64(bitPattern: difference))
                }
                position += block / parts * width / 8
            }
        }
        guard position == bytes.count else { throw ThriftTree.Malformed() }
        return values.prefix(count).map { value in
            (0..<size).map { UInt8(truncatingIfNeeded: value >> Int64(8 * $0)) }
        }
    }

    static func plain(_ bytes: [UInt8], type: Int, count: Int) throws -> [[UInt8]] {
        if type == 0 { return (0..<count).map { [UInt8(number(bytes, bit: $0, width: 1))] } }
        var position = 0
        let values = (0..<count).map { _ in
            var size = type == 7 ? 16 : type == 1 ? 4 : 8
            if type == 6 {
                size = bytes[position..<position + 4].reversed().reduce(0) { $0 << 8 | Int($1) }
                position += 4
            }
            defer { position += size }
            return [UInt8](bytes[position..<position + size])
        }
        guard position == bytes.count else { throw ThriftTree.Malformed() }
        return values
    }
}
