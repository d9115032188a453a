// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The files of an export.
protocol ExportFiles {
    /// The paths of all files, with `/` as the separator.
    var paths: [String] { get }
    /// Returns the size of a file in bytes.
    func size(_ path: String) -> Int64
    /// Opens a file.
    func open(_ path: String) throws -> any ByteSource
}

/// The files in a zip archive.
struct ZipExportFiles: ExportFiles {
    private let archive: ZipArchive
    private let entries: [String: ZipEntry]
    let paths: [String]
    /// Whether the archive ends before its directory.
    let isCutOff: Bool

    /// - Parameter partial: Whether to read a truncated archive as far as possible.
    init(url: URL, partial: Bool) throws {
        (archive, isCutOff) = try Self.archive(url, partial: partial)
        var entries: [String: ZipEntry] = [:]
        var paths: [String] = []
        // Of several members with the same name, the first is used.
        for entry in archive.entries where !entry.isDirectory && entries[entry.path] == nil {
            entries[entry.path] = entry
            paths.append(entry.path)
        }
        self.entries = entries
        self.paths = paths
    }

    private static func archive(_ url: URL, partial: Bool) throws -> (ZipArchive, isCutOff: Bool) {
        do {
            return (try ZipArchive(url: url), false)
        } catch {
            guard partial, error.code == .truncated else { throw error }
        }
        return (try ZipArchive(salvaging: url), true)
    }

    func size(_ path: String) -> Int64 {
        guard let entry = entries[path] else { return 0 }
        return entry.isSalvaged ? entry.compressedSize : entry.uncompressedSize
    }

    func open(_ path: String) throws -> any ByteSource {
        guard let entry = entries[path] else { throw FormatError.missing(path) }
        return try archive.open(entry)
    }
}

/// The files in a folder. Symbolic links are not followed, and folders within many others are left out.
struct FolderExportFiles: ExportFiles {
    /// The maximum number of folders above a file, including the one that is read. Paths below it take longer the deeper they are.
    static let maximumLevels = 64

    private let root: URL
    let paths: [String]
    /// The sizes of the files in bytes, by their paths.
    private let sizes: [String: Int64]

    /// - Parameters:
    ///   - document: The file to read, if known; nil to search the folder.
    ///   - beside: The folders to search in addition to a known document.
    init(url: URL, document: String? = nil, beside: Set<String> = []) throws {
        root = url.resolvingSymlinksInPath()
        guard
            let all = FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil)
        else {
            throw FormatError(
                .notReadable, file: url.path, message: "the folder cannot be read",
                remedy: "check that it exists and that you may read it")
        }
        var sizes: [String: Int64] = [:]
        let prefix = root.path.hasSuffix("/") ? root.path : root.path + "/"
        for case let file as URL in all {
            if all.level >= Self.maximumLevels { all.skipDescendants() }
            guard file.path.hasPrefix(prefix) else { continue }
            let path = String(file.path.dropFirst(prefix.count))
            if document != nil, let first = path.split(separator: "/").first, !beside.contains(String(first)) {
                // The export may be in a folder of downloads with many unrelated files.
                all.skipDescendants()
                continue
            }
            if let size = Self.size(ofFile: file.path) { sizes[path] = size }
        }
        if let document { sizes[document] = Self.size(ofFile: prefix + document) ?? 0 }
        paths = sizes.keys.sorted()
        self.sizes = sizes
    }

    /// Returns the size of a regular file in bytes; nil for links, folders and others.
    ///
    /// Foundation reads the list of the machine's users for each file, to name its owner.
    private static func size(ofFile path: String) -> Int64? {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return Int64(status.st_size)
    }

    func size(_ path: String) -> Int64 { sizes[path] ?? 0 }

    func open(_ path: String) throws -> any ByteSource {
        guard sizes[path] != nil else { throw FormatError.missing(path) }
        return try FileByteSource(url: root.appendingPathComponent(path))
    }
}

/// A document in memory.
struct MemoryExportFiles: ExportFiles {
    let name: String
    let bytes: [UInt8]

    var paths: [String] { [name] }

    func size(_ path: String) -> Int64 { Int64(bytes.count) }

    func open(_ path: String) throws -> any ByteSource { MemoryByteSource(bytes) }
}

extension FormatError {
    fileprivate static func missing(_ path: String) -> FormatError {
        FormatError(
            .notReadable, file: path, message: "there is no such file in the export",
            remedy: "export again on the phone")
    }
}

/// A source of UTF-8 whose concrete type is determined when the input is opened.
struct AnyByteSource: ByteSource {
    private var base: any ByteSource

    /// Creates a source of UTF-8 from a source with any supported encoding.
    init(_ source: any ByteSource, file: String) {
        base = Self.transcoded(source, file)
    }

    private static func transcoded(_ source: some ByteSource, _ file: String) -> any ByteSource {
        TranscodingByteSource(source, file: file)
    }

    mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        try base.read(into: buffer)
    }
}
