// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import OpenHealthModel
import OpenHealthStore

/// The `health backup` command.
struct BackupCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Copy the store to a file, also while it is in use.",
        discussion: """
            The copy is a store of its own. A file that is there already is left alone. What apps have attached to samples is
            copied into a folder beside it, named like the file with .attachments behind it.

            Examples:
              health backup /media/stick/health-2024-03-10.db
              health types --store /media/stick/health-2024-03-10.db
            """)

    @Argument(help: "The file to create.", completion: .file())
    var file: String

    @OptionGroup var storeOptions: StoreOptions
    @OptionGroup var answer: AnswerOptions

    func run() throws {
        let database = try storeOptions.open(.readOnly)
        let url = URL(fileURLWithPath: file)
        let meter = ProgressMeter(url.lastPathComponent)
        try database.backup(to: url) { fraction in
            meter.update(ProgressMeter.State(fraction: fraction, bytes: 0, records: 0))
        }
        meter.finish()
        let size = try FileManager.default.attributesOfItem(atPath: url.path)[.size] as? NSNumber
        let bytes = size?.int64Value ?? 0
        try answer.print(
            ["file": .string(url.path), "bytes": .integer(Int(bytes))],
            text: ["backed up to \(url.path.printable) (\(NumberText.bytes(bytes)))"])
    }
}
