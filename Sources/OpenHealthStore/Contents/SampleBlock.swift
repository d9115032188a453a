// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import GRDBSQLite
import OpenHealthModel

/// Consecutive samples of a type, column by column: all columns have an element for each sample.
package struct SampleBlock {
    /// The maximum number of samples.
    package static let capacity = 4096

    /// The UUIDs, sixteen bytes each.
    package internal(set) var uuids: [UInt8] = []
    /// The dates in seconds since 1970.
    package internal(set) var starts: [Double] = []
    package internal(set) var ends: [Double] = []
    /// The values; NaN for samples without a value or with a text.
    package internal(set) var values: [Double] = []
    /// The numbers of the origins.
    package internal(set) var provenances: [Int64] = []
    /// The numbers of the metadata, or -1.
    package internal(set) var metadata: [Int64] = []
    /// The texts in place of values, in order of the samples.
    package internal(set) var texts: [(row: Int, text: String)] = []
    /// The seconds from the start until the sample was made, or ``noLag``; empty unless all columns were requested.
    package internal(set) var lags: [Int64] = []
    /// The places in the order of changes; empty unless all columns were requested.
    package internal(set) var ids: [Int64] = []
    /// The remaining fields of samples that apps saved as JSON, in order of the samples; empty unless all columns were requested.
    package internal(set) var details: [(row: Int, text: String)] = []

    /// The lag of samples for which it is unknown.
    package static let noLag = Int64.min

    init() {
        uuids.reserveCapacity(Self.capacity * 16)
        starts.reserveCapacity(Self.capacity)
        ends.reserveCapacity(Self.capacity)
        values.reserveCapacity(Self.capacity)
        provenances.reserveCapacity(Self.capacity)
        metadata.reserveCapacity(Self.capacity)
    }

    /// The number of samples.
    package var count: Int { starts.count }

    mutating func removeAll() {
        uuids.removeAll(keepingCapacity: true)
        starts.removeAll(keepingCapacity: true)
        ends.removeAll(keepingCapacity: true)
        values.removeAll(keepingCapacity: true)
        provenances.removeAll(keepingCapacity: true)
        metadata.removeAll(keepingCapacity: true)
        texts.removeAll(keepingCapacity: true)
        lags.removeAll(keepingCapacity: true)
        ids.removeAll(keepingCapacity: true)
        details.removeAll(keepingCapacity: true)
    }
}

/// A reader of the rows of one type in the order of ``SampleScan``, with the columns of a ``SampleBlock``.
///
/// A row takes less time than in ``SampleScan``, because only these columns are read, and no value is created for it.
final class SampleBlockScan {
    private let reader: RecordReader
    private let type: StoredType
    private let typeHash: ContentHash
    private let statement: Statement
    private let handle: OpaquePointer
    private let request: SampleScan.Request
    private let hasAllColumns: Bool
    private let work = StoreWork.current
    private var ranges: [ClosedRange<Double>]
    private var isStepping = false
    private var latest: (provenance: Int64, beginning: SipHash)?

    /// - Parameters:
    ///   - request: The rows, in ascending order and from the beginning.
    ///   - hasAllColumns: Whether blocks have the columns that not all readers need.
    init(_ reader: RecordReader, _ request: SampleScan.Request, hasAllColumns: Bool) throws {
        self.reader = reader
        self.request = request
        self.hasAllColumns = hasAllColumns
        type = try reader.type(request.type)
        typeHash = type.hash
        statement = try reader.db.makeStatement(
            sql: """
                SELECT \(Columns.selection(through: hasAllColumns ? .detail : .uuid))
                FROM sample AS s WHERE s.type = ? AND s.start >= ? AND s.start <= ?
                \(request.condition.map { "AND \($0.sql)" } ?? "")
                ORDER BY s.start, s.id
                """)
        handle = statement.sqliteStatement
        ranges = request.starts.ranges.reversed()
    }

    /// The columns. Those after the UUID are not needed by all readers.
    private enum Columns: Int32, PositionedColumns {
        case start, end, value, provenance, metadata, ordinal, id, uuid, lag, detail

        var expression: String {
            switch self {
            case .uuid: "CASE WHEN s.ordinal IS NULL THEN (SELECT u.uuid FROM sample_uuid AS u WHERE u.id = s.id) END"
            case .detail:
                "CASE WHEN s.ordinal IS NULL THEN (SELECT d.detail FROM sample_detail AS d WHERE d.id = s.id) END"
            default: "s.\(self)"
            }
        }
    }

