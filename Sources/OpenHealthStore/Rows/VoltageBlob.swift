// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The measurements of an electrocardiogram as bytes.
package enum VoltageBlob {
    /// Returns the encoding and the bytes: little-endian 32-bit integers of thousandths if all measurements are exact
    /// thousandths, as in the files of phones; otherwise little-endian 64-bit floating-point numbers.
    package static func encode(_ voltages: [Double]) -> (encoding: Int, bytes: Data) {
        var thousandths: [Int32] = []
        thousandths.reserveCapacity(voltages.count)
        for voltage in voltages {
            guard let number = Int32(exactly: (voltage * 1000).rounded()), Double(number) / 1000 == voltage else {
                let bits = voltages.map(\.bitPattern.littleEndian)
                return (2, bits.withUnsafeBytes { Data($0) })
            }
            thousandths.append(number.littleEndian)
        }
        return (1, thousandths.withUnsafeBytes { Data($0) })
    }

    /// Returns the measurements in their unit, or nil for an unknown encoding or a blob of the wrong size.
    package static func decode(_ bytes: Data, encoding: Int) -> [Double]? {
        switch encoding {
        case 1 where bytes.count % 4 == 0:
            return bytes.withUnsafeBytes { raw in
                stride(from: 0, to: raw.count, by: 4).map {
                    Double(Int32(littleEndian: raw.loadUnaligned(fromByteOffset: $0, as: Int32.self))) / 1000
                }
            }
        case 2 where bytes.count % 8 == 0:
            return bytes.withUnsafeBytes { raw in
                stride(from: 0, to: raw.count, by: 8).map {
                    Double(bitPattern: UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: $0, as: UInt64.self)))
                }
            }
        default: return nil
        }
    }
}
