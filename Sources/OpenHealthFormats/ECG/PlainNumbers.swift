// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The measurements of almost every electrocardiogram: ASCII, one number a line, one kind of separator.
enum PlainNumbers {
    /// The numbers, or nil where anything is unusual; what that is, is for a slower reader to say.
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
                        // Digits, minus, separators; an exponent is none of what phones write.
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
