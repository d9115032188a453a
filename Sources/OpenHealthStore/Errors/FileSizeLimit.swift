// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The limit on the size of files that a process writes (`ulimit -f`).
package enum FileSizeLimit {
    /// Whether the process has such a limit.
    static var isSet: Bool {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0 else { return false }
        return limit.rlim_cur != rlim_t.max
    }

    /// Causes writes beyond the limit to fail with `EFBIG`. By default, the kernel terminates the process with SIGXFSZ.
    package static func reportAsError() {
        signal(SIGXFSZ, SIG_IGN)
    }
}
