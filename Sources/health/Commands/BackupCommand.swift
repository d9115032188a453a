// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import OpenHealthBackup
import OpenHealthCommandLine
import OpenHealthModel
import OpenHealthStore

/// The `health backup` command.
struct BackupCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Copy the store to a file, also while it is in use.",
        discussion: """
            The copy is a complete store. An existing file is not replaced. Attachments of samples are copied
            into a folder beside it, named after the file with .attachments appended. Attachments whose file is missing, a
            link or not a regular file are left out and listed.

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
    @OptionGroup var outputOptions: StoreOutputOptions

    func validate() throws {
        if passphrase.file != nil, !encrypt { throw ValidationError("'--passphrase-file' requires '--encrypt'") }
    }

    func run() throws {
        let database = try outputOptions.open(.readOnly)
        let url = URL(fileURLWithPath: file)
        let secret = try encrypt ? passphrase.read(isNew: true) : nil
        let meter = ProgressMeter(url.lastPathComponent)
        func update(_ fraction: Double) {
            meter.update(ProgressMeter.State(fraction: fraction, bytes: 0, records: 0))
        }
        let cancellation = Cancellation()
        defer { cancellation.end() }
        let omitted = try cancellation.run {
            try secret.map { try StoreBackup.write(database, to: url, passphrase: $0, progress: update) }
                ?? database.backup(to: url, progress: update)
        }
        meter.finish()
        let size = try FileManager.default.attributesOfItem(atPath: url.path)[.size] as? NSNumber
        let bytes = size?.int64Value ?? 0
        try outputOptions.print(
            ["file": .string(url.path), "bytes": .integer(Int(bytes)), "omitted": .texts(omitted)],
            text: ["backed up to \(url.path.printable) (\(NumberText.bytes(bytes)))"]
                + omitted.map { "left out: \($0)" })
    }
}

/// The `health restore` command.
struct RestoreCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Restore the store from a backup.",
        discussion: """
            Reads a file of `health backup`, encrypted or not, and checks it completely before the store is created or, with \
            --force, replaced. Invalid values that `health check --repair` can repair are repaired in the restored store, and \
            each repair is printed; a backup with other faults is refused. The files of the previous store are kept under another name, which is printed. A server must \
            be stopped first.

            Examples:
              health restore /media/stick/health-2024-03-10.age
              health restore old.db --store recovered.db
            """)

    @Argument(help: "The backup.", completion: .file())
    var file: String

    @Flag(help: "Replace an existing store, whose files are kept under another name.")
    var force = false

    @OptionGroup var passphrase: PassphraseOptions
    @OptionGroup var outputOptions: StoreOutputOptions

    func run() throws {
        try outputOptions.storeOptions.check()
        let store = outputOptions.storeOptions.url
        try FileManager.default.createDirectory(
            at: store.deletingLastPathComponent(), withIntermediateDirectories: true)
        var restoration = StoreRestoration(backup: URL(fileURLWithPath: file), store: store)
        restoration.replaces = force
        let width = Terminal.width(STDERR_FILENO)
        let cancellation = Cancellation()
        defer { cancellation.end() }
        let outcome = try cancellation.run {
            try restoration.run(passphrase: cancellation.pause { try passphrase.read(isNew: false) }) { step in
                if let width { Terminal.note("\r\u{1B}[K" + step.cut(to: max(1, width - 1))) }
            }
        }
        if width != nil { Terminal.note("\r\u{1B}[K") }
        var lines = ["restored \(store.path.printable)"]
        if let previous = outcome.previous { lines.append("the previous store is \(previous.path.printable)") }
        lines += outcome.repaired.map { "repaired: \($0)" }
        try outputOptions.print(
            [
                "file": .string(store.path), "previous": outcome.previous.map { .string($0.path) } ?? .null,
                "repaired": .texts(outcome.repaired),
            ], text: lines)
    }
}
