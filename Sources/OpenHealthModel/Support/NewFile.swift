// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// New files and folders that only their owner can read and write (mode 0600, folders 0700), regardless of the umask.
///
/// Another user of a shared folder, such as `/tmp`, cannot prepare a file or a link with their names: they have no name or a random one,
/// and a name that exists is an error.
public enum NewFile {
    /// Creates a file, and opens it for reading and writing. The caller closes the descriptor.
    /// - Parameter path: The path of the file, in an existing folder.
    /// - Returns: The descriptor, or -1, and `errno` has the reason: `EEXIST` if a file, folder or link has the name.
    public static func create(_ path: String) -> Int32 {
        open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    }

    /// Creates and opens a file without a name in the folder of a path. It gets one with ``name(_:_:)``; until then, the system removes
    /// it when the process ends, also if it is killed.
    /// - Returns: The descriptor, or -1 if the file system does not have such files.
    package static func createUnnamed(beside path: String) -> Int32 {
        #if os(Linux)
            guard access("/proc/self/fd", X_OK) == 0 else { return -1 }
            let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
            return open(folder, unnamed | O_RDWR | O_CLOEXEC, 0o600)
        #else
            return -1
        #endif
    }

    #if os(Linux)
        /// `O_TMPFILE`, which is not imported.
        private static let unnamed = 0o20000000 | O_DIRECTORY
    #endif

    /// Gives a file without a name one.
    /// - Returns: Whether it has the name; `errno` has the reason: `EEXIST` if a file, folder or link has it.
    package static func name(_ descriptor: Int32, _ path: String) -> Bool {
        linkat(AT_FDCWD, "/proc/self/fd/\(descriptor)", AT_FDCWD, path, AT_SYMLINK_FOLLOW) == 0
    }

    /// Creates and opens the missing file that a link names, if the link belongs to this user.
    /// - Returns: The descriptor, or -1, and `errno` has the reason: `EEXIST` if the link belongs to another user.
    package static func createThroughLink(_ path: String) -> Int32 {
        var facts = stat()
        guard lstat(path, &facts) == 0, facts.st_uid == geteuid() else {
            errno = EEXIST
            return -1
        }
        return open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    }

    /// Opens a file for a lock, and creates it if it does not exist. A link is an error.
    /// - Returns: The descriptor, or -1, and `errno` has the reason.
    package static func openLock(_ path: String) -> Int32 {
        open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
    }

    /// Creates a folder.
    /// - Returns: Whether it was created; `errno` has the reason: `EEXIST` if a file, folder or link has the name.
    package static func createFolder(_ path: String) -> Bool { mkdir(path, 0o700) == 0 }

    /// Returns a random path beside a path, for a file or folder until it is complete.
    package static func partialPath(of path: String) -> String {
        let random = String(UInt64.random(in: .min ... .max), radix: 16)
        return path + "." + String(repeating: "0", count: partialDigits - random.utf8.count) + random + partialSuffix
    }

    /// The number of hexadecimal digits in a random path.
    package static let partialDigits = 16
    /// The end of a random path.
    package static let partialSuffix = ".partial"
}
