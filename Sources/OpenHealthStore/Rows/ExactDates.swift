// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The dates of a sample exactly as an app provided them.
///
/// The columns contain seconds since 1970, which are less precise than Foundation's seconds since 2001: one of two dates that an
/// app creates from the clock is read back a fraction of a microsecond off, and isn't equal to the saved date. In this case, the
/// store saves the exact dates as well.
struct ExactDates: Equatable {
    let start: Date
    let end: Date

    init(start: Date, end: Date) {
        self.start = start
        self.end = end
    }

    /// Whether the columns represent both dates exactly.
    var fitColumns: Bool {
        [start, end].allSatisfy { Date(timeIntervalSince1970: $0.timeIntervalSince1970) == $0 }
    }

    /// The dates in the stored form: two little-endian floating-point numbers.
    var bytes: Data {
        var data = Data(capacity: 16)
        for date in [start, end] {
            withUnsafeBytes(of: date.timeIntervalSinceReferenceDate.bitPattern.littleEndian) {
                data.append(contentsOf: $0)
            }
        }
        return data
    }

    /// Reads the dates from the 16 bytes of ``bytes``.
    init(_ bytes: UnsafeRawPointer) {
        func date(_ offset: Int) -> Date {
            let pattern = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
            return Date(timeIntervalSinceReferenceDate: Double(bitPattern: pattern))
        }
        start = date(0)
        end = date(8)
    }
}
