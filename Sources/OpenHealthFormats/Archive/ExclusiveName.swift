// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

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
