// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthCommandLine
import OpenHealthFormats

/// A file of `health ingest`: one on disk, or a member of a zip archive.
struct IngestFile {
    /// The path of the file, or of the archive and the member.
    var path: String
    /// The name in pointers.
    var name: String
    private var url: URL
    private var member: (archive: ZipArchive, entry: ZipEntry)?

    /// The maximum size of an unpacked member.
    private static let limit = 1 << 30

    init(_ url: URL) {
        self.url = url
        path = url.path
        name = url.lastPathComponent
    }

    init(_ entry: ZipEntry, of archive: ZipArchive, at url: URL) {
        self.url = url
        path = url.path + "/" + entry.path
        name = url.lastPathComponent + "/" + entry.path
        member = (archive, entry)
    }

    /// Returns the content, unpacked if it is packed with gzip.
    func bytes() throws -> [UInt8] {
        let packed: [UInt8]
        if let member {
            var source = try member.archive.open(member.entry)
            packed = try source.readAll(limit: Self.limit, file: path)
        } else {
            guard let data = try? Data(contentsOf: url, options: .mappedIfSafe) else {
                throw ToolError(.badFile, "the file cannot be read", remedy: "check its permissions")
            }
            packed = Array(data)
        }
        return try packed.withUnsafeBytes { bytes in
            guard let size = Gzip.statedSize(bytes) else { return packed }
            guard let unpacked = Gzip.unpacked(bytes, size: size) else {
                throw ToolError(.badFile, "the gzip is damaged", remedy: "copy the file again")
            }
            return unpacked
        }
    }
}

/// The files of `health ingest`.
enum IngestFiles {
    /// Returns a file, the members of a zip archive, or the files of a folder in order of their names.
    static func files(_ path: String) throws -> [IngestFile] {
        let url = URL(fileURLWithPath: path)
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) else {
            throw ToolError(.badFile, "there is no file \(path.printable)", remedy: "check the path")
        }
        guard isFolder.boolValue else { return try isArchive(url) ? members(url) : [IngestFile(url)] }
        let found = FileManager.default.enumerator(at: url, includingPropertiesForKeys: nil)?.compactMap { $0 as? URL }
        let sorted = (found ?? []).sorted { $0.path < $1.path }
        let files = try sorted.flatMap { file in
            isJSON(file.path) ? [IngestFile(file)] : file.path.hasSuffix(".zip") ? try members(file) : []
        }
        guard !files.isEmpty else {
            throw ToolError(
                .badFile, "the folder \(path.printable) has no files whose names end in .json, .ndjson or .jsonl",
                remedy: "choose JSON as the format in the app")
        }
        return files
    }

    /// The ends of names of files with a document, or with one on each line.
    private static let suffixes = [".json", ".ndjson", ".jsonl"].flatMap { [$0, $0 + ".gz"] }

    private static func isJSON(_ path: String) -> Bool {
        let name = path.lowercased()
        return suffixes.contains { name.hasSuffix($0) }
    }

    /// Returns whether a file begins like a zip archive.
    private static func isArchive(_ url: URL) -> Bool {
        guard let file = FileHandle(forReadingAtPath: url.path) else { return false }
        defer { try? file.close() }
        return (try? file.read(upToCount: 4)) == Data("PK\u{3}\u{4}".utf8)
    }

    private static func members(_ url: URL) throws -> [IngestFile] {
        let archive: ZipArchive
        do {
            archive = try ZipArchive(url: url)
        } catch {
            throw ToolError(.badFile, "\(url.path.printable): \(error.message)", remedy: error.remedy)
        }
        let members = archive.entries.filter { isJSON($0.path) && !$0.path.hasPrefix("__MACOSX/") }
        guard !members.isEmpty else {
            throw ToolError(
                .badFile, "the archive \(url.path.printable) has no files whose names end in .json, .ndjson or .jsonl",
                remedy: "choose JSON as the format in the app")
        }
        return members.sorted { $0.path < $1.path }.map { IngestFile($0, of: archive, at: url) }
    }
}
