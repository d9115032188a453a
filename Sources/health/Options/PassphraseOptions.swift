// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation

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
        guard let text = try? String(contentsOfFile: file, encoding: .utf8),
            let line = text.split(whereSeparator: \.isNewline).first, text.first?.isNewline == false
        else {
            throw ToolError(
                .badArgument, "the file \(file.printable) has no \(secret) in its first line",
                remedy: "give a text file that this user may read")
        }
        return String(line)
    }
}
