// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// The exclusive right to serve a file, across processes and independent of the name of the file.
///
/// It is a kernel lock on the file (`flock`), which is the same for all links to the file and ends with the process. It is
/// independent of SQLite's locks, so other programs can continue to use the store.
package final class ServeLock: Sendable {
    /// The error if another process has the lock.
    package struct Taken: Error {
        /// The file.
        package let path: String
        /// The process that serves the file, if it can be determined.
        package let process: Int?
    }

    /// The identity of a file.
    private struct File: Hashable {
        let device: UInt64
        let number: UInt64

        init(_ facts: stat) {
            device = UInt64(facts.st_dev)
            number = UInt64(facts.st_ino)
        }
    }

    /// A file that was opened for its lock. It stays open after the lock is released, because closing it would release SQLite's
    /// locks on the file, including those of other users of the store in this process. It is closed after the file is deleted.
    private struct Opened {
        let descriptor: Int32
        var isHeld: Bool
    }

    private static let opened = Mutex<[File: Opened]>([:])

    private let file: File
    private let isEnded = Atomic<Bool>(false)

    private init(_ file: File) {
        self.file = file
    }

    deinit {
        end()
    }

    /// Acquires the right to serve a file, or returns nil if the file doesn't exist or can't be opened.
    /// - Throws: ``Taken`` if another server has the lock.
    package static func take(_ url: URL) throws(Taken) -> ServeLock? {
        try opened.withLock { opened throws(Taken) -> ServeLock? in
            closeDeleted(&opened)
            var facts = stat()
            guard stat(url.path, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { return nil }
            var file = File(facts)
            if opened[file] == nil {
                let descriptor = open(url.path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
                guard descriptor >= 0 else { return nil }
                fstat(descriptor, &facts)
                // Another file can have replaced the one at this path.
                file = File(facts)
                opened[file] = opened[file] ?? Opened(descriptor: descriptor, isHeld: false)
            }
            guard let entry = opened[file] else { return nil }
            if entry.isHeld { throw Taken(path: url.path, process: Int(getpid())) }
            if flock(entry.descriptor, LOCK_EX | LOCK_NB) != 0 {
                let process = holder(of: file)
                // The holder can have ended in the meantime.
                guard process == nil, flock(entry.descriptor, LOCK_EX | LOCK_NB) == 0 else {
                    throw Taken(path: url.path, process: process)
                }
            }
            opened[file]?.isHeld = true
            return ServeLock(file)
        }
    }

    /// Releases the lock.
    package func end() {
        guard !isEnded.exchange(true, ordering: .acquiringAndReleasing) else { return }
        Self.opened.withLock { opened in
            if let entry = opened[file] {
                flock(entry.descriptor, LOCK_UN)
                opened[file]?.isHeld = false
            }
            Self.closeDeleted(&opened)
        }
    }

    private static func closeDeleted(_ opened: inout [File: Opened]) {
        for (file, entry) in opened where !entry.isHeld {
            var facts = stat()
            guard fstat(entry.descriptor, &facts) == 0, facts.st_nlink == 0 else { continue }
            close(entry.descriptor)
            opened[file] = nil
        }
    }

    /// Returns the process with the lock on a file, if the kernel lists it.
    ///
    /// The kernel returns the list in pieces, and a line can be missing between two of them while locks change, so the list is
    /// read again if it doesn't contain the file.
    private static func holder(of file: File) -> Int? {
        for _ in 0..<20 {
            if let process = listedHolder(of: file) { return process }
            usleep(5000)
        }
        return nil
    }

    private static func listedHolder(of file: File) -> Int? {
        for line in kernelText("/proc/locks").split(separator: "\n") {
            // 3: FLOCK  ADVISORY  WRITE 4242 fe:01:1234567 0 EOF
            let fields = line.split(separator: " ", omittingEmptySubsequences: true)
            guard fields.count > 5, fields[1] == "FLOCK", fields[5].split(separator: ":").last == "\(file.number)",
                let process = Int(fields[4]), process > 0
            else { continue }
            return process
        }
        return nil
    }

    /// Returns the text of a kernel file, which has no size. Foundation reads only the first piece of such files.
    private static func kernelText(_ path: String) -> String {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return "" }
        defer { close(descriptor) }
        var text: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        while case let count = read(descriptor, &piece, piece.count), count > 0 { text += piece[..<count] }
        return String(decoding: text, as: UTF8.self)
    }
}
