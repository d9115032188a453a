// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The receiver of a large push, which takes its content in batches while it is read, so that memory does not depend on its size.
package final class PushSink {
    /// The usual number of parts of a batch.
    package static let usualSize = 8192

    /// The number of samples, figures and other parts from which a batch is complete.
    package let size: Int
    /// The mapped bytes of the push, whose pages are released after they have been read; nil for bytes in memory.
    package let pages: MappedBytes?
    private let work: () throws -> Void
    private let body: (PushedBatch) throws -> Void
    private var failure: (any Error)?

    /// Creates a receiver.
    /// - Parameters:
    ///   - work: A closure that throws an error once the push is to be read no further.
    ///   - body: A closure that receives each batch but the last one, which the reader returns. Its dictionaries continue those of the
    ///     batches before; see ``PushedBatch/samples``.
    package init(
        size: Int = usualSize, pages: MappedBytes? = nil, checking work: @escaping () throws -> Void = {},
        _ body: @escaping (PushedBatch) throws -> Void
    ) {
        self.size = size
        self.pages = pages
        self.work = work
        self.body = body
    }

    /// Takes a batch. After an error, further batches are dropped.
    package func take(_ batch: PushedBatch) {
        guard failure == nil else { return }
        do {
            try body(batch)
        } catch {
            failure = error
        }
    }

    /// Throws the error of the first batch that could not be taken, or that of the work that has ended.
    package func check() throws {
        if let failure { throw failure }
        do {
            try work()
        } catch {
            failure = error
            throw error
        }
    }
}
