// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// The files of a folder or archive, and of the archives in it, in order of their paths.
struct FileQueue {
    /// A file.
    struct File {
        /// The path in the input; that of a file in an archive begins with the path of the archive.
        let path: String
        /// The size in bytes.
        let size: Int64
        fileprivate let name: String
        fileprivate let files: any ExportFiles
        fileprivate let depth: Int
        /// The folder that the file is in if it is on disk.
        fileprivate let folder: URL?
        /// The location of the file if it is on disk.
        fileprivate var url: URL? { folder?.appendingPathComponent(name) }

        /// The path of the archive that the file is in; empty if it is in the input itself.
        var archive: String { String(path.dropLast(name.count + 1)) }
        /// The path in the innermost archive.
        var pathInArchive: String { name }

        /// Opens the file.
        func open() throws -> any ByteSource { try files.open(name) }
    }

    /// The result of opening an archive in the input.
    enum Unpacked {
        /// Its files are next. Those after the point at which an archive is cut off are missing.
        case opened(isCutOff: Bool)
        /// It is an export by itself.
        case export
    }

    /// The input.
    let url: URL
    /// The size of the files in bytes.
    private(set) var size: Int64 = 0
    /// Whether the input is an archive that ends before its directory.
    private(set) var isCutOff = false
    /// Whether the input is a file, and neither a folder nor an archive.
    private(set) var isFile = false
    /// The files in reverse order.
    private var rest: [File] = []
    /// The number of archives in archives that have been opened.
    private var archives = 0
    /// The size that the files of archives in archives can still have, in bytes.
    private var left: Int64

    /// The number of archives around a file.
    private static let maximumDepth = 4
    /// The number of archives in archives that are opened. An account of twenty years has a few hundred. Those in a folder have no limit:
    /// persons who download each activity have thousands.
    private static let maximumArchives = 2000
    /// The maximum size of an archive in an archive.
    private static let largestArchive: Int64 = 16 << 30
    /// The size up to which a document is read into memory, and the maximum size.
    private static let (smallDocument, largestDocument): (Int64, Int64) = (4 << 20, 2 << 30)
    /// The maximum size of a document in memory. A truncated archive states only the packed size.
    private static let documentLimit = 128 << 20
    /// The size from which inputs are equal for the size of the files of archives in archives.
    private static let largestInput: Int64 = 1 << 40
    /// The number of bytes that count for a file of an archive in an archive in addition to its content.
    private static let fileCost: Int64 = 4096

