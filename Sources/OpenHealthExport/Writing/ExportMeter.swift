// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// Counts the samples that the threads of an export have read, and tells them when it has failed.
///
/// Progress is reported on the thread that creates the object, which is the one of the caller.
final class ExportMeter: @unchecked Sendable {  // because only one thread calls the function and reads the output
    private let total: Int
    private let output: any ExportOutput
    private let progress: (ExportProgress) throws -> Void
    private let thread = pthread_self()
    private let samples = Atomic<Int>(0)
    private let failure = Mutex<(any Error)?>(nil)

    init(total: Int, output: any ExportOutput, progress: @escaping (ExportProgress) throws -> Void) {
        self.total = total
        self.output = output
        self.progress = progress
    }

    /// Notes that samples have been read.
    /// - Throws: The error of the function that progress is reported to, or of another thread.
    func advance(by count: Int) throws {
        samples.add(count, ordering: .relaxed)
        try check()
    }

    /// Reports progress.
    /// - Throws: The error of the function that progress is reported to, or of another thread.
    func check() throws {
        if let failure = failure.withLock(\.self) { throw failure }
        guard pthread_equal(pthread_self(), thread) != 0 else { return }
        let count = samples.load(ordering: .relaxed)
        try progress(ExportProgress(samples: count, total: total, bytes: output.bytesWritten))
    }

    /// Ends the work of all threads with an error. The first one counts.
    func fail(_ error: any Error) {
        failure.withLock { if $0 == nil { $0 = error } }
    }
}
