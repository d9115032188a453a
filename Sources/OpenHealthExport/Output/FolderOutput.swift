// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import OpenHealthFormats
import OpenHealthModel
import Synchronization

/// A folder as the target of an export. Until it is complete, it has another name.
package final class FolderOutput: ExportOutput {
    private struct State {
        var bytesWritten: Int64 = 0
        var fileCount = 0
        var paths: [String] = []
    }

    private let state = Mutex(State())
    private let url: URL
    private let partial: URL
    private let replaces: Bool
    private let manifest: JSONValue
    private var isFinished = false

    /// The name of the file that identifies a folder as an export.
    package static let manifestName = "export.json"

    /// - Throws: an ``ExportError`` if there is such a folder already and it is not to be replaced.
    package init(url: URL, replaces: Bool, format: String, date: Date) throws {
        let url = url.standardizedFileURL
        try ExportTarget.check(url, replaces: replaces, isFolder: true)
        self.url = url
        self.replaces = replaces
        partial = url.deletingLastPathComponent().appendingPathComponent(
            "\(url.lastPathComponent).\(getpid()).partial", isDirectory: true)
        manifest = .object([
            ("format", .string(format)), ("program", .string("OpenHealthKit")),
            ("date", .string(date.ISO8601Format())),
        ])
        guard mkdir(partial.path, 0o700) == 0 else { throw Self.unwritable(url, errno) }
    }

    package var bytesWritten: Int64 { state.withLock(\.bytesWritten) }
    package var fileCount: Int { state.withLock(\.fileCount) }
    package var takesFilesTogether: Bool { true }

    deinit {
        if !isFinished { try? FileManager.default.removeItem(at: partial) }
    }

    package func file(_ path: String, _ body: (any ByteSink) throws -> Void) throws {
        let file = partial.appendingPathComponent(path)
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
        guard error.file.hasPrefix(partial.path) else { return error }
        var error = error
        error.file = url.path + error.file.dropFirst(partial.path.count)
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
            let aside = partial.deletingLastPathComponent().appendingPathComponent(
                "\(url.lastPathComponent).\(getpid()).old", isDirectory: true)
            guard rename(url.path, aside.path) == 0 else { throw Self.unwritable(url, errno) }
            old = aside
        }
        guard rename(partial.path, url.path) == 0 else {
            let number = errno
            if let old { rename(old.path, url.path) }
            throw Self.unwritable(url, number)
        }
        isFinished = true
        if let old { try? FileManager.default.removeItem(at: old) }
    }

    private static func unwritable(_ url: URL, _ number: Int32) -> FormatError {
        FormatError(
            .notWritable, file: url.path, message: "the folder cannot be created: \(String(cString: strerror(number)))",
            remedy: "check the folder around it, its permissions and the free space on the disk")
    }
}
