// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// The key for pseudonyms; see ``Pseudonym/init(identity:key:)``. The pseudonym of a known identity can only be computed with the
/// key.
public struct CohortKey: Sendable {
    /// The minimum number of bytes.
    public static let shortest = 32

    /// The bytes.
    public let bytes: Data

    /// Creates a key from bytes.
    /// - Parameter bytes: At least 32 unpredictable bytes.
    /// - Throws: A ``WarehouseError``: `invalidArgument` if there are fewer than 32 bytes.
    public init(bytes: Data) throws {
        guard bytes.count >= Self.shortest else {
            throw WarehouseError(
                .invalidArgument, "a key of \(bytes.count) bytes is too short",
                remedy: "use \(Self.shortest) random bytes or more")
        }
        self.bytes = bytes
    }

    /// Reads a key from the bytes of a file, without trailing line breaks.
    /// - Parameter file: The file, which only its owner can read.
    /// - Throws: A ``WarehouseError``: `invalidArgument` if the file doesn't exist, can't be read, is too short, or is readable by
    ///   others than its owner.
    public init(contentsOf file: URL) throws {
        var facts = stat()
        let isFound = stat(file.path, &facts) == 0
        guard isFound || errno != ENOENT else {
            throw WarehouseError(
                .invalidArgument, "the key file \(file.path) does not exist",
                remedy: "check the path, or create a key: head -c 32 /dev/urandom | base64 > \(file.path); "
                    + "chmod 600 \(file.path)")
        }
        guard isFound, let data = try? Data(contentsOf: file) else {
            throw WarehouseError(
                .invalidArgument, "the key file \(file.path) cannot be read",
                remedy: "check the path, and that you may read it")
        }
        guard facts.st_mode & 0o077 == 0 else {
            throw WarehouseError(
                .invalidArgument, "other users can read the key file \(file.path)",
                remedy: "restrict it: chmod 600 \(file.path)")
        }
        let end = data.lastIndex { $0 != 0x0A && $0 != 0x0D }.map { $0 + 1 } ?? data.startIndex
        do {
            try self.init(bytes: Data(data[..<end]))
        } catch let error as WarehouseError {
            throw WarehouseError(error.code, "\(file.path): \(error.message)", remedy: error.remedy)
        }
    }

    /// Reads the key of a file. If the file doesn't exist, creates a key of 256 random bits in a file that only its owner can
    /// read (mode 0600).
    /// - Parameter file: The file. Its folders are created if necessary.
    /// - Throws: A ``WarehouseError``: `invalidArgument` if the file can't be read or created.
    public static func readOrMake(_ file: URL) throws -> CohortKey {
        try? FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        // The file is first created with another name, so that other readers see either no file or a complete one.
        let draft = file.path + ".\(UUID().uuidString)"
        let descriptor = NewFile.create(draft)
        if descriptor >= 0 {
            let text = Array((0..<shortest).map { _ in UInt8.random(in: .min ... .max) }.hexadecimal.utf8) + [0x0A]
            let isWritten = write(descriptor, text, text.count) == text.count && fsync(descriptor) == 0
            close(descriptor)
            // Linking fails if the file exists, which is then kept.
            if isWritten { link(draft, file.path) }
            unlink(draft)
        }
        return try CohortKey(contentsOf: file)
    }

    /// Returns the default location of a person's key: `$XDG_CONFIG_HOME/openhealthkit/cohort.key`, or else
    /// `~/.config/openhealthkit/cohort.key`.
    /// - Parameter environment: The environment variables of the process.
    public static func defaultURL(
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> URL {
        let folder: URL
        if let path = environment["XDG_CONFIG_HOME"], path.hasPrefix("/") {
            folder = URL(fileURLWithPath: path, isDirectory: true)
        } else {
            let home = environment["HOME"] ?? NSHomeDirectory()
            folder = URL(fileURLWithPath: home, isDirectory: true)
                .appendingPathComponent(".config", isDirectory: true)
        }
        return folder.appendingPathComponent("openhealthkit/cohort.key")
    }
}
