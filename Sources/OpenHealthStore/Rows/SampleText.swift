// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import GRDBSQLite

/// The stored form of values of samples that are strings.
///
/// The column is one of numbers: SQLite converts text that looks like a number, such as `0` or `1e5`, and ends text at a zero byte. Such text is
/// stored as the bytes of its UTF-8, which SQLite does not change.
enum SampleText {
    /// Returns whether a string is stored as bytes.
    @inline(__always)
    static func isBytes(_ text: String) -> Bool {
        let first = text.utf8.first { $0 > UInt8(ascii: " ") }
        return first.map { "+-.0123456789".utf8.contains($0) } ?? true || text.utf8.contains(0)
    }

    /// Returns the stored form of a string.
    static func stored(_ text: String) -> any DatabaseValueConvertible {
        isBytes(text) ? Data(text.utf8) : text
    }

    /// Binds a string to a parameter of a statement.
    static func bind(_ text: String, _ handle: OpaquePointer, _ parameter: Int32) {
        let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
        var text = text
        let isBytes = isBytes(text)
        text.withUTF8 { bytes in
            if isBytes {
                // SQLite stores NULL for a null pointer.
                if bytes.isEmpty {
                    sqlite3_bind_zeroblob(handle, parameter, 0)
                } else {
                    sqlite3_bind_blob(handle, parameter, bytes.baseAddress, Int32(clamping: bytes.count), transient)
                }
            } else {
                let start = UnsafeRawPointer(bytes.baseAddress)?.assumingMemoryBound(to: CChar.self)
                sqlite3_bind_text(handle, parameter, start, Int32(clamping: bytes.count), transient)
            }
        }
    }

    /// Returns the string in a column of the current row, or nil if the column has no string.
    @inline(__always)
    static func read(_ handle: OpaquePointer, _ column: Int32) -> String? {
        switch sqlite3_column_type(handle, column) {
        case SQLITE_TEXT, SQLITE_BLOB:
            let bytes = UnsafeRawBufferPointer(
                start: sqlite3_column_blob(handle, column), count: Int(sqlite3_column_bytes(handle, column)))
            return String(decoding: bytes, as: UTF8.self)
        default: return nil
        }
    }
}
