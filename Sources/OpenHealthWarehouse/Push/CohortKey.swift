// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The key that pseudonyms are made with; see ``Pseudonym/init(identity:key:)``. With it, the pseudonym of
/// a known identity can be computed; without it, it cannot.
public struct CohortKey: Sendable {
    /// The fewest bytes.
    public static let shortest = 32

    /// The bytes.
    public let bytes: Data

    /// Takes bytes as a key.
    /// - Parameter bytes: at least 32 unpredictable bytes.
    /// - Throws: a ``WarehouseError``, `invalidArgument`, where there are fewer than 32.
    public init(bytes: Data) throws {
        guard bytes.count >= Self.shortest else {
            throw WarehouseError(
                .invalidArgument, "a key of \(bytes.count) bytes is too short",
                remedy: "take \(Self.shortest) random bytes or more")
        }
        self.bytes = bytes
    }

    /// Reads a key from a file: its bytes, without line ends at its end.
    /// - Parameter file: the file, which only its owner may read.
    /// - Throws: a ``WarehouseError``, `invalidArgument`, where it cannot be read, is too short, or where others than its owner may
    ///   read it.
    public init(contentsOf file: URL) throws {
        var facts = stat()
        guard stat(file.path, &facts) == 0, let data = try? Data(contentsOf: file) else {
            throw WarehouseError(
                .invalidArgument, "the key file \(file.path) cannot be read",
                remedy: "check the path, and that you may read it")
        }
        guard facts.st_mode & 0o077 == 0 else {
            throw WarehouseError(
                .invalidArgument, "others may read the key file \(file.path)",
                remedy: "take that from them: chmod 600 \(file.path)")
        }
        let end = data.lastIndex { $0 != 0x0A && $0 != 0x0D }.map { $0 + 1 } ?? data.startIndex
        do {
            try self.init(bytes: Data(data[..<end]))
        } catch let error as WarehouseError {
            throw WarehouseError(error.code, "\(file.path): \(error.message)", remedy: error.remedy)
        }
    }

    /// Reads the key of a file, or makes one of 256 random bits, for its owner alone (mode 0600), where there is no file yet.
    /// - Parameter file: the file; the folders that it is in are made, too.
    /// - Throws: a ``WarehouseError``, `invalidArgument`.
    public static func readOrMake(_ file: URL) throws -> CohortKey {
        try? FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        // Under another name first, so that other readers see no file or a complete one.
        let draft = file.path + ".\(UUID().uuidString)"
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if descriptor >= 0 {
            let text = Array((0..<shortest).map { _ in UInt8.random(in: .min ... .max) }.hexadecimal.utf8) + [0x0A]
            let isWritten = write(descriptor, text, text.count) == text.count && fsync(descriptor) == 0
            close(descriptor)
            // Fails where there is one, which stays.
            if isWritten { link(draft, file.path) }
            unlink(draft)
        }
        return try CohortKey(contentsOf: file)
    }

    /// Where a person's key is unless they say otherwise: `$XDG_CONFIG_HOME/openhealthkit/cohort.key`, else
    /// `~/.config/openhealthkit/cohort.key`.
    /// - Parameter environment: the variables of the process.
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
