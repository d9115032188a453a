// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import GRDBSQLite

/// A row of the table of samples.
package struct RawSample {
    package var type: Int64
    package var start: Double
    package var id: Int64
    package var end: Double
    /// The value; NaN if the sample has no value or a string.
    package var value: Double
    package var text: String?
    package var provenance: Int64
    /// The number of the metadata, or -1 if the sample has none.
    package var metadata: Int64
    /// Seconds from the start until the sample was made, where that is known.
    package var lag: Int64?
    /// -1 where the UUID is stored.
    package var ordinal: Int64
    /// The other rows of a sample that an app saved, if they were read with the sample.
    package var saved: SavedParts?

    /// The columns of the table of samples, followed by those of other tables for samples that apps saved.
    private enum Columns: Int32, PositionedColumns {
        case type, start, id, end, value, provenance, metadata, lag, ordinal, uuid, detail, dates

        var expression: String { expression(of: "s.") }

        /// - Parameter table: The qualifier of the columns of the table of samples.
        func expression(of table: String) -> String {
            switch self {
            case .end: "coalesce(\(table)end, \(table)start)"
            case .uuid: "CASE WHEN s.ordinal IS NULL THEN (SELECT u.uuid FROM sample_uuid AS u WHERE u.id = s.id) END"
            case .detail:
                "CASE WHEN s.ordinal IS NULL THEN (SELECT d.detail FROM sample_detail AS d WHERE d.id = s.id) END"
            case .dates: "CASE WHEN s.ordinal IS NULL THEN (SELECT t.dates FROM sample_date AS t WHERE t.id = s.id) END"
            default: "\(table)\(self)"
            }
        }
    }

    /// The columns that ``init(_:)`` reads.
    package static let columns = Columns.selection(through: .ordinal) { $0.expression(of: "") }

    /// The columns of `s` and the columns of the other tables for samples that apps saved.
    package static let columnsWithSaved = Columns.selection

    /// Creates a sample from the current row of a statement with ``columnsWithSaved``.
    @inline(__always)
    package init(withSaved handle: OpaquePointer) {
        self.init(handle)
        guard ordinal < 0, sqlite3_column_bytes(handle, Columns.uuid.rawValue) == 16,
            let bytes = sqlite3_column_blob(handle, Columns.uuid.rawValue)
        else {
            return
        }
        let detail =
            sqlite3_column_type(handle, Columns.detail.rawValue) == SQLITE_NULL
            ? nil : sqlite3_column_text(handle, Columns.detail.rawValue)
        let uuid = UUID(uuid: bytes.loadUnaligned(as: uuid_t.self))
        let dates =
            sqlite3_column_bytes(handle, Columns.dates.rawValue) == 16
            ? sqlite3_column_blob(handle, Columns.dates.rawValue) : nil
        saved = SavedParts(
            uuid: uuid, detail: detail.map { String(cString: $0) }, dates: dates.map { ExactDates($0) })
    }

    /// Creates a sample from the current row of a statement with ``columns``.
    @inline(__always)
    package init(_ handle: OpaquePointer) {
        type = sqlite3_column_int64(handle, Columns.type.rawValue)
        start = sqlite3_column_double(handle, Columns.start.rawValue)
        id = sqlite3_column_int64(handle, Columns.id.rawValue)
        end = sqlite3_column_double(handle, Columns.end.rawValue)
        switch sqlite3_column_type(handle, Columns.value.rawValue) {
        case SQLITE_NULL: value = .nan
        case SQLITE_TEXT, SQLITE_BLOB:
            value = .nan
            text = SampleText.read(handle, Columns.value.rawValue)
        default: value = sqlite3_column_double(handle, Columns.value.rawValue)
        }
        provenance = sqlite3_column_int64(handle, Columns.provenance.rawValue)
        metadata =
            sqlite3_column_type(handle, Columns.metadata.rawValue) == SQLITE_NULL
            ? -1 : sqlite3_column_int64(handle, Columns.metadata.rawValue)
        lag =
            sqlite3_column_type(handle, Columns.lag.rawValue) == SQLITE_NULL
            ? nil : sqlite3_column_int64(handle, Columns.lag.rawValue)
        ordinal =
            sqlite3_column_type(handle, Columns.ordinal.rawValue) == SQLITE_NULL
            ? -1 : sqlite3_column_int64(handle, Columns.ordinal.rawValue)
    }
}

extension RawSample {
    /// Creates a sample from the values of its columns.
    init(
        type: Int64, start: Double, id: Int64, end: Double, value: Double, text: String?, provenance: Int64,
        metadata: Int64, lag: Int64?, ordinal: Int64
    ) {
        (self.type, self.start, self.id, self.end) = (type, start, id, end)
        (self.value, self.text, self.provenance, self.metadata) = (value, text, provenance, metadata)
        (self.lag, self.ordinal) = (lag, ordinal)
    }
}

/// The other rows of a sample that an app saved: one in each of up to three tables.
package final class SavedParts {
    let uuid: UUID
    /// The remaining fields as JSON; nil for most samples.
    package let detail: String?
    /// The dates, where the columns cannot hold them.
    let dates: ExactDates?

    init(uuid: UUID, detail: String?, dates: ExactDates?) {
        self.uuid = uuid
        self.detail = detail
        self.dates = dates
    }
}

/// The columns of a sample, with the numbers of this store.
struct StoredSampleRow {
    var type: Int64
    var start: Double
    var end: Double
    /// The value; NaN if there is none.
    var value: Double
    var provenance: Int64
    /// The number of the metadata, or -1 if there is none.
    var metadata: Int64 = -1
    /// The creation date; NaN if it isn't known.
    var created: Double = .nan
    /// The ordinal, or -1 if the UUID is stored.
    var ordinal: Int64 = 0
}

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
