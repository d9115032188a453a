// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

extension HKAttachment {
    /// The bytes of an attachment as an asynchronous sequence.
    public struct AsyncBytes: AsyncSequence, Sendable {
        /// The element of the sequence.
        public typealias Element = UInt8

        let attachment: UUID
        let context: HealthContext
        let progress: HeldProgress

        /// Creates an iterator over the bytes.
        public func makeAsyncIterator() -> BufferedAsyncByteIterator {
            BufferedAsyncByteIterator(bytes: self)
        }

        /// An iterator that reads the bytes in pages.
        public struct BufferedAsyncByteIterator: AsyncIteratorProtocol {
            private static let pageSize = 1 << 16

            private let bytes: AsyncBytes
            private var buffer: [UInt8] = []
            private var next = 0
            /// The number of bytes that have been read into buffers.
            private var count = 0
            private var isDone = false

            init(bytes: AsyncBytes) {
                self.bytes = bytes
            }

            /// Returns the next byte, or nil after the last one.
            /// - Throws: An `HKError`: `errorNoData` if the attachment does not exist or the app may not read it; or
            ///   `CancellationError` if the task was canceled.
            public mutating func next() async throws -> UInt8? {
                if next == buffer.count && !isDone { try await refill() }
                guard next < buffer.count else { return nil }
                defer { next += 1 }
                return buffer[next]
            }

            private mutating func refill() async throws {
                try Task.checkCancellation()
                let (attachment, offset) = (bytes.attachment, count)
                buffer = try await bytes.context.perform { session in
                    [UInt8](try await session.attachmentBytes(attachment, from: offset, count: Self.pageSize))
                }
                next = 0
                count += buffer.count
                isDone = buffer.isEmpty
                bytes.progress.set(count)
            }
        }
    }
}
