// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Dispatch

/// Writes a Parquet file, one row group at a time, so that memory does not grow with the rows.
///
/// A row is a value appended to each column, then endRow(). A class, since it owns the state of the file. Used by one thread at a time.
package final class ParquetWriter {
    /// The maximum number of rows of a row group.
    package static let rowsOfGroup = 122_880
    /// The approximate number of bytes of texts that end a row group early.
    package static let textBytesOfGroup = 32 << 20
    /// The number of rows after which the bytes of texts are compared with the limit.
    private static let rowsBetweenChecks = 1024

    /// The number of the row group that rows are added to. Numbers of texts and maps are those of one row group.
    package private(set) var group = 0
    /// The number of rows.
    package private(set) var rowCount: Int64 = 0

    private var sink: any ByteSink
    private var bytesWritten: Int64 = 0
    private let columns: [ParquetColumn]
    private let compression: ParquetCompression
    private var rowsInGroup = 0
    private var footer: ParquetFooter
    private let rowLimit: Int
    private let textLimit: Int

    /// Begins a file.
    /// - Parameters:
    ///   - sink: where; it must be empty. The writer does not complete it.
    ///   - columns: the columns, which must be empty.
    ///   - sortedBy: the column whose values ascend from row to row; nil where none is known to.
    ///   - metadata: facts about the file for programs that read it.
    ///   - createdBy: the program and its version, such as `OpenHealthKit version 0.11.0`.
    ///   - rowsOfGroup: the maximum number of rows of a row group.
    ///   - textBytesOfGroup: the approximate number of bytes of texts that end a row group early.
    /// - Throws: The error of the sink.
    package init(
        _ sink: any ByteSink, columns: [ParquetColumn], sortedBy: ParquetColumn? = nil,
        metadata: [(key: String, value: String)] = [], createdBy: String, compression: ParquetCompression = .best,
        rowsOfGroup: Int = ParquetWriter.rowsOfGroup, textBytesOfGroup: Int = ParquetWriter.textBytesOfGroup
    ) throws {
        self.sink = sink
        self.columns = columns
        self.compression = compression
        rowLimit = max(1, rowsOfGroup)
        textLimit = textBytesOfGroup
        footer = ParquetFooter(columns: columns, sortedBy: sortedBy, metadata: metadata, createdBy: createdBy)
        try write(ParquetFooter.mark)
    }

    /// Ends a row, after a value was appended to each column.
    /// - Throws: the error of the sink.
    @inline(__always)
    package func endRow() throws {
        rowsInGroup += 1
        if rowsInGroup == rowLimit || rowsInGroup % Self.rowsBetweenChecks == 0 && hasManyTexts { try endGroup() }
    }

    /// The number of rows that can be appended before ``endRows(_:)``, at least 1.
    package var rowsUntilCheck: Int {
        min(rowLimit - rowsInGroup, Self.rowsBetweenChecks - rowsInGroup % Self.rowsBetweenChecks)
    }

    /// Ends rows, after a value for each of them was appended to each column.
    /// - Parameter count: The number of rows, at most ``rowsUntilCheck``.
    /// - Throws: the error of the sink.
    package func endRows(_ count: Int) throws {
        // checked: the code that appends the rows asks for the number
        precondition(count <= rowsUntilCheck, "row groups end at the same rows, however many are appended at a time")
        rowsInGroup += count
        if rowsInGroup == rowLimit || rowsInGroup % Self.rowsBetweenChecks == 0 && hasManyTexts { try endGroup() }
    }

    /// Writes the rest and the footer.
    /// - Throws: the error of the sink.
    package func finish() throws {
        if rowsInGroup > 0 { try endGroup() }
        try write(footer.encoded(rowCount: rowCount))
    }

    private var hasManyTexts: Bool { columns.contains { $0.textBytes > textLimit } }

    private func endGroup() throws {
        // checked: the schema and the code that fills it stand side by side
        precondition(columns.allSatisfy { $0.levels.count == rowsInGroup }, "a row has a value in each column")
        let chunks = encoded()
        footer.add(chunks, rowCount: rowsInGroup, offset: bytesWritten)
        for chunk in chunks { try write(chunk.bytes) }
        rowCount += Int64(rowsInGroup)
        rowsInGroup = 0
        group += 1
    }

    /// Encodes and compresses the columns, several at a time.
    private func encoded() -> [ParquetChunk] {
        var results = [[ParquetChunk]](repeating: [], count: columns.count)
        results.withUnsafeMutableBufferPointer { results in
            nonisolated(unsafe) let results = results
            nonisolated(unsafe) let columns = columns
            let compression = compression
            // Each column and each result is used by one thread.
            DispatchQueue.concurrentPerform(iterations: columns.count) { index in
                results[index] = columns[index].takePages().map { ParquetChunk($0, compression: compression) }
            }
        }
        return results.flatMap(\.self)
    }

    private func write(_ bytes: [UInt8]) throws {
        try bytes.withUnsafeBytes { try sink.write($0) }
        bytesWritten += Int64(bytes.count)
    }
}
