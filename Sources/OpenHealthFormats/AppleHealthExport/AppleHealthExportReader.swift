// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// A reader that returns the contents of the Health app's "Export All Health Data" as batches.
///
/// The input is the zip archive of the phone, its folder, or the bare XML document. Nothing is unpacked to disk, and memory use
/// does not depend on the size of the input. The files that the document references follow the document: routes and
/// electrocardiograms. The documents of clinical records are returned with their records.
///
/// A record that is invalid is omitted, counted, and reported with its line; everything else is returned, including unknown
/// elements. A reader reads its input once, and is used by one thread at a time.
public final class AppleHealthExportReader: SampleBatchSource {
    /// The options for input that is not as expected.
    public struct Options: Sendable, Equatable {
        /// Whether to fail at the first invalid record instead of omitting it.
        public var strict: Bool
        /// Whether to read a truncated document as far as possible instead of failing.
        public var partial: Bool

        /// Creates options.
        public init(strict: Bool = false, partial: Bool = false) {
            self.strict = strict
            self.partial = partial
        }
    }

    private enum Phase {
        case document
        case routes(ArraySlice<String>)
        case electrocardiograms(ArraySlice<String>)
        case done
    }

    private let layout: ExportLayout
    private let options: Options
    private var parser: ExportDocumentParser
    private let progress: InflateByteSource?
    private var phase = Phase.document
    private var readFiles: Set<String> = []
    /// Items whose documents did not fit into the previous batch.
    private var waiting: SampleBatch?
    private var bytesReadAgain = 0

    /// Opens an export.
    /// - Parameters:
    ///   - url: The zip archive, the folder or the XML document.
    ///   - options: The options for input that is not as expected.
    /// - Throws: A ``FormatError`` if there is no export, or the export must not be read.
    public convenience init(url: URL, options: Options = Options()) throws {
        try self.init(layout: ExportLayout(url: url, partial: options.partial), options: options)
    }

    /// Opens a document in memory, without any other files.
    /// - Parameters:
    ///   - data: The bytes of the document.
    ///   - name: The name to use in diagnostics.
    ///   - options: The options for input that is not as expected.
    public convenience init(data: [UInt8], name: String, options: Options = Options()) throws {
        try self.init(layout: ExportLayout(bytes: data, name: name), options: options)
    }

    private init(layout: ExportLayout, options: Options) throws {
        self.layout = layout
        self.options = options
        let source = try layout.files.open(layout.mainPath)
        progress = source as? InflateByteSource
        parser = ExportDocumentParser(
            source: AnyByteSource(source, file: layout.mainPath), file: layout.mainPath, options: options)
    }

    /// The path of the main document inside the archive or folder.
    public var mainFile: String { layout.mainPath }

    /// Returns the next batch of the export, or nil at its end.
    /// - Throws: A ``FormatError`` with file and line; nothing can be read after an error.
    public func nextBatch() throws -> SampleBatch? {
        do {
            return try next()
        } catch {
            phase = .done
            throw error
        }
    }

    private func next() throws -> SampleBatch? {
        switch phase {
        case .document:
            guard var batch = try waiting ?? parser.nextBatch() else {
                phase = .routes(uniqued(parser.routeFiles)[...])
                return try next()
            }
            waiting = try addClinicalDocuments(to: &batch)
            return finish(&batch)
        case .routes(let paths):
            guard !paths.isEmpty else {
                phase = .electrocardiograms(layout.electrocardiograms[...])
                return try next()
            }
            var batch = SampleBatch()
            var points = 0
            var rest = paths
            while points < 20_000, let path = rest.popFirst() {
                points += try readRoute(path, into: &batch)
            }
            phase = .routes(rest)
            return finish(&batch)
        case .electrocardiograms(let paths):
            guard let path = paths.first else {
                phase = .done
                parser.tally.skippedFiles = layout.skipped(read: readFiles)
                var last = SampleBatch()
                if layout.isCutOff {
                    parser.tally.complete = false
                    try report(
                        .warning, file: layout.mainPath, "HealthData",
                        "the archive ends before its directory; the files after that point are lost", &last)
                }
                return finish(&last)
            }
            var batch = SampleBatch()
            try readElectrocardiogram(path, into: &batch)
            phase = .electrocardiograms(paths.dropFirst())
            return finish(&batch)
        case .done:
            return nil
        }
    }

    private func finish(_ batch: inout SampleBatch) -> SampleBatch {
        parser.tally.inputBytes = layout.inputBytes
        parser.tally.inputBytesRead = progress?.compressedBytesRead ?? parser.tally.bytesRead
        batch.tally = parser.tally
        return batch
    }

    private func uniqued(_ paths: [String]) -> [String] {
        var seen: Set<String> = []
        return paths.filter { seen.insert($0).inserted }
    }

    // MARK: Files beside the document

    /// The size of the documents, in bytes, after which a batch is full.
    private static let documentBytes = 8 << 20
    /// The maximum size of a document in bytes.
    private static let largestDocument = 64 << 20

