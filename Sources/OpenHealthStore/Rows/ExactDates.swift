// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The dates of a sample as an app gave them.
///
/// Columns hold seconds since 1970, which are coarser than Foundation's since 2001: of two dates that an app makes with the
/// clock, one comes back a fraction of a microsecond off, and is then not equal to what was saved. Where that is so, the
/// store keeps the dates once more.
struct ExactDates: Equatable {
    let start: Date
    let end: Date

    init(start: Date, end: Date) {
        self.start = start
        self.end = end
    }

    /// Whether the columns bring the dates back as they are.
    var fitColumns: Bool {
        [start, end].allSatisfy { Date(timeIntervalSince1970: $0.timeIntervalSince1970) == $0 }
    }

    /// The dates as the store keeps them: two floats, little endian.
    var bytes: Data {
        var data = Data(capacity: 16)
        for date in [start, end] {
            withUnsafeBytes(of: date.timeIntervalSinceReferenceDate.bitPattern.littleEndian) {
                data.append(contentsOf: $0)
            }
        }
        return data
    }

    /// Reads what ``bytes`` gave; there must be 16 bytes.
    init(_ bytes: UnsafeRawPointer) {
        func date(_ offset: Int) -> Date {
            let pattern = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
            return Date(timeIntervalSinceReferenceDate: Double(bitPattern: pattern))
        }
        start = date(0)
        end = date(8)
    }
}
