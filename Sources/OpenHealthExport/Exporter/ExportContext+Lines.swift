// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthFormats
import OpenHealthModel

extension ExportContext {
    /// The number of bytes that are collected before they are written.
    private static let bufferSize = 1 << 18

    /// Writes a file of JSON values, one a line.
    func lines(_ path: String, _ body: ((JSONValue) throws -> Void) throws -> Void) throws {
        try output.file(path) { sink in
            var sink = sink
            var bytes: [UInt8] = []
            func flush() throws {
                try bytes.withUnsafeBytes { try sink.write($0) }
                bytes.removeAll(keepingCapacity: true)
            }
            try body { value in
                bytes += value.bytes
                bytes.append(UInt8(ascii: "\n"))
                if bytes.count > Self.bufferSize { try flush() }
            }
            try flush()
        }
    }
}
