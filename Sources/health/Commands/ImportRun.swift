// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthFormats
import OpenHealthModel
import OpenHealthStore
import Synchronization

/// The import of a file, with its progress on standard error.
struct ImportRun {
    private let file: String
    private let receipt: ImportReceipt
    private let seconds: Double
    private let bytes: Int64

    /// Imports a file.
    init(url: URL, options: AppleHealthExportReader.Options, zone: TimeZone?, database: HealthDatabase) throws {
        file = url.lastPathComponent
        let reader = try AppleHealthExportReader(url: url, options: options)
        let counter = RecordCounter()
        let source = CountedSource(reader: reader, counter: counter)
        let meter = ProgressMeter(file)
        defer { meter.finish() }
        var bytes: Int64 = 0
        let interruption = Interruption()
        defer { interruption.end() }
        receipt = try database.ingest(source, options: .init(file: file, timeZone: zone)) { tally in
            bytes = tally.bytesRead
            let fraction = tally.inputBytes > 0 ? Double(tally.inputBytesRead) / Double(tally.inputBytes) : nil
            meter.update(
                ProgressMeter.State(fraction: fraction.map { min(1, $0) }, bytes: bytes, records: counter.count))
        }
        seconds = meter.elapsed
        self.bytes = bytes
    }

    /// The receipt in JSON.
    var document: ReceiptDocument { ReceiptDocument(receipt: receipt, file: file, seconds: seconds) }

    /// Returns the receipt as text.
    func text(clock: ZoneClock) -> ReceiptText {
        ReceiptText(receipt: receipt, file: file, seconds: seconds, bytes: bytes, clock: clock)
    }
}

/// The number of records read, which another thread shows.
private final class RecordCounter: Sendable {
    private let total = Mutex(0)

    var count: Int { total.withLock { $0 } }

    func add(_ count: Int) {
        total.withLock { $0 += count }
    }
}

/// A reader that counts its records.
private struct CountedSource: SampleBatchSource {
    let reader: AppleHealthExportReader
    let counter: RecordCounter

    mutating func nextBatch() throws -> SampleBatch? {
        let batch = try reader.nextBatch()
        if let batch { counter.add(batch.rows.count) }
        return batch
    }
}
