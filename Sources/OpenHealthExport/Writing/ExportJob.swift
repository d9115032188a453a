// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import OpenHealthStore
import Synchronization

/// A part of an export that depends on no other part, such as a file.
struct ExportJob: Sendable {
    /// The approximate number of rows, by which large parts begin first.
    let size: Int
    /// Writes the part.
    let run: @Sendable (ExportContext) throws -> Void

    init(size: Int, run: @escaping @Sendable (ExportContext) throws -> Void) {
        self.size = size
        self.run = run
    }
}

extension ExportContext {
    /// The interval at which progress is reported while this thread waits for others.
    private static let pace = DispatchTimeInterval.milliseconds(50)

    /// Runs jobs, each on one of the threads that the export has. With one thread, they run in their order.
    /// - Throws: The error of the job that failed first.
    func run(_ jobs: [ExportJob]) throws {
        if readers.isEmpty {
            for job in jobs { try job.run(self) }
            return
        }
        // The last one is taken first.
        let order = jobs.indices.sorted { (jobs[$0].size, $1) < (jobs[$1].size, $0) }
        let waiting = Mutex(order.map { jobs[$0] })
        let receipts = Mutex<[ExportReceipt]>([])
        @Sendable func work(_ context: ExportContext) {
            do {
                while let job = waiting.withLock({ $0.popLast() }) {
                    try context.meter.check()
                    try job.run(context)
                }
            } catch {
                context.meter.fail(error)
            }
        }
        // The output takes files from several threads.
        nonisolated(unsafe) let output = output
        let (date, meter) = (date, meter)
        let group = DispatchGroup()
        for reader in readers {
            DispatchQueue.global().async(group: group) {
                do {
                    try reader.read { contents in
                        let context = ExportContext(contents, output: output, date: date, meter: meter)
                        work(context)
                        receipts.withLock { $0.append(context.receipt) }
                    }
                } catch {
                    meter.fail(error)
                }
            }
        }
        work(self)
        while group.wait(timeout: .now() + Self.pace) == .timedOut {
            do { try meter.check() } catch { meter.fail(error) }
        }
        try meter.check()
        for part in receipts.withLock(\.self) { receipt.add(part) }
    }
}
