// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthStore

/// The state of an export, for the writer of a format. Used by one thread.
package final class ExportContext {
    /// The selected content of the store.
    package let contents: StoreContents
    /// The files of the export.
    package let output: any ExportOutput
    /// The date of the export.
    package let date: Date
    /// The receipt so far.
    package var receipt = ExportReceipt()
    /// The readers for other threads.
    let readers: [ContentReader]
    let meter: ExportMeter
    private var samples = 0

    private static let samplesBetweenReports = 4096

    init(
        _ contents: StoreContents, readers: [ContentReader] = [], output: any ExportOutput, date: Date,
        progress: @escaping (ExportProgress) throws -> Void
    ) {
        self.contents = contents
        self.readers = readers
        self.output = output
        self.date = date
        meter = ExportMeter(total: contents.types.reduce(0) { $0 + $1.count }, output: output, progress: progress)
    }

    /// Creates the context of another thread of the same export.
    init(_ contents: StoreContents, output: any ExportOutput, date: Date, meter: ExportMeter) {
        self.contents = contents
        readers = []
        self.output = output
        self.date = date
        self.meter = meter
    }

    /// The same content, for reading without counting.
    package var silent: ExportContext { ExportContext(contents, output: output, date: date) { _ in } }

    /// Notes that a sample has been read. Now and then, progress is reported.
    /// - Throws: The error of the function that progress is reported to, such as a cancellation.
    @inline(__always)
    package func advance() throws {
        samples += 1
        if samples == Self.samplesBetweenReports { try report() }
    }

    /// Notes that several samples have been read, and reports progress.
    /// - Throws: the error of the function that progress is reported to, such as a cancellation.
    package func advance(by count: Int) throws {
        samples += count
        try report()
    }

    private func report() throws {
        defer { samples = 0 }
        try meter.advance(by: samples)
    }
}

/// The progress of an export.
package struct ExportProgress: Sendable {
    /// The number of samples that have been read.
    package var samples: Int
    /// The number of samples of the selected types in the store, of which some may not be selected.
    package var total: Int
    /// The number of bytes that have been written.
    package var bytes: Int64
}
