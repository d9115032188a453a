// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

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
