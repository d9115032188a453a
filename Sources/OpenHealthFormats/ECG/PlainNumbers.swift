// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// Parses the measurements of most electrocardiograms: ASCII, one number per line, one kind of separator.
enum PlainNumbers {
    /// Returns the numbers, or nil if the input is unusual and requires the slower parser.
    static func parse(_ body: ArraySlice<UInt8>) -> [Double]? {
        var numbers: [Double] = []
        numbers.reserveCapacity(body.count / 8 + 1)
        let isUsual = body.withUnsafeBufferPointer { bytes in
            let hasComma = bytes.contains(0x2C)
            if hasComma, bytes.contains(0x2E) { return false }
            return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 32) { line in
                var count = 0
                for index in 0...bytes.count {
                    let byte = index < bytes.count ? bytes[index] : 0x0A
                    if byte == 0x0A {
                        if count == 0 { continue }
                        guard let base = line.baseAddress, let value = parseDouble(base, count) else { return false }
                        numbers.append(value)
                        count = 0
                    } else if byte != 0x0D {
                        // Digits, minus signs and separators; phones do not write exponents.
                        let isUsual = byte &- 0x30 <= 9 || byte == 0x2C || byte == 0x2D || byte == 0x2E
                        if !isUsual || count == line.count { return false }
                        line[count] = byte == 0x2C ? 0x2E : byte
                        count += 1
                    }
                }
                return true
            }
        }
        return isUsual && !numbers.isEmpty ? numbers : nil
    }
}
