// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import OpenHealthCommandLine

/// The passphrase of a backup.
struct PassphraseOptions: ParsableArguments {
    @Option(
        name: .customLong("passphrase-file"),
        help: ArgumentHelp(
            """
            A file with the passphrase in its first line; without it, the passphrase is read from the terminal or \
            standard input.
            """, valueName: "file"),
        completion: .file())
    var file: String?

    /// Returns the passphrase.
    /// - Parameter isNew: whether it is typed twice.
    func read(isNew: Bool) throws -> String {
        if let file { return try Self.read(file) }
        let passphrase = try HiddenLine.read("Passphrase of the backup: ")
        if isNew, HiddenLine.isTerminal, try HiddenLine.read("The same again: ") != passphrase {
            throw ToolError(.badArgument, "the passphrases differ", remedy: "enter the same passphrase twice")
        }
        return passphrase
    }

    /// Returns the passphrase in a file.
    static func read(_ file: String) throws -> String {
        try SecretFile.firstLine(file, of: "passphrase")
    }
}

/// Files with a secret in their first line.
enum SecretFile {
    /// Returns the first line of a file.
    /// - Parameter secret: The name of the secret in the error, such as `token`.
    /// - Throws: A ``ToolError`` if the file cannot be read or its first line is empty.
    static func firstLine(_ file: String, of secret: String) throws -> String {
        guard let text = lineText(of: file),
            let line = text.split(whereSeparator: \.isNewline).first, text.first?.isNewline == false
        else {
            throw ToolError(
                .badArgument, "the file \(file.printable) has no \(secret) in its first line",
                remedy: "give a text file that this user may read")
        }
        return String(line)
    }

    /// The maximum number of bytes of a line.
    private static let maximumBytes = 1 << 16

    /// Returns the text of a file up to its first line feed; nil if it cannot be read, is too long, or is not UTF-8.
    ///
    /// It waits for the text of a pipe. Foundation opens files without waiting, so that a pipe whose writer is slow seems empty.
    private static func lineText(of file: String) -> String? {
        let descriptor = open(file, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = Foundation.read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            // A character after the line can be cut off by the end of the buffer.
            let piece = buffer.prefix(max(0, count)).prefix { $0 != UInt8(ascii: "\n") }
            guard count >= 0, bytes.count + piece.count <= maximumBytes else { return nil }
            bytes += piece
            if count == 0 || piece.count < count { return String(validating: bytes, as: UTF8.self) }
        }
    }
}
