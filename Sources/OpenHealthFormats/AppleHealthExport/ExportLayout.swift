// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The layout of an export: the main document, which is found by its contents, and the other files.
struct ExportLayout {
    let files: any ExportFiles
    /// The path of the main document.
    let mainPath: String
    /// The folder of the main document with a trailing slash, or an empty string.
    let base: String
    /// The size of the input on disk.
    let inputBytes: Int64
    /// The other exports; the main document is the largest.
    private let otherExports: Set<String>
    private let known: Set<String>
    /// The paths by their folded form, where it is that of one path only.
    private let similar: [String: String]

    /// Whether the input is an archive that ends before its directory.
    var isCutOff: Bool { (files as? ZipExportFiles)?.isCutOff ?? false }

    /// Inspects a zip archive, a folder or a bare document.
    /// - Parameter partial: Whether to read a truncated archive as far as possible.
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

    /// Inspects a document in memory.
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
        similar = Dictionary(files.paths.map { (Self.folded($0), [$0]) }, uniquingKeysWith: +).compactMapValues {
            $0.count == 1 ? $0.first : nil
        }
    }

    /// Returns the documents that begin like an export, the largest first.
    ///
    /// Names are localized or changed (`Exportieren.xml`, `导出.xml`), so if no XML file is an export, all other files are
    /// inspected. A file that cannot be read is ignored unless there is no export.
    private static func findExports(_ files: any ExportFiles, name: String) throws -> [String] {
        let candidates = files.paths.filter { !isSystemFile($0) }
        let documents = candidates.filter { $0.lowercased().hasSuffix(".xml") }
        let beside = [".gpx", ".csv", ".json", ".xml", ".fit", ".tcx", ".gz", ".zip"]
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
            ? "it contains no XML file" : "none of its \(documents.count) XML files contains HealthData"
        if let archive = candidates.first(where: { $0.lowercased().hasSuffix(".zip") }) {
            detail += ", but contains the archive \(DiagnosticText.short(archive)), which may be one"
        }
        throw FormatError.notAnExport(file: name, detail: detail)
    }

    /// Returns whether a file begins like the main document of an export.
    static func isExport(_ files: any ExportFiles, _ path: String) throws -> Bool {
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
            // The reader reports the problems of an export, which may be readable in part.
            failure = error
        }
        // The unpacked contents of a nested archive look like a document, but are neither checked nor complete.
        if head.starts(with: [0x50, 0x4b, 0x03, 0x04]) { return false }
        let text = String(decoding: head[..<count], as: UTF8.self)
        if text.contains("<!DOCTYPE HealthData") || text.contains("<HealthData") { return true }
        if let failure { throw failure }
        return false
    }

    /// Returns whether a file is one that macOS adds to archives and folders.
    static func isSystemFile(_ path: String) -> Bool {
        let name = path.split(separator: "/").last ?? ""
        return path.hasPrefix("__MACOSX/") || path.contains("/__MACOSX/") || name.hasPrefix("._") || name == ".DS_Store"
    }

    /// The result of resolving a path in the main document.
    enum Reference {
        /// The path of a file.
        case file(String)
        /// The path of a file whose name differs by case or by the kind of a space.
        case similar(String)
        /// The file does not exist in the export.
        case missing
        /// The path leads out of the export.
        case unsafe
    }

    /// Returns the file that the main document references. Paths begin with a slash, which denotes the export's folder.
    func file(named reference: String) -> Reference {
        let relative = reference.hasPrefix("/") ? reference.dropFirst() : reference[...]
        let parts = relative.split(separator: "/", omittingEmptySubsequences: false)
        if parts.contains("..") { return .unsafe }
        let path = base + relative
        if known.contains(path) { return .file(path) }
        return similar[Self.folded(path)].map(Reference.similar) ?? .missing
    }

    /// Returns a path without differences of case, of kinds of spaces and of the composition of letters, which programs that copy and pack
    /// files change.
    private static func folded(_ path: String) -> String {
        let spaces = path.map { $0.isWhitespace ? " " : String($0) }.joined()
        return spaces.precomposedStringWithCanonicalMapping.lowercased()
    }

    /// The electrocardiograms, sorted by name.
    var electrocardiograms: [String] {
        files.paths.filter { $0.hasPrefix(base + "electrocardiograms/") && $0.lowercased().hasSuffix(".csv") }
            .filter { !Self.isSystemFile($0) }.sorted()
    }

    /// The maximum number of skipped files that are listed individually.
    private static let skippedLimit = 200

    /// Returns the files that are neither read nor referenced by the document, each with the reason.
    func skipped(read: Set<String>) -> [String] {
        let paths = files.paths.filter { $0 != mainPath && !read.contains($0) && !Self.isSystemFile($0) }.sorted()
        var lines = paths.prefix(Self.skippedLimit).map { path in
            if path.hasSuffix("export_cda.xml") {
                return "\(path): skipped, since a CDA document repeats the main document"
            }
            if otherExports.contains(path) {
                return "\(path): skipped, since it is another export; import it by itself"
            }
            return "\(path): skipped, since the main document does not refer to it"
        }
        if paths.count > lines.count { lines.append("\(paths.count - lines.count) more files: skipped") }
        return lines
    }
}

/// Compressed files and archives other than zip archives, detected by their first bytes. They are not supported, but named in the
/// error.
enum OtherContainer: String, CaseIterable {
    case gzip, bzip2, xz, zstd
    case sevenZip = "7-Zip"
    case rar = "RAR"
    case tar

    /// The offset of the signature of a tar archive.
    private static let tarOffset = 257

    /// The signature that files of the format have at ``offset``.
    private var mark: [UInt8] {
        switch self {
        case .gzip: [0x1f, 0x8b]
        case .bzip2: Array("BZh".utf8)
        case .xz: [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00]
        case .zstd: [0x28, 0xb5, 0x2f, 0xfd]
        case .sevenZip: [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c]
        case .rar: Array("Rar!".utf8)
        case .tar: Array("ustar".utf8)
        }
    }

    private var offset: Int { self == .tar ? Self.tarOffset : 0 }

    /// Detects the format of a file by its first bytes; returns nil for other files.
    init?(_ start: ArraySlice<UInt8>) {
        guard let found = Self.allCases.first(where: { start.dropFirst($0.offset).starts(with: $0.mark) }) else {
            return nil
        }
        self = found
    }

    /// Returns the error for a file of the format, with a command that unpacks it.
    func error(file: String) -> FormatError {
        let name = file.lowercased()
        let isTar =
            self == .tar || name.contains(".tar.") || [".tgz", ".tbz", ".tbz2", ".txz"].contains { name.hasSuffix($0) }
        let command =
            switch self {
            case _ where isTar: "tar -xf"
            case .gzip: "gunzip -k"
            case .bzip2: "bunzip2 -k"
            case .xz: "unxz -k"
            case .zstd: "unzstd"
            case .sevenZip: "7z x"
            case .rar: "unrar x"
            case .tar: "tar -xf"
            }
        return FormatError(
            .unsupportedCompression, file: file,
            message: "this is a \(rawValue) file, and only zip archives are read without unpacking",
            remedy: "unpack it with `\(command)`, then import the result")
    }
}
