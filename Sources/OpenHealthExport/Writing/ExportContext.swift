// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthStore

/// The state of an export, for the writer of a format.
package final class ExportContext {
    /// The selected content of the store.
    package let contents: StoreContents
    /// The files of the export.
    package let output: any ExportOutput
    /// The date of the export.
    package let date: Date
    /// The receipt so far.
    package var receipt = ExportReceipt()
    private let progress: (ExportProgress) throws -> Void
    private var samples = 0
    private let total: Int

    private static let samplesBetweenReports = 4096

    init(
        _ contents: StoreContents, output: any ExportOutput, date: Date,
        progress: @escaping (ExportProgress) throws -> Void
    ) {
        self.contents = contents
        self.output = output
        self.date = date
        self.progress = progress
        total = contents.types.reduce(0) { $0 + $1.count }
    }

    /// The same content, for reading without counting.
    package var silent: ExportContext { ExportContext(contents, output: output, date: date) { _ in } }

    /// Notes that a sample has been read. Now and then, progress is reported.
    /// - Throws: the error of the function that progress is reported to, such as a cancellation.
    @inline(__always)
    package func advance() throws {
        samples += 1
        if samples % Self.samplesBetweenReports == 0 { try report() }
    }

    private func report() throws {
        try progress(ExportProgress(samples: samples, total: total, bytes: output.bytesWritten))
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
