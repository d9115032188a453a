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
/// Until ``finish()`` the file has no name, or a random one in the same folder if the file system requires a name, so that a full disk does
/// not replace a complete file with an incomplete one. Only its owner can read the file. A class, because it owns a file descriptor.
/// Used by one thread at a time.
public final class FileByteSink: ByteSink {
    /// The place of the bytes until the file is complete.
    private enum Place {
        /// A device or pipe, which cannot be replaced.
        case existing
        /// A file without a name.
        case unnamed
        /// A file with another name.
        case named(String)
    }

    /// The number of written bytes.
    public private(set) var bytesWritten: Int64 = 0

    private let path: String
    private let place: Place
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
    ///   - isNamed: whether the incomplete file has a name, as on file systems without unnamed files.
    /// - Throws: A ``FormatError`` with the code `notWritable`.
    package init(
        path: String, replaces: Bool, synchronizes: Bool = true, isNamed: Bool = false
    ) throws(FormatError) {
        self.path = path
        self.replaces = replaces
        self.synchronizes = synchronizes
        var status = stat()
        let isThere = stat(path, &status) == 0
        // A name that is too long is an error before the bytes are written.
        if !isThere, errno != ENOENT { throw Self.unwritable(path, errno) }
        if isThere, status.st_mode & S_IFMT != S_IFREG {
            (place, descriptor) = (.existing, Self.openExisting(path))
        } else if case let unnamed = isNamed ? -1 : NewFile.createUnnamed(beside: path), unnamed >= 0 {
            (place, descriptor) = (.unnamed, unnamed)
        } else {
            let made = UnfinishedFile.create({ NewFile.partialPath(of: path) }, NewFile.create)
            (place, descriptor) = (.named(made.path), made.descriptor)
        }
        guard descriptor >= 0 else { throw Self.unwritable(path, errno) }
    }

    /// Creates the file; see ``init(path:)``.
    public convenience init(url: URL) throws(FormatError) {
        try self.init(path: url.path)
    }

    deinit {
        if isFinished { return }
        if case .named(let partial) = place { unlink(partial) }
        close(descriptor)
    }

    /// Opens a device or pipe. A file that has taken its place is an error.
    private static func openExisting(_ path: String) -> Int32 {
        let descriptor = open(path, O_WRONLY | O_NOCTTY | O_CLOEXEC)
        var status = stat()
        guard descriptor >= 0, fstat(descriptor, &status) != 0 || status.st_mode & S_IFMT == S_IFREG else {
            return descriptor
        }
        close(descriptor)
        errno = EEXIST
        return -1
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

    /// Closes the file and gives it its name.
    /// - Throws: A ``FormatError`` with the code `notWritable`.
    public func finish() throws(FormatError) {
        if isFinished { return }
        isFinished = true
        var fault: Int32 = 0
        switch place {
        // Pipes cannot be synchronised.
        case .existing: break
        case .unnamed:
            if !synchronize() || !giveName() { fault = errno }
        case .named:
            if !synchronize() { fault = errno }
        }
        // The lock on a file with a random name lasts until it has its own.
        let lock = if case .named = place { dup(descriptor) } else { Int32(-1) }
        defer { if lock >= 0 { UnfinishedFile.end(lock) } }
        if close(descriptor) != 0, fault == 0 { fault = errno }
        if case .named(let partial) = place {
            if fault == 0, !ExclusiveName.move(partial, to: path, replaces: replaces) { fault = errno }
            if fault != 0 { unlink(partial) }
        }
        if fault != 0 { throw Self.unwritable(path, fault) }
    }

    /// Removes the files with random names that killed processes have left of a file. Their bytes can be those of a store.
    package static func removeAbandoned(of path: String) {
        let url = URL(fileURLWithPath: path)
        let name = url.lastPathComponent
        UnfinishedFile.removeAbandoned(.file, in: url.deletingLastPathComponent()) { $0 == name }
    }

    /// Waits until the bytes are on the disk. The name must not outlive them.
    private func synchronize() -> Bool { !synchronizes || fsync(descriptor) == 0 }

    private func giveName() -> Bool {
        if NewFile.name(descriptor, path) { return true }
        guard replaces, errno == EEXIST else { return false }
        // A process that removes what killed ones have left must not take the file for such a one.
        flock(descriptor, LOCK_EX | LOCK_NB)
        let partial = NewFile.partialPath(of: path)
        guard NewFile.name(descriptor, partial) else { return false }
        if rename(partial, path) == 0 { return true }
        let fault = errno
        unlink(partial)
        errno = fault
        return false
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
