// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDBSQLite
import Synchronization

/// The system calls with which SQLite changes files, counted, of which one kills the process.
///
/// SQLite's default file system lets a program replace its system calls. The replacement concerns the whole process, so only child
/// processes of tests use it.
enum KillPoint {
    private static let count = Atomic<Int>(0)
    private static let fatal = Atomic<Int>(.max)

    /// The number of calls so far.
    static var callCount: Int { count.load(ordering: .relaxed) }

    /// Begins to count, and kills the process instead of a call.
    /// - Parameter call: The number of the call, from 1.
    static func begin(killingAt call: Int) {
        fatal.store(call, ordering: .relaxed)
        let write: @convention(c) (Int32, UnsafeRawPointer?, Int) -> Int = { file, bytes, size in
            KillPoint.pass()
            return Foundation.write(file, bytes, size)
        }
        let writeAt: @convention(c) (Int32, UnsafeRawPointer?, Int, off_t) -> Int = { file, bytes, size, offset in
            KillPoint.pass()
            return pwrite(file, bytes, size, offset)
        }
        let truncate: @convention(c) (Int32, off_t) -> Int32 = { file, size in
            KillPoint.pass()
            return ftruncate(file, size)
        }
        let remove: @convention(c) (UnsafePointer<CChar>) -> Int32 = { path in
            KillPoint.pass()
            return unlink(path)
        }
        replace("write", unsafeBitCast(write, to: sqlite3_syscall_ptr.self))
        replace("pwrite", unsafeBitCast(writeAt, to: sqlite3_syscall_ptr.self))
        replace("pwrite64", unsafeBitCast(writeAt, to: sqlite3_syscall_ptr.self))
        replace("ftruncate", unsafeBitCast(truncate, to: sqlite3_syscall_ptr.self))
        replace("unlink", unsafeBitCast(remove, to: sqlite3_syscall_ptr.self))
    }

    private static func replace(_ name: String, _ call: sqlite3_syscall_ptr) {
        let files = sqlite3_vfs_find(nil)
        let result = files?.pointee.xSetSystemCall?(files, name, call)
        // SQLite has no calls for reading and writing at a place if it was built without them.
        precondition(result == SQLITE_OK || result == SQLITE_NOTFOUND)
    }

    private static func pass() {
        if count.add(1, ordering: .relaxed).newValue >= fatal.load(ordering: .relaxed) { kill(getpid(), SIGKILL) }
    }
}
