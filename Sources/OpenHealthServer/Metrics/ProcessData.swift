// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The kernel's data about this process.
struct ProcessData {
    /// The resident and virtual memory, in bytes.
    let residentBytes: Int
    let virtualBytes: Int
    /// The processor time since the start, in seconds.
    let processorSeconds: Double
    let threads: Int
    let openFiles: Int
    let maximumFiles: Int

    /// Reads the current data; nil if the kernel does not provide them.
    init?() {
        guard let text = try? String(contentsOfFile: "/proc/self/stat", encoding: .utf8),
            let bracket = text.lastIndex(of: ")")
        else { return nil }
        // The fields after the name of the program, which can contain spaces: the fields of proc_pid_stat(5) from the third on.
        let fields = text[text.index(after: bracket)...].split(separator: " ").map { Double($0) ?? 0 }
        guard fields.count > 21 else { return nil }
        let ticks = Double(sysconf(Int32(_SC_CLK_TCK)))
        processorSeconds = (fields[11] + fields[12]) / ticks
        threads = Int(fields[17])  // checked: an integer from the kernel
        virtualBytes = Int(fields[20])  // checked: an integer from the kernel
        // checked: an integer from the kernel
        residentBytes = Int(fields[21]) * Int(sysconf(Int32(_SC_PAGESIZE)))
        openFiles = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        maximumFiles = Int(clamping: limit.rlim_cur)
    }
}
