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
