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
