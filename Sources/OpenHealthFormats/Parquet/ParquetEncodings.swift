// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// Parquet's PLAIN encoding.
enum ParquetPlain {
    /// A size in four bytes.
    static func size(_ count: Int) -> [UInt8] {
        // checked: pages have less than 2^31 bytes
        withUnsafeBytes(of: UInt32(count).littleEndian) { [UInt8]($0) }
    }

    /// Appends fixed-width numbers, little endian.
    static func append<Value>(_ values: [Value], to bytes: inout [UInt8]) where Value: BitwiseCopyable {
        #if _endian(big)
            #error("numbers are written in the order of the memory, which has to be little endian")
        #endif
        values.withUnsafeBytes { bytes.append(contentsOf: $0) }
    }

    /// Appends numbers as BYTE_STREAM_SPLIT: the first bytes of all, then the second bytes of all, and so on.
    static func appendSplit(_ values: [Double], to bytes: inout [UInt8]) {
        let first = bytes.count
        bytes.append(contentsOf: repeatElement(0, count: values.count * 8))
        values.withUnsafeBytes { values in
            bytes.withUnsafeMutableBufferPointer { bytes in
                let count = values.count / 8
                for index in 0..<count {
                    for byte in 0..<8 { bytes[first + byte * count + index] = values[index * 8 + byte] }
                }
            }
        }
    }
}

/// Integers of variable length, as Thrift and Parquet's encodings write them: seven bits a byte, the lowest first.
enum ParquetVarint {
    /// Appends a number.
    static func append(_ value: UInt64, to bytes: inout [UInt8]) {
        var rest = value
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }

    /// Returns a signed number as an unsigned one: 0, -1, 1, -2 become 0, 1, 2, 3.
    static func zigzag(_ value: Int64) -> UInt64 {
        UInt64(bitPattern: value << 1 ^ value >> 63)
    }
}

/// Packs numbers of one width into bytes, the lowest bit first.
struct BitPacker {
    private var pending: UInt64 = 0
    private var bits = 0

    /// Appends the lowest bits of a number; the rest of it must be 0.
    /// - Parameter width: 0 to 64.
    @inline(__always)
    mutating func append(_ value: UInt64, width: Int, to bytes: inout [UInt8]) {
        pending |= value << UInt64(bits)
        bits += width
        guard bits >= 64 else { return }
        withUnsafeBytes(of: pending.littleEndian) { bytes.append(contentsOf: $0) }
        bits -= 64
        pending = bits == 0 ? 0 : value >> UInt64(width - bits)
    }

    /// Writes the last bits, filled up with zeros to a byte.
    mutating func finish(to bytes: inout [UInt8]) {
        while bits > 0 {
            bytes.append(UInt8(truncatingIfNeeded: pending))
            pending >>= 8
            bits -= 8
        }
        (pending, bits) = (0, 0)
    }

    /// Returns the number of bits of a number: 0 for 0.
    static func width(of value: UInt64) -> Int { 64 - value.leadingZeroBitCount }
}

/// Parquet's RLE: runs of one value, and groups of eight packed values, of levels and numbers of dictionary entries.
enum RunLengthEncoder {
    /// The length from which a value is written as a run.
    private static let shortestRun = 8

    /// Appends values.
    /// - Parameter width: the number of bits of a value, 1 to 32.
    static func encode<Value: FixedWidthInteger & UnsignedInteger>(
        _ values: [Value], width: Int, to bytes: inout [UInt8]
    ) {
        values.withUnsafeBufferPointer { values in
            var position = 0
            var packed = 0
            while position < values.count {
                let value = values[position]
                var end = position + 1
                while end < values.count, values[end] == value { end += 1 }
                if end - position >= shortestRun {
                    pack(values[packed..<position], width: width, to: &bytes)
                    run(UInt64(value), count: end - position, width: width, to: &bytes)
                    position = end
                    packed = end
                } else {
                    // A group begins a multiple of eight values after the groups before it.
                    position = min(position + 8, values.count)
                }
            }
            pack(values[packed..<values.count], width: width, to: &bytes)
        }
    }

    private static func run(_ value: UInt64, count: Int, width: Int, to bytes: inout [UInt8]) {
        ParquetVarint.append(UInt64(count) << 1, to: &bytes)
        for byte in 0..<(width + 7) / 8 { bytes.append(UInt8(truncatingIfNeeded: value >> UInt64(byte * 8))) }
    }

    private static func pack<Value: FixedWidthInteger & UnsignedInteger>(
        _ values: Slice<UnsafeBufferPointer<Value>>, width: Int, to bytes: inout [UInt8]
    ) {
        if values.isEmpty { return }
        let groups = (values.count + 7) / 8
        ParquetVarint.append(UInt64(groups) << 1 | 1, to: &bytes)
        var packer = BitPacker()
        for value in values { packer.append(UInt64(value), width: width, to: &bytes) }
        for _ in values.count..<groups * 8 { packer.append(0, width: width, to: &bytes) }
        packer.finish(to: &bytes)
    }
}

