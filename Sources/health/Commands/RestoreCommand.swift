// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import OpenHealthBackup
import OpenHealthModel
import OpenHealthStore

/// The `health restore` command.
struct RestoreCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Restore the store from a backup.",
        discussion: """
            Reads a file of `health backup`, encrypted or not, and checks it completely before the store is created or, with \
            --force, replaced. The files of the previous store are kept under another name, which is printed. A server must \
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
    @OptionGroup var answer: StoreAnswerOptions

    func run() throws {
        try answer.storeOptions.check()
        let store = answer.storeOptions.url
        try FileManager.default.createDirectory(
            at: store.deletingLastPathComponent(), withIntermediateDirectories: true)
        var restoration = StoreRestoration(backup: URL(fileURLWithPath: file), store: store)
        restoration.replaces = force
        let width = Terminal.width(STDERR_FILENO)
        let previous = try restoration.run(passphrase: passphrase.read(isNew: false)) { step in
            if let width { Terminal.note("\r\u{1B}[K" + step.cut(to: max(1, width - 1))) }
        }
        if width != nil { Terminal.note("\r\u{1B}[K") }
        var lines = ["restored \(store.path.printable)"]
        if let previous { lines.append("the previous store is \(previous.path.printable)") }
        try answer.print(
            ["file": .string(store.path), "previous": previous.map { .string($0.path) } ?? .null], text: lines)
    }
}
