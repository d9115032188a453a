// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthFormats
import OpenHealthModel
import OpenHealthStore

/// An export of a store to a file or folder.
package struct Exporter: Sendable {
    /// The format.
    package var format: any ExportFormat
    /// The selected part of the store.
    package var selection = ContentSelection()
    /// Whether to replace an earlier export of the same name.
    package var force = false
    /// The date of the export.
    package var date = Date()
    /// The maximum number of threads, for formats that use several. Their files do not depend on it.
    package var threads = min(ProcessInfo.processInfo.activeProcessorCount, Exporter.maximumThreads)

    /// Each thread needs memory for a row group and its encoded columns.
    private static let maximumThreads = 4

    package init(format: any ExportFormat) {
        self.format = format
    }

    /// Exports a store to a zip archive, if the name ends in `.zip`, to a device or pipe, or else to a folder.
    ///
    /// The file or folder has its name only once it is complete, and only its owner can read it.
    /// - Parameter progress: called now and then; an error that it throws ends the export.
    /// - Throws: an ``ExportError``, `FormatError` or `StoreError`, or the error of `progress`.
    package func run(
        _ database: HealthDatabase, to url: URL, progress: @escaping (ExportProgress) throws -> Void = { _ in }
    ) throws -> ExportReceipt {
        let output: any ExportOutput =
            ExportTarget.isFile(url)
            ? try ZipOutput(url: url, replaces: force, date: date)
            : try FolderOutput(url: url, replaces: force, format: format.name, date: date)
        var receipt = try write(database, to: output, progress: progress)
        try output.finish()
        receipt.files = output.fileCount
        receipt.bytes = output.bytesWritten
        return receipt
    }

    /// Exports a store as one stream of bytes, such as standard output. After an error, the stream is not complete.
    ///
    /// - Parameter isTerminal: Whether the stream is a terminal, which does not take archives.
    /// - Throws: An ``ExportError`` if the format has several files; otherwise as ``run(_:to:progress:)``.
    package func run(
        _ database: HealthDatabase, to sink: any ArchiveSink, isTerminal: Bool,
        progress: @escaping (ExportProgress) throws -> Void = { _ in }
    ) throws -> ExportReceipt {
        let output: any ExportOutput
        switch format.stream {
        case .archive where isTerminal:
            throw ExportError(
                .notStreamable, message: "the format \(format.name) is an archive, which is not written to a terminal",
                remedy: "send standard output to a file or program, or name the archive")
        case .archive: output = ZipOutput(sink, date: date)
        case .text: output = StreamOutput(sink)
        case .none(let files):
            throw ExportError(
                .notStreamable,
                message: "the format \(format.name) is \(files), and standard output is one stream",
                remedy: "name a folder, or an archive that ends in .zip")
        }
        var receipt = try write(database, to: output, progress: progress)
        try output.finish()
        receipt.files = output.fileCount
        receipt.bytes = output.bytesWritten
        return receipt
    }

    /// Exports a store to an archive that is read while it is written.
    ///
    /// An error ends the stream with it.
    package func run(_ database: HealthDatabase, to stream: ExportStream) {
        do {
            let output = ZipOutput(stream, date: date)
            _ = try write(database, to: output) { _ in try stream.check() }
            try output.finish()
        } catch {
            stream.fail(error)
        }
    }

    /// Writes the content of a store to the files of an export.
    package func write(
        _ database: HealthDatabase, to output: any ExportOutput, progress: @escaping (ExportProgress) throws -> Void
    ) throws -> ExportReceipt {
        let others = format.usesThreads && output.takesFilesTogether ? threads - 1 : 0
        return try StoreContents.read(database, selection, readers: others) { contents, readers in
            let context = ExportContext(contents, readers: readers, output: output, date: date, progress: progress)
            if output is StreamOutput { try format.writeStream(context) } else { try format.write(context) }
            if context.receipt.written.isEmpty { throw Self.nothing(context.receipt, format: format.name) }
            return context.receipt
        }
    }

    private static func nothing(_ receipt: ExportReceipt, format: String) -> ExportError {
        let kinds = ExportKind.allCases.filter { receipt.notHeld[$0] != nil }.map(\.title)
        return ExportError(
            .nothing,
            message: kinds.isEmpty
                ? "there is nothing to export"
                : "the format \(format) holds nothing of this: \(kinds.joined(separator: ", "))",
            remedy: kinds.isEmpty
                ? "check the types, dates and source; `health types` lists the types in the store"
                : "choose another format or other types")
    }
}

/// The formats in which a store can be exported.
package enum ExportFormats {
    /// All formats, in the order of the help.
    package static let all: [any ExportFormat] = [
        AppleExport(), TableExport.csv, TableExport.ndjson, ParquetExport(), GPXExport(), FHIRExport(),
        FITExport(), HealthConnectExport(), OMOPExport(), OpenMHealthExport(),
    ]

    /// The format that is used if none is chosen.
    package static var standard: any ExportFormat { all[0] }

    /// Returns the format for the import of Health Connect, with the records added to those of a phone.
    /// - Parameter base: an export of the phone.
    package static func healthConnect(base: URL) -> any ExportFormat { HealthConnectExport(base: base) }

    /// Returns the format with a name.
    /// - Throws: an ``ExportError`` if there is none.
    package static func named(_ name: String) throws(ExportError) -> any ExportFormat {
        if let format = all.first(where: { $0.name == name }) { return format }
        throw ExportError(
            .unknownFormat, message: "no export format is called \(name.debugDescription)",
            remedy: "choose one of \(all.map(\.name).joined(separator: ", "))")
    }

    /// A table of kinds and formats in Markdown, from the declarations of the formats.
    package static var table: String {
        var lines = [
            "| | " + all.map(\.name).joined(separator: " | ") + " |",
            "| --- |" + String(repeating: " --- |", count: all.count),
        ]
        for kind in ExportKind.allCases {
            let cells = all.map { $0.kinds[kind].rawValue }
            lines.append("| \(kind.title) | " + cells.joined(separator: " | ") + " |")
        }
        return lines.joined(separator: "\n") + "\n"
    }
}

extension ExportContext {
    /// The number of bytes that are collected before they are written.
    private static let bufferSize = 1 << 18

    /// Writes a file of JSON values, one a line.
    func lines(_ path: String, _ body: ((JSONValue) throws -> Void) throws -> Void) throws {
        try output.file(path) { sink in
            var sink = sink
            var bytes: [UInt8] = []
            func flush() throws {
                try bytes.withUnsafeBytes { try sink.write($0) }
                bytes.removeAll(keepingCapacity: true)
            }
            try body { value in
                bytes += value.bytes
                bytes.append(UInt8(ascii: "\n"))
                if bytes.count > Self.bufferSize { try flush() }
            }
            try flush()
        }
    }
}
