// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import NIOCore
import OpenHealthFormats
import Synchronization

/// The content of a file compressed with gzip, when it is first requested: most servers send few of their files.
final class CompressedContent: Sendable {
    private let state: Mutex<State>

    private enum State {
        case waiting(ByteBuffer)
        /// The compressed content; nil if it is not smaller.
        case compressed(ByteBuffer?)
    }

    init(of content: ByteBuffer) { state = Mutex(.waiting(content)) }

    /// The compressed content; nil if it is not smaller.
    var value: ByteBuffer? {
        state.withLock { state in
            switch state {
            case .compressed(let value): return value
            case .waiting(let content):
                let packed = Gzip.packedSmall(Array(content.readableBytesView))
                let value = packed.count < content.readableBytes ? ByteBuffer(bytes: packed) : nil
                state = .compressed(value)
                return value
            }
        }
    }
}
