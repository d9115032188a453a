// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The rule for files and folders that have a random name until they are complete: which of them a process still writes, and which a
/// killed process has left.
///
/// The process that writes one holds a lock (`flock`) on it, which ends with the process. A process that removes one holds its lock meanwhile. The
/// writer checks after it has the lock that its file has not been removed before, so the age of a file does not matter.
package enum UnfinishedFile {
    /// A file or a folder.
    package enum Kind: Sendable, CaseIterable {
        /// A regular file.
        case file
        /// A folder.
        case folder
    }

    /// The number of names that a writer tries.
    private static let attempts = 16

    /// Creates and locks a file or folder with a random name.
    /// - Parameters:
    ///   - name: A closure that returns a random path.
    ///   - make: A closure that creates and opens the file or folder at a path. It returns the descriptor, or -1 and sets `errno`.
    /// - Returns: The path, and the descriptor; -1 if it cannot be created, and `errno` has the reason.
    package static func create(
        _ name: () -> String, _ make: (String) -> Int32
    ) -> (path: String, descriptor: Int32) {
        var path = name()
        for _ in 0..<attempts {
            let descriptor = make(path)
            if descriptor < 0 || lock(descriptor, path) { return (path, descriptor) }
            end(descriptor)
            path = name()
        }
        errno = EAGAIN
        return (path, -1)
    }

    /// Locks a new file or folder.
    /// - Returns: Whether it is locked and still has its name. A file system without such locks is no obstacle, and nothing is removed there.
    private static func lock(_ descriptor: Int32, _ path: String) -> Bool {
        if flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK { return false }
        var (opened, named) = (stat(), stat())
        return fstat(descriptor, &opened) == 0 && lstat(path, &named) == 0 && opened.st_dev == named.st_dev
            && opened.st_ino == named.st_ino
    }

    /// Releases the lock and closes the descriptor. Until it executes a program, a child process shares the lock, which a closed descriptor
    /// would not release.
    package static func end(_ descriptor: Int32) {
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }

    /// The mark and the number of hexadecimal digits that follow the name of a copy of a store.
    private static let (copyMark, copyDigits) = (".partial-", 8)

    /// Returns a path with a random part for an unfinished copy of a store.
    package static func copyPath(of path: String) -> String { path + copyMark + UUID().uuidString.prefix(copyDigits) }

    /// Returns the file or folder that a random name belongs to; nil for another name. Random names are those of
    /// ``NewFile/partialPath(of:)`` and ``copyPath(of:)``.
    package static func target(of name: String) -> String? {
        let last = name.suffix(copyDigits)
        if last.utf8.count == copyDigits, last.allSatisfy({ $0.isASCII && $0.isHexDigit && !$0.isLowercase }),
            name.dropLast(copyDigits).hasSuffix(copyMark)
        {
            return String(name.dropLast(copyDigits + copyMark.count))
        }
        guard name.hasSuffix(NewFile.partialSuffix) else { return nil }
        let rest = name.dropLast(NewFile.partialSuffix.count)
        let digits = rest.suffix(NewFile.partialDigits)
        guard digits.utf8.count == NewFile.partialDigits,
            digits.allSatisfy({ $0.isASCII && $0.isHexDigit && !$0.isUppercase }),
            case let start = rest.dropLast(NewFile.partialDigits), start.last == "."
        else { return nil }
        return String(start.dropLast())
    }

    /// Returns what killed processes have left in a folder.
    /// - Parameters:
    ///   - isTarget: A closure that returns whether the complete file or folder has a name.
    /// - Returns: The names, in their order.
    package static func abandoned(
        _ kind: Kind, in folder: URL, of isTarget: (String) -> Bool
    ) -> [String] {
        names(in: folder, of: isTarget).filter {
            withAbandoned(kind, folder.appendingPathComponent($0)) { _ in true }
        }
    }

    /// Removes what killed processes have left in a folder. What cannot be removed is ignored.
    /// - Parameters:
    ///   - isTarget: A closure that returns whether the complete file or folder has a name.
    ///   - remove: A closure that removes a file or folder, and returns whether it has.
    /// - Returns: The names that were removed, in their order.
    @discardableResult
    package static func removeAbandoned(
        _ kind: Kind, in folder: URL, of isTarget: (String) -> Bool, remove: (URL) -> Bool = UnfinishedFile.remove
    ) -> [String] {
        names(in: folder, of: isTarget).filter {
            withAbandoned(kind, folder.appendingPathComponent($0), remove)
        }
    }

    /// Removes a file or folder.
    /// - Returns: Whether it was removed.
    package static func remove(_ url: URL) -> Bool { (try? FileManager.default.removeItem(at: url)) != nil }

    private static func names(in folder: URL, of isTarget: (String) -> Bool) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { target(of: $0).map(isTarget) ?? false }.sorted()
    }

    /// Runs a closure with the lock of a file or folder of this user that no process writes.
    /// - Returns: The result of the closure; false for another file.
    private static func withAbandoned(_ kind: Kind, _ url: URL, _ body: (URL) -> Bool) -> Bool {
        // A pipe is not waited for, and a link is not followed.
        let descriptor = open(
            url.path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | (kind == .folder ? O_DIRECTORY : 0))
        guard descriptor >= 0 else { return false }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_uid == geteuid(),
            status.st_mode & S_IFMT == (kind == .folder ? S_IFDIR : S_IFREG),
            flock(descriptor, LOCK_EX | LOCK_NB) == 0
        else {
            close(descriptor)
            return false
        }
        defer { end(descriptor) }
        return body(url)
    }
}