    deinit {
        sqlite3_reset(handle)
    }

    /// Reads the next samples. Returns false after the last one.
    func fill(_ block: inout SampleBlock) throws -> Bool {
        block.removeAll()
        try work?.check()
        while block.count < SampleBlock.capacity {
            if !isStepping {
                guard let range = ranges.popLast() else { break }
                statement.setUncheckedArguments(StatementArguments(SampleScan.arguments(request, range)))
                isStepping = true
            }
            guard try appendRows(to: &block) else { continue }
            isStepping = false
            sqlite3_reset(handle)
        }
        return block.count > 0
    }

    /// Appends rows until the block is full or the statement has ended.
    /// - Returns: Whether it has ended.
    private func appendRows(to block: inout SampleBlock) throws -> Bool {
        let (handle, typeHash, hasAllColumns) = (handle, typeHash, hasAllColumns)
        let uuids = try reader.uuids()
        var (provenance, beginning) = latest ?? (-1, SipHash(SipKey(low: 0, high: 0)))
        defer { latest = (provenance, beginning) }
        while block.count < SampleBlock.capacity {
            let code = sqlite3_step(handle)
            guard code == SQLITE_ROW else {
                guard code == SQLITE_DONE else {
                    isStepping = false
                    throw DatabaseError(code, of: handle)
                }
                return true
            }
            let start = sqlite3_column_double(handle, Columns.start.rawValue)
            let end =
                sqlite3_column_type(handle, Columns.end.rawValue) == SQLITE_NULL
                ? start : sqlite3_column_double(handle, Columns.end.rawValue)
            var value = Double.nan
            switch sqlite3_column_type(handle, Columns.value.rawValue) {
            case SQLITE_NULL: break
            case SQLITE_TEXT, SQLITE_BLOB:
                if let text = SampleText.read(handle, Columns.value.rawValue) {
                    block.texts.append((block.count, text))
                }
            default: value = sqlite3_column_double(handle, Columns.value.rawValue)
            }
            let origin = sqlite3_column_int64(handle, Columns.provenance.rawValue)
            if hasAllColumns {
                block.lags.append(
                    sqlite3_column_type(handle, Columns.lag.rawValue) == SQLITE_NULL
                        ? SampleBlock.noLag : sqlite3_column_int64(handle, Columns.lag.rawValue))
                block.ids.append(sqlite3_column_int64(handle, Columns.id.rawValue))
            }
            if sqlite3_column_type(handle, Columns.ordinal.rawValue) == SQLITE_NULL {
                if hasAllColumns, let detail = sqlite3_column_text(handle, Columns.detail.rawValue) {
                    block.details.append((block.count, String(cString: detail)))
                }
                try block.appendUUID(savedUUID())
            } else {
                if origin != provenance {
                    beginning = uuids.beginning(type: typeHash, source: try reader.origin(origin).hash)
                    provenance = origin
                }
                block.appendUUID(
                    uuids.make(
                        beginning, type: typeHash, start: start, end: end, value: value,
                        ordinal: sqlite3_column_int64(handle, Columns.ordinal.rawValue)))
            }
            block.starts.append(start)
            block.ends.append(end)
            block.values.append(value)
            block.provenances.append(origin)
            block.metadata.append(
                sqlite3_column_type(handle, Columns.metadata.rawValue) == SQLITE_NULL
                    ? -1 : sqlite3_column_int64(handle, Columns.metadata.rawValue))
        }
        return false
    }

    /// The UUID of the current row, which an app saved.
    private func savedUUID() throws -> UUID {
        guard sqlite3_column_bytes(handle, Columns.uuid.rawValue) == 16,
            let bytes = sqlite3_column_blob(handle, Columns.uuid.rawValue)
        else {
            throw StoreError.inconsistent(
                "the sample at place \(sqlite3_column_int64(handle, Columns.id.rawValue)) has no UUID")
        }
        return UUID(uuid: bytes.loadUnaligned(as: uuid_t.self))
    }
}

extension SampleBlock {
    @inline(__always)
    fileprivate mutating func appendUUID(_ uuid: UUID) {
        withUnsafeBytes(of: uuid.uuid) { uuids.append(contentsOf: $0) }
    }
}