    /// Reads the documents of the clinical records in a batch.
    /// - Returns: A batch with the records that did not fit, or nil if all did.
    private func addClinicalDocuments(to batch: inout SampleBatch) throws -> SampleBatch? {
        var bytes = 0
        for index in batch.items.indices {
            guard case .clinicalRecord(var facts) = batch.items[index] else { continue }
            if bytes >= Self.documentBytes {
                var rest = SampleBatch()
                // Nested records among the items refer to strings and metadata by index.
                rest.texts = batch.texts
                rest.oldestMetadata = batch.oldestMetadata
                rest.items = Array(batch.items[index...])
                batch.items.removeSubrange(index...)
                return rest
            }
            facts.resource = try clinicalDocument(facts.resourcePath, into: &batch)
            bytes += facts.resource?.count ?? 0
            batch.items[index] = .clinicalRecord(facts)
        }
        return nil
    }

    private func clinicalDocument(_ reference: String, into batch: inout SampleBatch) throws -> Data? {
        guard let path = try path(reference, "ClinicalRecord", &batch) else { return nil }
        if !readFiles.insert(path).inserted {
            // Limits how many bytes are read again, because a small export could reference one large file a million times.
            guard bytesReadAgain < Self.largestDocument else {
                try report(
                    .warning, file: layout.mainPath, "ClinicalRecord",
                    "too many records name the file \(DiagnosticText.short(reference)); this one was kept without it",
                    &batch)
                return nil
            }
            // An archive can declare any size.
            bytesReadAgain += Int(min(layout.files.size(path), Int64(Self.largestDocument)))
        }
        do {
            var source = try layout.files.open(path)
            let document = try source.readAll(limit: Self.largestDocument, file: path)
            if !Self.mayBeJSON(document) {
                try report(
                    .warning, file: path, "ClinicalRecord",
                    "this is not a whole JSON object; it was kept as it is; export again on the phone", &batch)
            }
            return Data(document)
        } catch let error as FormatError {
            try report(.rejected, file: path, "ClinicalRecord", error.message, &batch, line: error.line ?? 0)
            return nil
        }
    }

    /// Returns whether a document begins and ends like a JSON object, unlike one that is empty, truncated or binary. Parsing all
    /// documents would take longer than the rest of an import.
    private static func mayBeJSON(_ document: [UInt8]) -> Bool {
        let isSpace: (UInt8) -> Bool = { $0 == 0x20 || (0x09...0x0d).contains($0) }
        let text = document.starts(with: [0xef, 0xbb, 0xbf]) ? document.dropFirst(3) : document[...]
        guard let first = text.first(where: { !isSpace($0) }), let last = text.last(where: { !isSpace($0) })
        else { return false }
        return first == UInt8(ascii: "{") && last == UInt8(ascii: "}")
    }

    /// Returns the path of the file that the main document references; returns nil and reports a diagnostic if it does not exist.
    private func path(_ reference: String, _ element: String, _ batch: inout SampleBatch) throws -> String? {
        let name = DiagnosticText.short(reference)
        switch layout.file(named: reference) {
        case .file(let path): return path
        case .similar(let path):
            try report(
                .warning, file: layout.mainPath, element,
                "the file \(name) that it names has another case or kind of space in its name; it is read", &batch)
            return path
        case .missing where reference.isEmpty:
            try report(.warning, file: layout.mainPath, element, "it names no file", &batch)
        case .missing:
            try report(
                .warning, file: layout.mainPath, element, "the file \(name) that it names is not in the export", &batch)
        case .unsafe:
            try report(
                .rejected, file: layout.mainPath, element, "the path \(name) that it names leads out of the export",
                &batch)
        }
        return nil
    }

    private func readRoute(_ reference: String, into batch: inout SampleBatch) throws -> Int {
        guard let path = try path(reference, "WorkoutRoute", &batch) else { return 0 }
        readFiles.insert(path)
        do {
            var source = AnyByteSource(try layout.files.open(path), file: path)
            let (points, diagnostics) = try GPXReader.points(from: &source, file: path)
            for diagnostic in diagnostics {
                try report(
                    diagnostic.severity, file: path, diagnostic.element, diagnostic.reason, &batch,
                    line: diagnostic.line)
            }
            batch.items.append(.routeFile(RouteFileData(path: reference, points: points)))
            return points.count
        } catch let error as FormatError where error.code != .rejected {
            try report(.rejected, file: path, "WorkoutRoute", error.message, &batch, line: error.line ?? 0)
            return 0
        }
    }

    private func readElectrocardiogram(_ path: String, into batch: inout SampleBatch) throws {
        readFiles.insert(path)
        do {
            var source = try layout.files.open(path)
            let bytes = try source.readAll(limit: 64 << 20, file: path)
            var facts = try ElectrocardiogramCSVReader.read(Data(bytes), file: path)
            facts.path = String(path.dropFirst(layout.base.count))
            batch.items.append(.electrocardiogram(facts))
        } catch let error as FormatError where error.code != .rejected {
            try report(.rejected, file: path, "Electrocardiogram", error.message, &batch, line: error.line ?? 0)
        }
    }

    private func report(
        _ severity: ImportDiagnostic.Severity, file: String, _ element: String, _ reason: String,
        _ batch: inout SampleBatch, line: Int = 0
    ) throws {
        let diagnostic = ImportDiagnostic(
            severity: severity, file: file, line: line, element: element, reason: reason)
        if options.strict, severity == .rejected { throw FormatError.rejected(diagnostic) }
        parser.tally.diagnosticCount += 1
        if parser.tally.diagnosticCount <= ReaderTally.diagnosticLimit { batch.diagnostics.append(diagnostic) }
    }
}
