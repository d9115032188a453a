// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import OpenHealthFormats
import OpenHealthModel
import Synchronization

/// The files of an export.
package protocol ExportOutput: AnyObject {
    /// The number of bytes written so far.
    var bytesWritten: Int64 { get }
    /// The number of files written so far.
    var fileCount: Int { get }
    /// Whether several threads can write files at the same time.
    var takesFilesTogether: Bool { get }
    /// Writes a file.
    /// - Parameters:
    ///   - path: its path in the export, with `/` between the parts.
    ///   - body: writes the bytes of the file.
    func file(_ path: String, _ body: (any ByteSink) throws -> Void) throws
    /// Completes the export and gives it its name.
    func finish() throws
}

extension ExportOutput {
    package var takesFilesTogether: Bool { false }

    /// Writes a file with some bytes.
    package func file(_ path: String, bytes: some Collection<UInt8>) throws {
        try file(path) { sink in
            var sink = sink
            try Array(bytes).withUnsafeBytes { try sink.write($0) }
        }
    }
}

/// A folder as the target of an export. Until it is complete, it has another name.
package final class FolderOutput: ExportOutput {
    private struct State {
        var bytesWritten: Int64 = 0
        var fileCount = 0
        var paths: [String] = []
    }

    private let state = Mutex(State())
    private let url: URL
    private let partial: PartialFolder
    private let replaces: Bool
    private let manifest: JSONValue

    /// The name of the file that identifies a folder as an export.
    package static let manifestName = "export.json"

    /// - Throws: an ``ExportError`` if there is such a folder already and it is not to be replaced.
    package init(url: URL, replaces: Bool, format: String, date: Date) throws {
        let url = url.standardizedFileURL
        try ExportTarget.check(url, replaces: replaces, isFolder: true)
        self.url = url
        self.replaces = replaces
        do {
            partial = try PartialFolder(of: url.path)
        } catch {
            throw Self.unwritable(url, error.code.rawValue)
        }
        manifest = .object([
            ("format", .string(format)), ("program", .string("OpenHealthKit")),
            ("date", .string(date.ISO8601Format())),
        ])
    }

    package var bytesWritten: Int64 { state.withLock(\.bytesWritten) }
    package var fileCount: Int { state.withLock(\.fileCount) }
    package var takesFilesTogether: Bool { true }

    package func file(_ path: String, _ body: (any ByteSink) throws -> Void) throws {
        let file = partial.url.appendingPathComponent(path)
        do {
            try state.withLock { _ in try makeFolder(file.deletingLastPathComponent()) }
            let sink = try FileByteSink(path: file.path, replaces: true, synchronizes: false)
            try body(sink)
            try sink.finish()
            state.withLock {
                $0.bytesWritten += sink.bytesWritten
                $0.fileCount += 1
                $0.paths.append(file.path)
            }
        } catch let error as FormatError {
            throw named(error)
        }
    }

    /// After an error, the folder with the other name no longer exists.
    private func named(_ error: FormatError) -> FormatError {
        guard error.file.hasPrefix(partial.url.path) else { return error }
        var error = error
        error.file = url.path + error.file.dropFirst(partial.url.path.count)
        return error
    }

    /// Waits until all files are on the disk, before the folder gets its name.
    ///
    /// The file system writes the records of all files at once if they are requested together, instead of after each file.
    private func synchronize() throws {
        let paths = state.withLock(\.paths)
        let failure = Mutex<FormatError?>(nil)
        DispatchQueue.concurrentPerform(iterations: paths.count) { index in
            do throws(FormatError) {
                try FileByteSink.synchronize(path: paths[index])
            } catch {
                failure.withLock { $0 = error }
            }
        }
        if let failure = failure.withLock(\.self) { throw named(failure) }
    }

    private func makeFolder(_ folder: URL) throws {
        do {
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw FormatError(
                .notWritable, file: folder.path, message: "the folder cannot be created",
                remedy: "check the folder around it and the free space on the disk", cause: error)
        }
    }

    package func finish() throws {
        try file(Self.manifestName, bytes: (manifest.text + "\n").utf8)
        state.withLock { $0.fileCount -= 1 }
        try synchronize()
        // A folder of this name may have been made since the check at the beginning.
        try ExportTarget.check(url, replaces: replaces, isFolder: true)
        var old: URL?
        if FileManager.default.fileExists(atPath: url.path) {
            let aside = URL(fileURLWithPath: NewFile.partialPath(of: url.path), isDirectory: true)
            guard rename(url.path, aside.path) == 0 else { throw Self.unwritable(url, errno) }
            old = aside
        }
        guard partial.move(to: url.path) else {
            let number = errno
            if let old { rename(old.path, url.path) }
            throw Self.unwritable(url, number)
        }
        if let old { try? FileManager.default.removeItem(at: old) }
    }

    private static func unwritable(_ url: URL, _ number: Int32) -> FormatError {
        FormatError(
            .notWritable, file: url.path, message: "the folder cannot be created: \(String(cString: strerror(number)))",
            remedy: "check the folder around it, its permissions and the free space on the disk")
    }
}

/// A zip archive as the target of an export.
package final class ZipOutput: ExportOutput {
    private let writer: ZipWriter
    package private(set) var fileCount = 0
    package var bytesWritten: Int64 { writer.bytesWritten }

    /// - Throws: an ``ExportError`` if there is such a file already and it is not to be replaced.
    package init(url: URL, replaces: Bool, date: Date) throws {
        try ExportTarget.check(url, replaces: replaces, isFolder: false)
        // checked: the clock of the computer
        writer = try ZipWriter(url: url, modified: Int64(date.timeIntervalSince1970), replaces: replaces)
    }

    /// Creates an archive of the bytes of a sink.
    package init(_ sink: any ArchiveSink, date: Date) {
        // checked: the clock of the computer
        writer = ZipWriter(sink, modified: Int64(date.timeIntervalSince1970))
    }

    package func file(_ path: String, _ body: (any ByteSink) throws -> Void) throws {
        try writer.beginMember(path)
        try body(writer)
        try writer.endMember()
        fileCount += 1
    }

    package func finish() throws { try writer.finish() }
}

/// A stream of bytes, such as standard output, as the target of an export of one file.
final class StreamOutput: ExportOutput {
    private let sink: any ArchiveSink
    private(set) var fileCount = 0
    var bytesWritten: Int64 { sink.bytesWritten }

    init(_ sink: any ArchiveSink) {
        self.sink = sink
    }

    func file(_ path: String, _ body: (any ByteSink) throws -> Void) throws {
        // checked: formats with several files have no form as a stream
        precondition(fileCount == 0, "a stream has one file")
        fileCount += 1
        try body(sink)
    }

    func finish() throws { try sink.finish() }
}
