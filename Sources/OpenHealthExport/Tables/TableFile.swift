// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthFormats
import OpenHealthModel
import OpenHealthStore

/// A file of tables with the same columns.
struct TableFile {
    let tables: [ExportTable]
    let encoder: TableEncoder

    private static let bufferSize = 1 << 18

    /// Writes the file, unless the tables have no rows.
    /// - Parameter writesEmpty: Whether an empty file is written instead.
    /// - Returns: Whether there is a file.
    func write(to path: String, _ context: ExportContext, writesEmpty: Bool = false) throws -> Bool {
        guard let columns = tables.first?.columns else { return false }
        var first = FirstRows(columns, encoder)
        var kept = KeptRows()
        var number: Int64 = 0
        let counting = context.counting
        for table in tables { try table.decide(counting, encoder, &first, &kept, &number) }
        guard first.count > 0 || writesEmpty else { return false }
        let moved = first.moved
        let isRead = kept.isWhole && tables.count == 1
        if isRead { context.receipt.add(counting.receipt) }
        try context.output.file(path) { sink in
            var sink = sink
            var bytes = TableBytes()
            func flush() throws {
                try bytes.withBytes { try sink.write(UnsafeRawBufferPointer($0)) }
                bytes.removeAll()
            }
            if first.count > 0 { encoder.appendHeader(columns, to: &bytes) }
            for row in moved { bytes.append(row.bytes) }
            var rest = moved[...]
            var next = rest.popFirst()?.key
            if isRead { kept.append(to: &bytes, without: moved.map(\.key)) }
            var number: Int64 = 0
            for table in tables where !isRead {
                try table.append(context, encoder, &bytes, &number) { bytes, start, key in
                    if key == next {
                        bytes.removeLast(from: start)
                        next = rest.popFirst()?.key
                    }
                    if bytes.count > Self.bufferSize {
                        try bytes.withBytes { try sink.write(UnsafeRawBufferPointer($0)) }
                        bytes.removeAll()
                    }
                }
            }
            try flush()
        }
        return true
    }
}

/// The rows of a small table, which are kept so that they are not read twice.
private struct KeptRows: ~Copyable {
    /// Whether all rows are kept.
    private(set) var isWhole = false
    private var isWithinLimit = true
    private var bytes = TableBytes(small: ())
    /// The ends of the rows.
    private var ends: [Int] = []

    /// The maximum size of the rows in bytes.
    private static let maximumSize = 1 << 22

    /// Keeps a row unless the rows exceed the maximum size.
    mutating func keep(_ cells: [TableCell], _ columns: [TableColumn], _ encoder: TableEncoder) {
        guard isWithinLimit else { return }
        encoder.append(cells, columns, to: &bytes)
        ends.append(bytes.count)
        isWithinLimit = bytes.count <= Self.maximumSize
    }

    /// Notes that there are no further rows.
    mutating func end() {
        isWhole = isWithinLimit
    }

    /// Appends the rows but those with some keys, in ascending order; the keys are the places of rows.
    func append(to other: inout TableBytes, without keys: [Int64]) {
        bytes.withBytes { all in
            var (begin, rest) = (0, keys[...])
            for (row, end) in ends.enumerated() {
                if rest.first == Int64(row) {
                    rest.removeFirst()
                } else {
                    other.append(UnsafeBufferPointer(rebasing: all[begin..<end]))
                }
                begin = end
            }
        }
    }
}

extension ExportContext {
    /// The same content with a receipt of its own.
    var counting: ExportContext { ExportContext(contents, output: output, date: date, meter: meter) }
}

/// A table of an export: rows with the same columns.
struct ExportTable: Sendable {
    /// The path of its file without a suffix, such as `samples/stepCount`.
    let path: String
    /// The table that it is part of in a database, such as `samples`.
    let group: String
    /// The columns.
    let columns: [TableColumn]
    /// The approximate number of rows.
    let size: Int
    private let content: Content

    /// The rows, or the samples of a type.
    private enum Content {
        case rows(@Sendable (ExportContext, ([TableCell]) throws -> Void) throws -> Void)
        case samples(SampleTable)
    }

    /// - Parameters:
    ///   - group: The table of a database; nil for the folder of the file, or its name if it is in none.
    ///   - rows: Calls a function with each row.
    init(
        _ path: String, group: String? = nil, _ columns: [TableColumn], size: Int = .max,
        rows: @escaping @Sendable (ExportContext, ([TableCell]) throws -> Void) throws -> Void
    ) {
        self.path = path
        self.group = group ?? String(path.prefix { $0 != "/" })
        self.columns = columns
        self.size = size
        content = .rows(rows)
    }

    init(samples: SampleTable) {
        path = samples.path
        group = "samples"
        columns = SampleTable.columns
        size = samples.type.count
        content = .samples(samples)
    }

    /// Whether it has the samples of a type.
    var hasSamples: Bool { if case .samples = content { true } else { false } }

    /// Notes the rows that decide the types of columns.
    /// - Parameter number: The key of the next row that is no sample.
    fileprivate func decide(
        _ context: ExportContext, _ encoder: TableEncoder, _ first: inout FirstRows, _ kept: inout KeptRows,
        _ number: inout Int64
    ) throws {
        struct Decided: Error {}
        switch content {
        case .samples(let table): try table.decide(context, encoder, &first)
        case .rows(let rows):
            do {
                try rows(context) { cells in
                    first.note(cells, key: number, encoder)
                    kept.keep(cells, columns, encoder)
                    number += 1
                    if first.isComplete { throw Decided() }
                }
                kept.end()
            } catch is Decided {}
        }
    }

    /// Appends the rows.
    /// - Parameters:
    ///   - number: The key of the next row that is no sample.
    ///   - added: Called after each row, with the place at which it begins, and its key.
    func append(
        _ context: ExportContext, _ encoder: TableEncoder, _ bytes: inout TableBytes, _ number: inout Int64,
        _ added: (inout TableBytes, Int, Int64) throws -> Void
    ) throws {
        switch content {
        case .samples(let table): try table.append(context, encoder, &bytes, added)
        case .rows(let rows):
            try rows(context) { cells in
                let start = bytes.count
                encoder.append(cells, columns, to: &bytes)
                try added(&bytes, start, number)
                number += 1
            }
        }
    }

    /// Counts the rows as left out.
    func omit(_ context: ExportContext) throws {
        guard case .rows(let rows) = content else { return }
        let silent = context.silent
        try rows(silent) { _ in }
        for (kind, count) in silent.receipt.written { context.receipt.omit(kind, times: count) }
    }
}
