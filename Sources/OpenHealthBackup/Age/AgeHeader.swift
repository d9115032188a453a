// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Crypto
import CryptoExtras
import Foundation

/// The header of an age file (age-encryption.org/v1) with one recipient: a passphrase.
///
/// The passphrase is stretched with scrypt (RFC 7914) of swift-crypto's `CryptoExtras`, which uses BoringSSL.
struct AgeHeader {
    /// The first line of every age file.
    static let intro = "age-encryption.org/v1\n"
    /// The logarithm of scrypt's cost in new files, which is that of the program age: 256 MiB for each guess. It is also the largest in a file
    /// that is opened, because the memory is needed before anything of the file is known to be authentic.
    static let usualCost = 18
    /// The maximum size of a header. A header with one recipient has about 150 bytes.
    static let maximumSize = 4096

    private static let saltSize = 16
    private static let fileKeySize = 16
    private static let wrappedSize = fileKeySize + 16

    /// The bytes of the header, including the last line break.
    let bytes: [UInt8]
    /// The key from which the keys of the file are derived.
    let fileKey: SymmetricKey

    /// Creates the header of a new file.
    init(passphrase: String, cost: Int = usualCost) throws {
        guard !passphrase.isEmpty else {
            throw BackupError(
                .emptyPassphrase, "the passphrase is empty", remedy: "choose a passphrase of several words")
        }
        fileKey = SymmetricKey(size: SymmetricKeySize(bitCount: Self.fileKeySize * 8))
        let salt = SymmetricKey(size: SymmetricKeySize(bitCount: Self.saltSize * 8)).withUnsafeBytes { Data($0) }
        let key = try Self.wrapKey(passphrase, salt: salt, cost: cost)
        let sealed = try ChaChaPoly.seal(
            fileKey.withUnsafeBytes { Data($0) }, using: key, nonce: ChaChaPoly.Nonce(data: Data(count: 12)))
        let start =
            Self.intro + "-> scrypt \(Self.text(salt)) \(cost)\n\(Self.text(sealed.ciphertext + sealed.tag))\n---"
        bytes = Array((start + " \(Self.text(Self.mac(start, fileKey)))\n").utf8)
    }

    /// Opens the header of a file.
    init(_ bytes: [UInt8], passphrase: String) throws {
        self.bytes = bytes
        let text = String(decoding: bytes, as: UTF8.self)
        guard text.hasPrefix(Self.intro) else {
            throw BackupError(
                .notEncrypted, "the file is not encrypted in the format age-encryption.org/v1",
                remedy: "check that it is the right file")
        }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let stanza = lines.count > 1 ? lines[1].split(separator: " ").map(String.init) : []
        guard lines.count == 5, lines[4].isEmpty, stanza.count == 4, stanza[0] == "->", stanza[1] == "scrypt" else {
            throw BackupError(
                .unsupported, "the file is not encrypted with a passphrase alone",
                remedy: "decrypt it with `age --decrypt` and its key; " + Self.restoring)
        }
        guard let salt = Self.data(stanza[2]), salt.count == Self.saltSize, let cost = Int(stanza[3]),
            cost >= 1, "\(cost)" == stanza[3], let wrapped = Self.data(lines[2]),
            wrapped.count == Self.wrappedSize, lines[3].hasPrefix("--- "),
            let mac = Self.data(String(lines[3].dropFirst(4)))
        else { throw Self.damaged }
        guard cost <= Self.usualCost else {
            throw BackupError(
                .unsupported,
                "the file is encrypted with the scrypt cost \(cost), which takes more memory than the greatest allowed, \(Self.usualCost)",
                remedy: "if you trust the file, decrypt it with `age --decrypt`; " + Self.restoring)
        }
        let key = try Self.wrapKey(passphrase, salt: salt, cost: cost)
        let box = try ChaChaPoly.SealedBox(
            nonce: ChaChaPoly.Nonce(data: Data(count: 12)), ciphertext: wrapped.prefix(Self.fileKeySize),
            tag: wrapped.suffix(16))
        guard let opened = try? ChaChaPoly.open(box, using: key) else {
            throw BackupError(
                .wrongPassphrase, "the passphrase is wrong", remedy: "enter the passphrase of this backup")
        }
        fileKey = SymmetricKey(data: opened)
        let start = lines[..<3].joined(separator: "\n") + "\n---"
        guard HMAC<SHA256>.isValidAuthenticationCode(mac, authenticating: Data(start.utf8), using: Self.macKey(fileKey))
        else { throw Self.damaged }
    }

    /// Returns the key of the payload.
    func payloadKey(nonce: Data) -> SymmetricKey {
        HKDF<SHA256>.deriveKey(
            inputKeyMaterial: fileKey, salt: nonce, info: Data("payload".utf8), outputByteCount: 32)
    }

    /// The next steps with a file that the program age has decrypted.
    private static let restoring =
        "then unpack the archive, rename its folder `attachments` to `health.db.attachments`, and restore `health.db`"

    static let damaged = BackupError(
        .damaged, "the encrypted file is damaged or incomplete", remedy: "use another copy of the backup")

    private static func wrapKey(_ passphrase: String, salt: Data, cost: Int) throws -> SymmetricKey {
        try KDF.Scrypt.deriveKey(
            from: Data(passphrase.utf8), salt: Data("age-encryption.org/v1/scrypt".utf8) + salt, outputByteCount: 32,
            rounds: 1 << cost, blockSize: 8, parallelism: 1)
    }

    private static func macKey(_ fileKey: SymmetricKey) -> SymmetricKey {
        HKDF<SHA256>.deriveKey(
            inputKeyMaterial: fileKey, salt: Data(), info: Data("header".utf8), outputByteCount: 32)
    }

    private static func mac(_ start: String, _ fileKey: SymmetricKey) -> Data {
        Data(HMAC<SHA256>.authenticationCode(for: Data(start.utf8), using: macKey(fileKey)))
    }

    /// Returns Base64 without padding, as all of age's headers have it.
    private static func text(_ data: Data) -> String { data.base64EncodedString().replacing("=", with: "") }

    private static func data(_ text: String) -> Data? {
        let padding = String(repeating: "=", count: (4 - text.count % 4) % 4)
        guard !text.contains("="), let data = Data(base64Encoded: text + padding), Self.text(data) == text else {
            return nil
        }
        return data
    }
}

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
