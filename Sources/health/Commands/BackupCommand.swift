// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import OpenHealthBackup
import OpenHealthModel
import OpenHealthStore

/// The `health backup` command.
struct BackupCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Copy the store to a file, also while it is in use.",
        discussion: """
            The copy is a complete store. An existing file is not replaced. Attachments of samples are copied
            into a folder beside it, named after the file with .attachments appended.

            With --encrypt, the store and its attachments become one file, encrypted with a passphrase. `health restore` and
            the program age (age-encryption.org) decrypt it; it cannot be read without the passphrase.

            Examples:
              health backup /media/stick/health-2024-03-10.db
              health backup /media/stick/health-2024-03-10.age --encrypt
              health types --store /media/stick/health-2024-03-10.db
            """)

    @Argument(help: "The file to create.", completion: .file())
    var file: String

    @Flag(help: "Encrypt the backup with a passphrase.")
    var encrypt = false

    @OptionGroup var passphrase: PassphraseOptions
    @OptionGroup var answer: StoreAnswerOptions

    func validate() throws {
        if passphrase.file != nil, !encrypt { throw ValidationError("'--passphrase-file' requires '--encrypt'") }
    }

    func run() throws {
        let database = try answer.open(.readOnly)
        let url = URL(fileURLWithPath: file)
        let secret = try encrypt ? passphrase.read(isNew: true) : nil
        let meter = ProgressMeter(url.lastPathComponent)
        func update(_ fraction: Double) {
            meter.update(ProgressMeter.State(fraction: fraction, bytes: 0, records: 0))
        }
        if let secret {
            try StoreBackup.write(database, to: url, passphrase: secret, progress: update)
        } else {
            try database.backup(to: url, progress: update)
        }
        meter.finish()
        let size = try FileManager.default.attributesOfItem(atPath: url.path)[.size] as? NSNumber
        let bytes = size?.int64Value ?? 0
        try answer.print(
            ["file": .string(url.path), "bytes": .integer(Int(bytes))],
            text: ["backed up to \(url.path.printable) (\(NumberText.bytes(bytes)))"])
    }
}
