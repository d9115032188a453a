// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Where everything is in an export: the main document, found by its content, and the files beside it.
struct ExportLayout {
    let files: any ExportFiles
    /// The path of the main document.
    let mainPath: String
    /// The folder of the main document, with its slash, or nothing.
    let base: String
    /// The size of the input on disk.
    let inputBytes: Int64
    /// Other exports beside the main document, which was the largest.
    private let otherExports: Set<String>
    private let known: Set<String>

    /// Whether the input is an archive that ends before its directory.
    var isCutOff: Bool { (files as? ZipExportFiles)?.isCutOff ?? false }

    /// Looks at a zip archive, a folder or a bare document.
    /// - Parameter partial: whether to take what there is of an archive that was cut off.
    init(url: URL, partial: Bool = false) throws {
        var isDirectory: ObjCBool = false
        guard FileManager.default.fileExists(atPath: url.path, isDirectory: &isDirectory) else {
            throw FormatError(
                .notReadable, file: url.path, message: "there is no such file or folder",
                remedy: "check the path")
        }
        if isDirectory.boolValue {
            try self.init(files: FolderExportFiles(url: url), name: url.path, inputBytes: 0)
            return
        }
        var start = try FileByteSource(url: url)
        let size = start.size
        var magic = [UInt8](repeating: 0, count: 512)
        let count = try magic.withUnsafeMutableBytes { try start.read(into: $0) }
        if count == 0 {
            throw FormatError(
                .emptyFile, file: url.path, message: "the file is empty", remedy: "export again on the phone")
        }
        if let container = OtherContainer(magic.prefix(count)) { throw container.error(file: url.path) }
        if count >= 2, magic[0] == 0x50, magic[1] == 0x4b {
            try self.init(files: ZipExportFiles(url: url, partial: partial), name: url.path, inputBytes: size)
        } else {
            let document = url.resolvingSymlinksInPath()
            let name = document.lastPathComponent
            let files = try FolderExportFiles(
                url: document.deletingLastPathComponent(), document: name,
                beside: ["workout-routes", "electrocardiograms", "clinical-records"])
            try self.init(files: files, name: url.path, inputBytes: size, main: name)
        }
    }

    /// Looks at a document in memory.
    init(bytes: [UInt8], name: String) throws {
        try self.init(
            files: MemoryExportFiles(name: name, bytes: bytes), name: name, inputBytes: Int64(bytes.count), main: name)
    }

    private init(files: any ExportFiles, name: String, inputBytes: Int64, main: String? = nil) throws {
        self.files = files
        var exports = try main.map { [$0] } ?? Self.findExports(files, name: name)
        let main = exports.removeFirst()
        mainPath = main
        otherExports = Set(exports)
        base = main.lastIndex(of: "/").map { String(main[...$0]) } ?? ""
        self.inputBytes = inputBytes > 0 ? inputBytes : files.size(main)
        known = Set(files.paths)
    }

    /// The documents among the files that begin as an export does, the largest first.
    ///
    /// Names do not help (`Exportieren.xml`, `导出.xml`, anything after renaming), so where no XML file is one, all others
    /// are looked into. A file that cannot be read is no export unless there is no other.
    private static func findExports(_ files: any ExportFiles, name: String) throws -> [String] {
        let candidates = files.paths.filter { !isSystemFile($0) }
        let documents = candidates.filter { $0.lowercased().hasSuffix(".xml") }
        let beside = [".gpx", ".csv", ".json", ".xml"]
        var failure: (any Error)?
        for group in [documents, candidates.filter { path in !beside.contains { path.lowercased().hasSuffix($0) } }] {
            var exports: [(path: String, size: Int64)] = []
            for path in group {
                do {
                    if try isExport(files, path) { exports.append((path, files.size(path))) }
                } catch {
                    failure = failure ?? error
                }
            }
            if !exports.isEmpty {
                return exports.sorted { ($1.size, $0.path) < ($0.size, $1.path) }.map(\.path)
            }
        }
        if let failure { throw failure }
        var detail =
            documents.isEmpty
            ? "there is no XML file in it" : "none of its \(documents.count) XML files holds HealthData"
        if let archive = candidates.first(where: { $0.lowercased().hasSuffix(".zip") }) {
            detail += ", but an archive, \(DiagnosticText.short(archive)), that may be one"
        }
        throw FormatError.notAnExport(file: name, detail: detail)
    }

    private static func isExport(_ files: any ExportFiles, _ path: String) throws -> Bool {
        var source = AnyByteSource(try files.open(path), file: path)
        var head = [UInt8](repeating: 0, count: 65_536)
        var count = 0
        var failure: (any Error)?
        do {
            while count < head.count {
                let read = try head.withUnsafeMutableBytes {
                    try source.read(into: UnsafeMutableRawBufferPointer(rebasing: $0[count...]))
                }
                if read == 0 { break }
                count += read
            }
        } catch {
            // The reader reports problems of an export, some of which can be read in part.
            failure = error
        }
        // What an archive inside holds unpacked looks like a document, but is neither checked nor complete.
        if head.starts(with: [0x50, 0x4b, 0x03, 0x04]) { return false }
        let text = String(decoding: head[..<count], as: UTF8.self)
        if text.contains("<!DOCTYPE HealthData") || text.contains("<HealthData") { return true }
        if let failure { throw failure }
        return false
    }

    /// Files that a Mac leaves in archives and folders.
    private static func isSystemFile(_ path: String) -> Bool {
        let name = path.split(separator: "/").last ?? ""
        return path.hasPrefix("__MACOSX/") || path.contains("/__MACOSX/") || name.hasPrefix("._") || name == ".DS_Store"
    }

    /// The outcome for a path in the main document.
    enum Reference {
        /// It names this file.
        case file(String)
        /// It names no file of the export.
        case missing
        /// It leads out of the export.
        case unsafe
    }

    /// The file that the main document names. Paths begin with a slash that stands for the export's folder.
    func file(named reference: String) -> Reference {
        let relative = reference.hasPrefix("/") ? reference.dropFirst() : reference[...]
        let parts = relative.split(separator: "/", omittingEmptySubsequences: false)
        if parts.contains("..") { return .unsafe }
        let path = base + relative
        return known.contains(path) ? .file(path) : .missing
    }

    /// The electrocardiograms, in order of their names.
    var electrocardiograms: [String] {
        files.paths.filter { $0.hasPrefix(base + "electrocardiograms/") && $0.lowercased().hasSuffix(".csv") }
            .filter { !Self.isSystemFile($0) }.sorted()
    }

    /// The most skipped files that are named one by one.
    private static let skippedLimit = 200

    /// Files that are neither read as part of the document nor named by it, each with the reason.
    func skipped(read: Set<String>) -> [String] {
        let paths = files.paths.filter { $0 != mainPath && !read.contains($0) && !Self.isSystemFile($0) }.sorted()
        var lines = paths.prefix(Self.skippedLimit).map { path in
            if path.hasSuffix("export_cda.xml") {
                return "\(path): skipped, since a CDA document repeats what the main document holds"
            }
            if otherExports.contains(path) {
                return "\(path): skipped, since it is another export; import it by itself"
            }
            return "\(path): skipped, since nothing in the main document names it"
        }
        if paths.count > lines.count { lines.append("\(paths.count - lines.count) more files: skipped") }
        return lines
    }
}
