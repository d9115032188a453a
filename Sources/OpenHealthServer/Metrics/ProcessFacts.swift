// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What the kernel says of this process.
struct ProcessFacts {
    /// Memory that is in use and in the address space, in bytes.
    let residentBytes: Int
    let virtualBytes: Int
    /// Time of processors since the start, in seconds.
    let processorSeconds: Double
    let threads: Int
    let openFiles: Int
    let maximumFiles: Int

    /// Reads the facts of now; nil where the kernel does not tell.
    init?() {
        guard let text = try? String(contentsOfFile: "/proc/self/stat", encoding: .utf8),
            let bracket = text.lastIndex(of: ")")
        else { return nil }
        // The fields behind the name of the program, which may have spaces in it: proc_pid_stat(5) from the third on.
        let fields = text[text.index(after: bracket)...].split(separator: " ").map { Double($0) ?? 0 }
        guard fields.count > 21 else { return nil }
        let ticks = Double(sysconf(Int32(_SC_CLK_TCK)))
        processorSeconds = (fields[11] + fields[12]) / ticks
        threads = Int(fields[17])  // checked: a whole number of the kernel
        virtualBytes = Int(fields[20])  // checked: a whole number of the kernel
        // checked: a whole number of the kernel
        residentBytes = Int(fields[21]) * Int(sysconf(Int32(_SC_PAGESIZE)))
        openFiles = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        maximumFiles = Int(clamping: limit.rlim_cur)
    }
}
