// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation
import OpenHealthFormats

/// A sink that encrypts its bytes with a passphrase into a file of the program age.
package final class AgeWriter: ArchiveSink {
    private let file: any ArchiveSink
    private var payload: AgePayload
    private var chunk: [UInt8] = []

    /// The number of bytes before encryption.
    package private(set) var bytesWritten: Int64 = 0

    /// Creates the file.
    /// - Parameter cost: the logarithm of scrypt's cost; nil for that of the program age.
    /// - Throws: a ``BackupError`` if the passphrase is empty, or a `FormatError`.
    package init(_ file: any ArchiveSink, passphrase: String, cost: Int? = nil) throws {
        self.file = file
        let header = try AgeHeader(passphrase: passphrase, cost: cost ?? AgeHeader.usualCost)
        let nonce = SymmetricKey(size: SymmetricKeySize(bitCount: AgePayload.nonceSize * 8)).withUnsafeBytes {
            Data($0)
        }
        payload = AgePayload(key: header.payloadKey(nonce: nonce))
        try (header.bytes + nonce).withUnsafeBytes { try file.write($0) }
    }

    package func write(_ bytes: UnsafeRawBufferPointer) throws(FormatError) {
        bytesWritten += Int64(bytes.count)
        var rest = bytes[...]
        while !rest.isEmpty {
            // A full chunk is written only when more follows, because the last one is marked.
            if chunk.count == AgePayload.chunkSize { try flush(isLast: false) }
            let count = min(rest.count, AgePayload.chunkSize - chunk.count)
            chunk.append(contentsOf: rest.prefix(count))
            rest = rest.dropFirst(count)
        }
    }

    package func finish() throws(FormatError) {
        try flush(isLast: true)
        try file.finish()
    }

    private func flush(isLast: Bool) throws(FormatError) {
        do {
            let sealed = try payload.seal(chunk, isLast: isLast)
            chunk.removeAll(keepingCapacity: true)
            try sealed.withUnsafeBytes { try file.write($0) }
        } catch let error as FormatError {
            throw error
        } catch {
            throw FormatError(
                .notWritable, file: "backup", message: "the backup cannot be encrypted", remedy: "report this problem",
                cause: error)
        }
    }
}
