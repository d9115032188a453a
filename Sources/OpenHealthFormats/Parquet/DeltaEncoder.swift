// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

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
