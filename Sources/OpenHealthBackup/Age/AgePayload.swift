// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation

/// The chunks of an age file's payload: ChaCha20-Poly1305 with a counter and a mark of the last one (STREAM).
struct AgePayload {
    /// The number of bytes in each chunk but the last.
    static let chunkSize = 64 << 10
    /// The number of bytes that encryption adds to a chunk.
    static let overhead = 16
    /// The number of bytes of the nonce before the chunks.
    static let nonceSize = 16

    let key: SymmetricKey
    private var counter: UInt64 = 0

    init(key: SymmetricKey) {
        self.key = key
    }

    /// Returns the nonce of the next chunk.
    private mutating func nonce(isLast: Bool) throws -> ChaChaPoly.Nonce {
        var bytes = [UInt8](repeating: 0, count: 12)
        for index in 0..<8 { bytes[10 - index] = UInt8(truncatingIfNeeded: counter >> (8 * UInt64(index))) }
        bytes[11] = isLast ? 1 : 0
        counter += 1
        return try ChaChaPoly.Nonce(data: bytes)
    }

    /// Returns a chunk encrypted.
    mutating func seal(_ chunk: some DataProtocol, isLast: Bool) throws -> [UInt8] {
        let box = try ChaChaPoly.seal(chunk, using: key, nonce: nonce(isLast: isLast))
        return Array(box.ciphertext) + Array(box.tag)
    }

    /// Returns a chunk decrypted.
    mutating func open(_ chunk: [UInt8], isLast: Bool) throws -> [UInt8] {
        // Only an empty file has an empty chunk.
        let isFirst = counter == 0
        guard chunk.count > Self.overhead || chunk.count == Self.overhead && isFirst && isLast else {
            throw AgeHeader.damaged
        }
        let box = try ChaChaPoly.SealedBox(
            nonce: nonce(isLast: isLast), ciphertext: chunk.dropLast(Self.overhead), tag: chunk.suffix(Self.overhead))
        guard let bytes = try? ChaChaPoly.open(box, using: key) else { throw AgeHeader.damaged }
        return Array(bytes)
    }
}
