// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthFormats

/// A source of the decrypted bytes of an age file. Every byte is authentic; the end is, too.
package struct AgeReader<Base: ByteSource>: ByteSource {
    private var base: Base
    private var payload: AgePayload
    /// Encrypted bytes that have been read and not decrypted.
    private var pending: [UInt8]
    private var plain: ArraySlice<UInt8> = []
    private var isAtEnd = false

    /// Opens the file.
    /// - Throws: a ``BackupError``, or the error of the base.
    package init(_ base: Base, passphrase: String) throws {
        self.base = base
        pending = []
        try Self.fill(&self.base, &pending, to: AgeHeader.maximumSize)
        guard let end = Self.headerEnd(pending) else {
            // The error names the reason.
            _ = try AgeHeader(pending, passphrase: passphrase)
            throw AgeHeader.damaged
        }
        let header = try AgeHeader(Array(pending[..<end]), passphrase: passphrase)
        let start = end + AgePayload.nonceSize
        guard pending.count >= start else { throw AgeHeader.damaged }
        payload = AgePayload(key: header.payloadKey(nonce: Data(pending[end..<start])))
        pending.removeFirst(start)
    }

    /// Returns whether a file begins like one of the program age.
    package static func isEncrypted(_ base: Base) throws -> Bool {
        var (base, bytes) = (base, [UInt8]())
        try fill(&base, &bytes, to: AgeHeader.intro.utf8.count)
        return bytes.starts(with: AgeHeader.intro.utf8)
    }

    /// Returns the index after the header: after the line that begins with three dashes.
    private static func headerEnd(_ bytes: [UInt8]) -> Int? {
        var start = 0
        while let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) {
            if bytes[start..<end].starts(with: Array("---".utf8)) { return end + 1 }
            start = end + 1
        }
        return nil
    }

    /// Reads until there are some bytes, or until the end.
    private static func fill(_ base: inout Base, _ bytes: inout [UInt8], to count: Int) throws {
        while bytes.count < count {
            var piece = [UInt8](repeating: 0, count: count - bytes.count)
            let read = try piece.withUnsafeMutableBytes { try base.read(into: $0) }
            if read == 0 { return }
            bytes += piece.prefix(read)
        }
    }

    package mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        while plain.isEmpty, !isAtEnd {
            let size = AgePayload.chunkSize + AgePayload.overhead
            // One more byte tells whether the chunk is the last one.
            try Self.fill(&base, &pending, to: size + 1)
            isAtEnd = pending.count <= size
            plain = try payload.open(Array(pending.prefix(size)), isLast: isAtEnd)[...]
            pending.removeFirst(min(size, pending.count))
        }
        let count = min(buffer.count, plain.count)
        buffer.copyBytes(from: plain.prefix(count))
        plain = plain.dropFirst(count)
        return count
    }
}
