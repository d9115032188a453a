// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import OpenHealthCommandLine
import OpenHealthModel
import OpenHealthWarehouse

/// The `health cohort withdraw` command.
struct CohortWithdrawCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "withdraw",
        abstract: "Remove a participant from every server of the cohort.",
        discussion: """
            Every row of the participant is removed from every table on every server, and each server is then \
            checked. A SHA-256 of the pseudonym remains, by which a later push \
            is refused; to take part again, push with --admit. The participant's store is not changed.

            If a server does not answer, the others are completed, and the error names it: run this again when it \
            is reachable. Until the command succeeds, data may remain.

            Not removed: your backups of the servers, their folders "detached", and their logs, which may \
            contain the pseudonym. Servers erase replaced files about eight minutes later.

            Only another push restores the data. The command asks first; without a terminal, --yes is required.

            Examples:
              health cohort withdraw w001
              health cohort withdraw w001 --yes
            """)

    @Argument(help: "The participant's pseudonym; `health cohort participants` lists them.")
    var pseudonym: String

    @Flag(help: "Remove without confirmation.")
    var yes = false

    @OptionGroup var options: CohortOptions
    @OptionGroup var outputOptions: OutputOptions

    func run() throws {
        let participant = try Pseudonym(TypedArguments.plain(pseudonym))
        // Invalid arguments are reported before the prompt.
        _ = try options.place()
        try confirm(participant)
        let (options, outputOptions) = (options, outputOptions)
        try Waiting.run {
            let withdrawal = try await options.warehouse().withdraw(participant)
            try outputOptions.print(values: Self.values(withdrawal), text: [Self.text(withdrawal)])
        }
    }

    private func confirm(_ participant: Pseudonym) throws {
        guard !yes else { return }
        try Prompt.confirm(
            "Remove everything of \(participant) from every server of the cohort?",
            warning: "this would remove everything of \(participant) from the cohort", verb: "remove")
    }

    /// Returns the report for programs: the number of rows by table, none if the participant was already withdrawn.
    private static func values(_ withdrawal: Withdrawal) -> KeyValuePairs<String, Cell> {
        let rows = withdrawal.rows.sorted { $0.key < $1.key }.map { (key: $0.key, value: Cell.count(Int($0.value))) }
        return [
            "participant": .text(withdrawal.participant.description), "servers": .count(withdrawal.servers.count),
            "rows": .object(rows),
        ]
    }

    /// Returns the report as text: the removed rows, and the number of servers that were checked.
    static func text(_ withdrawal: Withdrawal) -> String {
        let servers = withdrawal.servers.count == 1 ? "the server has" : "all \(withdrawal.servers.count) servers have"
        guard !withdrawal.rows.isEmpty else {
            return "\(withdrawal.participant) had been withdrawn before: \(servers) nothing left"
        }
        let rows = withdrawal.rows.sorted { $0.key < $1.key }.map { "\(NumberText.grouped($0.value)) of \($0.key)" }
        return
            "withdrew \(withdrawal.participant): removed rows (\(rows.joined(separator: ", "))); \(servers) nothing left"
    }
}
