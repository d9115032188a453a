// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// Files of activities: one, or those of a folder or archive, whatever their names.
enum ActivityFiles: ImportFormat {
    /// The name of folders and archives with files of several formats.
    static let name = "activity-files"

    static func open(_ input: ImportInput) throws -> (any ImportReader)? {
        let start = try head(of: input.url)
        if let start, !FileContent.isArchive(start) {
            if FileContent.format(of: start) == nil {
                if ActivityFormats.isNamed(input.url.path) { throw unknown(input.url.path, isEmpty: start.isEmpty) }
                return nil
            }
            return reader(try FileQueue(file: input.url), input)
        }
        let files = try FileQueue(input.url, isPartial: input.options.partial)
        return try containsFiles(files) ? reader(files, input) : nil
    }

    private static func reader(_ files: FileQueue, _ input: ImportInput) -> ActivityFilesReader {
        ActivityFilesReader(files, isStrict: input.options.strict, call: input.call)
    }

    /// Returns whether a file, which is no archive, is of one of the formats or named like it.
    static func isFile(_ url: URL) throws -> Bool {
        guard let start = try head(of: url), !FileContent.isArchive(start) else { return false }
        return ActivityFormats.isNamed(url.path) || FileContent.format(of: start) != nil
    }

    /// Returns whether an input is a file, and neither a folder nor an archive.
    static func isPlainFile(_ url: URL) throws -> Bool {
        try head(of: url).map { !FileContent.isArchive($0) } ?? false
    }

    /// Returns the first bytes of a file; nil for a folder.
    private static func head(of url: URL) throws -> [UInt8]? {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder), !isFolder.boolValue else {
            return nil
        }
        var source: any ByteSource = try FileByteSource(url: url)
        return try FileContent.head(&source)
    }

    /// Returns whether a folder or archive contains a file of one of the formats.
    /// - Throws: A ``FormatError`` if files have their names, but other contents, or if the archives in the input exceed the limits.
    private static func containsFiles(_ files: FileQueue) throws -> Bool {
        var named = 0
        var archives: [FileQueue.File] = []
        // Files with telling names are tried first, and archives in the input last.
        for isNamed in [true, false] {
            var rest = files
            while let file = rest.next() {
                guard ActivityFormats.isNamed(file.path) == isNamed else { continue }
                if isNamed { named += 1 }
                switch try? FileContent.peek(file) {
                case .activity: return true
                case .archive: archives.append(file)
                case .other, nil: break
                }
            }
        }
        // All archives share the limits of one input. With limits of their own, the time would grow with the square of their number.
        var inner = files.withoutFiles
        var refusal: FormatError?
        func unpack(_ archive: FileQueue.File) {
            do {
                _ = try inner.unpack(archive)
            } catch let error as FormatError where error.code == .zipBomb || error.code == .tooLarge {
                refusal = refusal ?? error
            } catch {
                // A damaged archive is no reason not to look into the others.
            }
        }
        for archive in archives {
            unpack(archive)
            while let file = inner.next() {
                switch try? FileContent.peek(file) {
                case .activity: return true
                case .archive: unpack(file)
                case .other, nil: break
                }
            }
        }
        if let refusal { throw refusal }
        if named > 0 {
            throw FormatError(
                .notAnExport, file: files.url.path,
                message: "none of the \(named) files that are named like FIT, TCX or GPX files is one",
                remedy: "copy them from the device or account again")
        }
        return false
    }

    static func unknown(_ path: String, isEmpty: Bool = false) -> FormatError {
        FormatError(
            isEmpty ? .emptyFile : .notAnExport, file: path,
            message: isEmpty ? "the file is empty" : "this is no FIT, TCX or GPX file, whatever its name",
            remedy: "copy it from the device or account again")
    }
}

/// The content of a file, as far as its first bytes tell.
enum FileContent {
    case activity(any ActivityFormat.Type)
    case archive
    case other

    /// The maximum size of a file, packed or not: 512 MiB.
    static let limit = 512 << 20

    /// Returns whether bytes are the first of a zip archive.
    static func isArchive(_ head: [UInt8]) -> Bool { head.starts(with: [0x50, 0x4B, 0x03, 0x04]) }

    /// Reads the first bytes of a source.
    static func head(_ source: inout any ByteSource, size: Int = ActivityFormats.headSize) throws -> [UInt8] {
        var head = [UInt8](repeating: 0, count: size)
        var count = 0
        while count < head.count {
            let read = try head.withUnsafeMutableBytes {
                try source.read(into: UnsafeMutableRawBufferPointer(rebasing: $0[count...]))
            }
            if read == 0 { break }
            count += read
        }
        head.removeSubrange(count...)
        return head
    }

    /// Returns the format of a file that begins with bytes, packed with gzip or not; nil if it is of none.
    static func format(of head: [UInt8]) -> (any ActivityFormat.Type)? {
        let plain = Gzip.isPacked(head) ? Gzip.unpackedPart(head, limit: ActivityFormats.headSize).bytes : head
        return text(plain).withUnsafeBytes { ActivityFormats.format($0) }
    }

    /// Returns the content of a file by its first bytes.
    static func peek(_ file: FileQueue.File) throws -> FileContent {
        var source = try file.open()
        let start = try head(&source)
        if isArchive(start) { return .archive }
        return format(of: start).map(FileContent.activity) ?? .other
    }

    /// Returns a document in UTF-8. Bytes that are no UTF-16 are returned as they are.
    static func text(_ bytes: [UInt8]) -> [UInt8] {
        let start = Array(bytes.prefix(2))
        guard [[0xFF, 0xFE], [0xFE, 0xFF], [0x3C, 0], [0, 0x3C]].contains(start) else { return bytes }
        var source = TranscodingByteSource(MemoryByteSource(bytes), file: "")
        return (try? source.readAll(limit: 2 * limit, file: "")) ?? bytes
    }
}