    /// Opens a folder or archive.
    /// - Parameters:
    ///   - isPartial: Whether to read a truncated archive as far as possible.
    ///   - harmlessSize: The size that the files of archives in archives can have, whatever the size of the input.
    init(_ url: URL, isPartial: Bool, harmlessSize: Int64 = InflateByteSource.harmlessSize) throws {
        self.url = url
        left = harmlessSize
        var isFolder: ObjCBool = false
        if FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder), isFolder.boolValue {
            add(try FolderExportFiles(url: url), below: "", depth: 0, folder: url)
            left += InflateByteSource.ratioLimit * min(size, Self.largestInput)
        } else {
            let archive = try ZipExportFiles(url: url, partial: isPartial)
            isCutOff = archive.isCutOff
            add(archive, below: "", depth: 0)
            let packed = try FileByteSource(url: url).size
            left += InflateByteSource.ratioLimit * min(packed, Self.largestInput)
        }
    }

    /// Opens a file by itself.
    init(file url: URL) throws {
        self.url = url
        left = InflateByteSource.harmlessSize
        isFile = true
        add(SingleFile(url: url), below: "", depth: 0)
    }

    /// Opens a file in memory.
    init(_ bytes: [UInt8], name: String) {
        url = URL(fileURLWithPath: name)
        left = InflateByteSource.harmlessSize
        isFile = true
        add(MemoryExportFiles(name: name, bytes: bytes), below: "", depth: 0)
    }

    /// The queue of the input with no file left.
    var withoutFiles: FileQueue {
        var queue = self
        queue.rest = []
        return queue
    }

    /// The files that are left, in their order. Other ones of the input can replace them; the limits of the input remain.
    var remaining: [File] {
        get { rest.reversed() }
        set { rest = newValue.reversed() }
    }

    /// Returns the next file.
    mutating func next() -> File? { rest.popLast() }

    /// Opens an archive in the input, so that its files are the next ones.
    ///
    /// An archive in an archive is unpacked into a temporary file, which is removed at once and exists until it has been read.
    /// - Throws: A ``FormatError`` if it cannot be read.
    mutating func unpack(_ file: File) throws -> Unpacked {
        guard file.depth < Self.maximumDepth, file.size <= Self.largestArchive else {
            throw FormatError(
                .tooLarge, file: file.path, message: "the archive in the archive is too large or too deep",
                remedy: "unpack it, and import the folder")
        }
        if file.folder == nil { archives += 1 }
        guard archives <= Self.maximumArchives else {
            throw FormatError(
                .tooLarge, file: file.path, message: "the input has more than \(Self.maximumArchives) archives",
                remedy: "import it in parts")
        }
        // Further archives are not opened.
        guard left > 0 else { throw Self.bomb(file) }
        let archive = try file.url.map { try Self.archive($0, file) } ?? Self.unpacked(file)
        let whole = left
        for path in archive.paths {
            // An archive that is cut off states only the packed sizes.
            let size = max(0, min(archive.size(path), Self.largestInput))
            let most = archive.isCutOff ? min(size * InflateByteSource.ratioLimit, Int64(FileContent.limit)) : size
            left -= Self.fileCost + min(most, max(0, left))
        }
        guard left > 0 else { throw Self.bomb(file) }
        let documents = archive.paths.filter { $0.lowercased().hasSuffix(".xml") && !ExportLayout.isSystemFile($0) }
        if documents.contains(where: { (try? ExportLayout.isExport(archive, $0)) == true }) {
            // Its files are not read.
            left = whole
            return .export
        }
        add(archive, below: file.path + "/", depth: file.depth + 1)
        return .opened(isCutOff: archive.isCutOff)
    }

    private static func bomb(_ file: File) -> FormatError {
        FormatError(
            .zipBomb, file: file.path,
            message: "the archives in the input have more files, or larger ones, than real ones of its size",
            remedy: "unpack the archive if you trust it, and import the folder")
    }

    /// Returns the files of an archive in an archive.
    private static func unpacked(_ file: File) throws -> ZipExportFiles {
        try withCopy(of: file, limit: largestArchive, isPartial: true) { try archive($0, file) }
    }

    /// Returns the files of an archive in the input, also of one that is cut off.
    private static func archive(_ url: URL, _ file: File) throws -> ZipExportFiles {
        do {
            return try ZipExportFiles(url: url, partial: true)
        } catch let error as FormatError where error.code == .notAnExport {
            throw FormatError(
                .truncated, file: file.path, message: "the archive is cut off, and nothing in it can be read",
                remedy: "download it, or copy it from the phone or device, again")
        }
    }

    /// Calls a closure with a temporary copy of a file.
    /// - Parameter isPartial: Whether to copy a file that is cut off as far as possible.
    private static func withCopy<Result>(
        of file: File, limit: Int64, isPartial: Bool = false, _ body: (URL) throws -> Result
    ) throws -> Result {
        let copy = FileManager.default.temporaryDirectory.appendingPathComponent("import-\(UUID().uuidString).zip")
        defer { try? FileManager.default.removeItem(at: copy) }
        do {
            var source = try file.open()
            try write(&source, to: copy, limit: limit, of: file.path)
        } catch let error as FormatError where isPartial && error.code == .truncated {
            // The bytes of the piece that ends in the middle are lost.
            try? FileManager.default.removeItem(at: copy)
            var source = try file.open()
            do {
                try write(&source, to: copy, limit: limit, of: file.path, pieceSize: 1 << 9)
            } catch let error as FormatError where error.code == .truncated {}
        }
        return try body(copy)
    }

    /// Calls a closure with the bytes of a document. Those of a large one are in a temporary file, which is removed at once.
    /// - Throws: A ``FormatError`` if it cannot be read, and the errors of the closure.
    static func withDocument(
        _ file: File, _ body: (UnsafeBufferPointer<UInt8>, MappedBytes?) throws -> Void
    ) throws {
        guard file.size > smallDocument else {
            var source = try file.open()
            let bytes = try source.readAll(limit: documentLimit, file: file.path)
            return try bytes.withUnsafeBufferPointer { try body($0, nil) }
        }
        let pages = try withCopy(of: file, limit: largestDocument) { url -> MappedBytes? in
            let handle = try FileHandle(forReadingFrom: url)
            defer { try? handle.close() }
            let size = try handle.seekToEnd()
            return Int(exactly: size).flatMap { MappedBytes(handle.fileDescriptor, count: $0) }
        }
        guard let pages else {
            throw FormatError(
                .notReadable, file: file.path, message: "the document cannot be mapped", remedy: "try again")
        }
        try body(pages.bytes.bindMemory(to: UInt8.self), pages)
    }

    private mutating func add(_ files: any ExportFiles, below prefix: String, depth: Int, folder: URL? = nil) {
        let paths = files.paths.filter { !ExportLayout.isSystemFile($0) }.sorted()
        let added = paths.map { path in
            File(
                path: prefix + path, size: files.size(path), name: path, files: files, depth: depth,
                folder: folder)
        }
        // The files of an archive are part of its size.
        if depth == 0 { size += added.reduce(0) { $0 + max(0, $1.size) } }
        rest += added.reversed()
    }

    private static func write(
        _ source: inout any ByteSource, to url: URL, limit: Int64, of path: String, pieceSize: Int = 1 << 20
    ) throws {
        let descriptor = NewFile.create(url.path)
        guard descriptor >= 0 else {
            throw FormatError(
                .notWritable, file: url.path, message: "a temporary file cannot be written",
                remedy: "check the free space and the permissions of the folder")
        }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        defer { try? handle.close() }
        var piece = [UInt8](repeating: 0, count: pieceSize)
        var total: Int64 = 0
        while true {
            let count = try piece.withUnsafeMutableBytes { try source.read(into: $0) }
            if count == 0 { return }
            total += Int64(count)
            guard total <= limit else {
                throw FormatError(
                    .tooLarge, file: path, message: "the archive has more than \(limit) bytes",
                    remedy: "unpack it, and import the folder")
            }
            do {
                try handle.write(contentsOf: piece[..<count])
            } catch {
                throw FormatError(
                    .notWritable, file: url.path, message: "a temporary file cannot be written",
                    remedy: "check the free space", cause: error)
            }
        }
    }
}

/// A file by itself.
private struct SingleFile: ExportFiles {
    let url: URL

    var paths: [String] { [url.lastPathComponent] }

    func size(_ path: String) -> Int64 { (try? FileByteSource(url: url).size) ?? 0 }

    func open(_ path: String) throws -> any ByteSource { try FileByteSource(url: url) }
}
