// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import OpenHealthFormats
import Synchronization

/// The bytes of an export, which one thread writes while one task reads them.
///
/// The writer waits while the reader is behind, so memory does not depend on the size of the export.
package final class ExportStream: ArchiveSink, Sendable {
    private enum End {
        case finished
        case cancelled
        case failed(any Error)
    }

    private struct State {
        var bytes: [UInt8] = []
        var written: Int64 = 0
        var end: End?
        var reader: CheckedContinuation<Void, Never>?
        var isWriterWaiting = false

        /// Whether the reader has something to read.
        var isReady: Bool { end != nil || bytes.count >= ExportStream.partSize }
    }

    /// The number of bytes for which the reader waits.
    private static let partSize = 1 << 17
    /// The number of unread bytes at which the writer waits.
    private static let maximumUnread = 1 << 19

    private let state = Mutex(State())
    private let demand = DispatchSemaphore(value: 0)

    package init() {}

    // MARK: - Writing

    package var bytesWritten: Int64 { state.withLock(\.written) }

    package func write(_ bytes: UnsafeRawBufferPointer) throws(FormatError) {
        while true {
            let (isDone, isCancelled, reader) = state.withLock {
                state -> (Bool, Bool, CheckedContinuation<Void, Never>?) in
                if state.end != nil { return (false, true, nil) }
                guard state.bytes.count < Self.maximumUnread else {
                    state.isWriterWaiting = true
                    return (false, false, nil)
                }
                state.bytes.append(contentsOf: bytes)
                state.written += Int64(bytes.count)
                return (true, false, state.isReady ? state.reader.take() : nil)
            }
            reader?.resume()
            if isCancelled { throw Self.cancelled }
            if isDone { return }
            demand.wait()
        }
    }

    package func finish() throws(FormatError) {
        try check()
        end(.finished)
    }

    /// Throws an error if the export has been cancelled.
    package func check() throws(FormatError) {
        if state.withLock({ $0.end != nil }) { throw Self.cancelled }
    }

    /// Ends the stream with an error, unless it has ended.
    package func fail(_ error: any Error) { end(.failed(error)) }

    /// Ends the stream because the export is not read to its end. The writer gets an error.
    package func cancel() { end(.cancelled) }

    private func end(_ end: End) {
        let (reader, isWriterWaiting) = state.withLock { state in
            if state.end == nil { state.end = end }
            let isWriterWaiting = state.isWriterWaiting
            state.isWriterWaiting = false
            return (state.reader.take(), isWriterWaiting)
        }
        reader?.resume()
        if isWriterWaiting { demand.signal() }
    }

    private static let cancelled = FormatError(
        .notWritable, file: "export.zip", message: "the export was cancelled", remedy: "export again if necessary")

    // MARK: - Reading

    /// Returns the next part, or nil after the last one.
    /// - Throws: the error of the export, or a `CancellationError`.
    package func next() async throws -> [UInt8]? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { reader in
                let isReady = state.withLock { state in
                    if !state.isReady { state.reader = reader }
                    return state.isReady
                }
                if isReady { reader.resume() }
            }
        } onCancel: {
            cancel()
        }
        let (bytes, end, isWriterWaiting) = state.withLock { state in
            let (bytes, isWriterWaiting) = (state.bytes, state.isWriterWaiting)
            state.bytes = []
            state.isWriterWaiting = false
            return (bytes, state.end, isWriterWaiting)
        }
        if isWriterWaiting { demand.signal() }
        switch end {
        case .failed(let error): throw error
        case .cancelled: throw CancellationError()
        case .finished, nil: return bytes.isEmpty ? nil : bytes
        }
    }
}
