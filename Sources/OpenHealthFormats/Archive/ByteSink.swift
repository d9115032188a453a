// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// A destination to which bytes are written in order.
public protocol ByteSink {
    /// Writes all the bytes.
    /// - Throws: A ``FormatError`` with the file and the problem; nothing can be written after an error.
    mutating func write(_ bytes: UnsafeRawBufferPointer) throws
}

/// A destination of an archive, such as a file, that counts its bytes and is completed.
package protocol ArchiveSink: AnyObject, ByteSink {
    /// The number of written bytes.
    var bytesWritten: Int64 { get }
    /// Writes all the bytes.
    /// - Throws: A ``FormatError`` with the code `notWritable`.
    func write(_ bytes: UnsafeRawBufferPointer) throws(FormatError)
    /// Completes the archive.
    /// - Throws: A ``FormatError`` with the code `notWritable`.
    func finish() throws(FormatError)
}

/// A sink that collects bytes in memory.
public struct MemoryByteSink: ByteSink {
    /// The written bytes.
    public private(set) var bytes: [UInt8] = []

    /// Creates an empty sink.
    public init() {}

    /// Appends the bytes.
    public mutating func write(_ bytes: UnsafeRawBufferPointer) {
        self.bytes.append(contentsOf: bytes)
    }
}

/// A sink that writes a file, which gets its name when it is complete.
///
/// Until ``finish()`` the bytes are in a temporary file in the same folder, so that a full disk does not replace a complete file
/// with an incomplete one. Only its owner can read the file. A class, because it owns a file descriptor. Used by one thread at a
/// time.
public final class FileByteSink: ByteSink {
    /// The number of written bytes.
    public private(set) var bytesWritten: Int64 = 0

    private let path: String
    /// The path of the temporary file; nil if the path is a device or pipe, which cannot be replaced.
    private let temporaryPath: String?
    private let descriptor: Int32
    private let replaces: Bool
    private let synchronizes: Bool
    private var isFinished = false

    /// Creates the file.
    /// - Throws: A ``FormatError`` with the code `notWritable`.
    public convenience init(path: String) throws(FormatError) {
        try self.init(path: path, replaces: true)
    }

    /// Creates the file.
    /// - Parameters:
    ///   - replaces: whether the file replaces one of the same name that exists at the end.
    ///   - synchronizes: whether the bytes are on the disk once the file has its name. If not, the caller synchronises the file before
    ///     something depends on it, with ``synchronize(path:)``.
    /// - Throws: A ``FormatError`` with the code `notWritable`.
    package init(path: String, replaces: Bool, synchronizes: Bool = true) throws(FormatError) {
        self.path = path
        self.replaces = replaces
        self.synchronizes = synchronizes
        var status = stat()
        let isSpecial = stat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFREG
        temporaryPath = isSpecial ? nil : "\(path).\(getpid()).partial"
        let flags = isSpecial ? O_WRONLY | O_CLOEXEC : O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC
        descriptor = open(temporaryPath ?? path, flags, 0o600)
        guard descriptor >= 0 else { throw Self.unwritable(path, errno) }
    }

    /// Creates the file; see ``init(path:)``.
    public convenience init(url: URL) throws(FormatError) {
        try self.init(path: url.path)
    }

    deinit {
        if isFinished { return }
        close(descriptor)
        if let temporaryPath { unlink(temporaryPath) }
    }

    /// Writes all the bytes.
    /// - Throws: A ``FormatError`` with the code `notWritable`, for example if the disk is full.
    public func write(_ bytes: UnsafeRawBufferPointer) throws(FormatError) {
        do {
            try bytes.writeAll(to: descriptor)
        } catch {
            throw Self.unwritable(path, error.code.rawValue)
        }
        bytesWritten += Int64(bytes.count)
    }

    /// Closes the file and renames it to its path.
    /// - Throws: A ``FormatError`` with the code `notWritable`.
    public func finish() throws(FormatError) {
        if isFinished { return }
        isFinished = true
        // The name must not outlive the bytes. Pipes cannot be synchronised.
        let isSynchronized = temporaryPath == nil || !synchronizes || fsync(descriptor) == 0
        let fault = errno
        guard close(descriptor) == 0, isSynchronized else {
            let number = isSynchronized ? errno : fault
            if let temporaryPath { unlink(temporaryPath) }
            throw Self.unwritable(path, number)
        }
        if let temporaryPath, !ExclusiveName.move(temporaryPath, to: path, replaces: replaces) {
            let number = errno
            unlink(temporaryPath)
            throw Self.unwritable(path, number)
        }
    }

    /// Waits until the bytes of a file are on the disk.
    /// - Throws: A ``FormatError`` with the code `notWritable`.
    package static func synchronize(path: String) throws(FormatError) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw unwritable(path, errno) }
        let result = fsync(descriptor)
        let fault = errno
        close(descriptor)
        guard result == 0 else { throw unwritable(path, fault) }
    }

    private static func unwritable(_ path: String, _ number: Int32) -> FormatError {
        FormatError(
            .notWritable, file: path, message: "the file cannot be written: \(String(cString: strerror(number)))",
            remedy: remedy(number))
    }

    private static func remedy(_ number: Int32) -> String {
        switch number {
        case ENOSPC, EDQUOT: "free some space on the disk and try again"
        case EFBIG: "raise the limit on the size of files (ulimit -f) and try again"
        case EEXIST: "choose another name, or replace it explicitly"
        default: "check the folder and its permissions"
        }
    }
}

extension FileByteSink: ArchiveSink {}

/// Gives a finished file or folder its name.
package enum ExclusiveName {
    /// Moves a file or folder in one step.
    /// - Parameter replaces: whether it replaces a file of the new name; if not, the move fails with `EEXIST`.
    /// - Returns: whether it was moved; `errno` has the reason.
    package static func move(_ old: String, to new: String, replaces: Bool) -> Bool {
        if replaces { return rename(old, new) == 0 }
        // A second name is made only if no file has it.
        if link(old, new) == 0 { return unlink(old) == 0 }
        // Folders, and file systems without second names.
        guard errno == EPERM || errno == EOPNOTSUPP || errno == ENOSYS else { return false }
        var status = stat()
        guard lstat(new, &status) != 0 else {
            errno = EEXIST
            return false
        }
        return rename(old, new) == 0
    }
}
