// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

extension HKAttachment {
    /// The bytes of an attachment, one after the other.
    public struct AsyncBytes: AsyncSequence, Sendable {
        /// The element of the sequence.
        public typealias Element = UInt8

        let attachment: UUID
        let context: HealthContext
        let progress: HeldProgress

        /// Begins to read.
        public func makeAsyncIterator() -> BufferedAsyncByteIterator {
            BufferedAsyncByteIterator(bytes: self)
        }

        /// Gives bytes one by one; reads some at a time.
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

            /// The next byte; nil after the last one.
            /// - Throws: an `HKError`, `errorNoData` where the attachment is not there or the app may not see it, or
            ///   `CancellationError` where the task was cancelled.
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