/// Parquet's DELTA_BINARY_PACKED: the differences between neighbours, in blocks of 128 with four widths each.
///
/// The widths are 0, four or eight bytes. Packed to the bit, differences would be shorter, but dates of whole seconds differ by
/// multiples of a million, which the compression that follows finds only if equal differences have equal bytes.
enum DeltaEncoder {
    private static let blockSize = 128
    private static let miniBlocks = 4
    private static let miniBlockSize = blockSize / miniBlocks

    /// Appends values.
    static func encode<Value: FixedWidthInteger & SignedInteger>(_ values: [Value], to bytes: inout [UInt8])
    where Value.Magnitude: UnsignedInteger {
        ParquetVarint.append(UInt64(blockSize), to: &bytes)
        ParquetVarint.append(UInt64(miniBlocks), to: &bytes)
        ParquetVarint.append(UInt64(values.count), to: &bytes)
        ParquetVarint.append(ParquetVarint.zigzag(Int64(values.first ?? 0)), to: &bytes)
        guard values.count > 1 else { return }
        var differences = [Value](repeating: 0, count: blockSize)
        values.withUnsafeBufferPointer { values in
            var position = 1
            while position < values.count {
                let count = min(blockSize, values.count - position)
                // Differences may overflow; adding them overflows back.
                for index in 0..<count {
                    differences[index] = values[position + index] &- values[position + index - 1]
                }
                block(differences[..<count], to: &bytes)
                position += count
            }
        }
    }

    private static func block<Value: FixedWidthInteger & SignedInteger>(
        _ differences: ArraySlice<Value>, to bytes: inout [UInt8]
    ) where Value.Magnitude: UnsignedInteger {
        // Any number up to the smallest difference will do. With 0, equal differences have equal bytes in all blocks.
        let least = min(differences.min() ?? 0, 0)
        ParquetVarint.append(ParquetVarint.zigzag(Int64(least)), to: &bytes)
        let starts = stride(from: 0, to: blockSize, by: miniBlockSize)
        let parts = starts.map { differences[min($0, differences.count)..<min($0 + miniBlockSize, differences.count)] }
        let widths = parts.map { part in
            var all: Value.Magnitude = 0
            for difference in part { all |= Value.Magnitude(truncatingIfNeeded: difference &- least) }
            return all == 0 ? 0 : UInt64(all) <= UInt32.max ? 4 : 8
        }
        for width in widths { bytes.append(UInt8(width * 8)) }  // checked: at most 64
        for (part, width) in zip(parts, widths) where width > 0 {
            let first = bytes.count
            bytes.append(contentsOf: repeatElement(0, count: miniBlockSize * width))
            bytes.withUnsafeMutableBytes { bytes in
                for (index, difference) in part.enumerated() {
                    let number = UInt64(Value.Magnitude(truncatingIfNeeded: difference &- least))
                    let offset = first + index * width
                    if width == 4 {
                        bytes.storeBytes(
                            of: UInt32(truncatingIfNeeded: number).littleEndian, toByteOffset: offset, as: UInt32.self)
                    } else {
                        bytes.storeBytes(of: number.littleEndian, toByteOffset: offset, as: UInt64.self)
                    }
                }
            }
        }
    }
}

/// Which rows of an optional column have a value.
struct DefinitionLevels {
    /// The number of rows.
    private(set) var count = 0
    /// The number of rows without a value.
    private(set) var nullCount = 0
    /// One level a row: 1 with a value, 0 without. Empty while every row has a value.
    private var levels: [UInt8] = []

    @inline(__always)
    mutating func append(_ hasValue: Bool) {
        if !hasValue {
            if nullCount == 0 { levels = [UInt8](repeating: 1, count: count) }
            nullCount += 1
        }
        if nullCount > 0 { levels.append(hasValue ? 1 : 0) }
        count += 1
    }

    /// Appends rows that all have a value, or all have none.
    mutating func append(_ hasValue: Bool, count rows: Int) {
        if rows == 0 { return }
        if !hasValue {
            if nullCount == 0 { levels = [UInt8](repeating: 1, count: count) }
            nullCount += rows
        }
        if nullCount > 0 { levels.append(contentsOf: repeatElement(hasValue ? 1 : 0, count: rows)) }
        count += rows
    }

    /// The levels as a data page begins with them: their size, and runs.
    var encoded: [UInt8] {
        Self.encoded(nullCount == 0 ? [UInt8](repeating: 1, count: count) : levels, width: 1)
    }

    /// Levels as a data page has them.
    static func encoded(_ levels: [UInt8], width: Int) -> [UInt8] {
        var runs: [UInt8] = []
        RunLengthEncoder.encode(levels, width: width, to: &runs)
        return ParquetPlain.size(runs.count) + runs
    }
}
