// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import OpenHealthCommandLine
import OpenHealthStore
import OpenHealthWarehouse
import Synchronization

/// The `health cohort push` command.
struct CohortPushCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "push",
        abstract: "Send new data of a store to a cohort.",
        discussion: """
            Sends samples, deletions and the statistics of each day under the participant's pseudonym; the first \
            push sends everything, later ones the changes. An interrupted push is resumed when it is run \
            again, and nothing is counted twice. Figures of quantities that a phone pushed (`health aggregates`) are not \
            samples, and are not sent.

            Names of sources and devices, metadata with texts or dates (such as time zones and notes), and the date of birth except \
            for its year are not sent, unless --disclose names them; a later push without it removes them.

            Without --participant, the pseudonym is a keyed hash of the store's identity (or of --identity): 26 \
            characters that cannot be reversed without the key. The key is the file of --key, or cohort.key in \
            $XDG_CONFIG_HOME/openhealthkit. Only cohort.key is created if it does not exist. The file of --key has at least \
            32 random bytes, and only its owner can read it (mode 600). Keep it: without the key, \
            the pseudonyms cannot be found again.

            Examples:
              head -c 32 /dev/urandom | base64 > study.key; chmod 600 study.key
              health cohort push --participant w001 --store anna.db --group north
              health cohort push --identity 'study 7, number 12' --key study.key --store berta.db
              health cohort push --participant w001 --store anna.db --disclose source-names,device-names
              health cohort push --participant w001 --store anna.db --since 0
            """)

    @OptionGroup var cohortOptions: CohortOptions
    @OptionGroup var storeOptions: StoreOptions

    @Option(help: .value("pseudonym", "The participant: at most 64 letters, digits, - _ and ."))
    var participant: String?

    @Option(help: .value("file", "The key that derives the pseudonym if none is given."), completion: .file())
    var key: String?

    @Option(help: .value("text", "The identity from which the pseudonym is derived; by default that of the store."))
    var identity: String?

    @Option(help: .value("name", "The group of the participant, which is kept until another is given."))
    var group: String?

    @Option(
        help: .value(
            "names",
            "The data to disclose besides values: \(CohortDisclosure.allCases.map(\.rawValue).joined(separator: ", "))."
        ))
    var disclose: String?

    @Option(
        help: .value(
            "anchor", "Send everything after this number in the store's order of changes again; 0 for everything."))
    var since: Int64?

    @Option(
        name: .customLong("timezone"),
        help: .value(
            "zone",
            "The home time zone that determines days, such as Europe/Berlin, which is kept until another is given; by "
                + "default that of the store, also after it changes."))
    var timeZone: String?

    @Flag(help: "Admit a withdrawn participant again.")
    var admit = false

    @Option(help: "The format of the receipt.")
    var format: ListingFormat = .table

    @OptionGroup var csv: CSVOptions

    func run() throws {
        let options = try options()
        let cohort = try cohortOptions.place()
        let database = try storeOptions.open(.readWrite)
        let pseudonym = try pseudonym(database)
        let (format, raw, credentials) = (format, csv.raw, cohortOptions.credentials)
        try Waiting.run {
            let warehouse = try await cohort.warehouse(credentials)
            let receipt = try await Self.push(database, as: pseudonym, to: warehouse, options)
            let output = Output.standard()
            if format == .table {
                for line in PushReceiptText(receipt: receipt).lines { try output.line(line) }
                try output.flush()
            } else {
                let listing = Listing(
                    PushReceiptText.columns, format: format, raw: raw, clock: ZoneClock(.gmt), output: output,
                    nothing: "")
                try listing.add(receipt)
                try listing.end()
            }
        }
    }

    private static func push(
        _ database: HealthDatabase, as pseudonym: Pseudonym, to warehouse: Warehouse, _ options: PushOptions
    ) async throws -> PushReceipt {
        let meter = PushMeter(pseudonym.description)
        defer { meter.finish() }
        let interruption = Interruption()
        defer { interruption.end() }
        return try await warehouse.push(database, as: pseudonym, options: options) { progress in
            meter.update(progress)
        }
    }

    /// Returns the values of the arguments.
    private func options() throws -> PushOptions {
        var zoneOptions = ZoneOptions()
        zoneOptions.timeZone = timeZone
        return PushOptions(
            since: since, group: group.map(TypedArguments.plain),
            disclosure: try disclose.map(CohortDisclosure.set) ?? [],
            timeZone: try zoneOptions.named(), admitsAgain: admit)
    }

    /// Returns the given pseudonym or, without one, the pseudonym derived from the key.
    private func pseudonym(_ database: HealthDatabase) throws -> Pseudonym {
        if let participant {
            guard key == nil, identity == nil else {
                throw ToolError(
                    .badArgument, "--participant gives the pseudonym that --key and --identity would make",
                    remedy: "omit one of them")
            }
            return try Pseudonym(TypedArguments.plain(participant))
        }
        let identity = identity.map(TypedArguments.plain)
        guard identity?.isEmpty != true else {
            throw ToolError(
                .badArgument, "--identity says nothing", remedy: "give an identity that distinguishes the person")
        }
        let file = key.map { URL(fileURLWithPath: $0) } ?? CohortKey.defaultURL()
        // If a named key file does not exist, the name is probably wrong, so no new key is created.
        let secret = try key == nil ? CohortKey.readOrMake(file) : CohortKey(contentsOf: file)
        return Pseudonym(identity: try identity ?? database.cohorts.storeIdentity(), key: secret)
    }
}

/// The progress of a push, which can be reported from any thread.
private final class PushMeter: Sendable {
    private let meter: Mutex<ProgressMeter>

    init(_ title: String) {
        meter = Mutex(ProgressMeter(title))
    }

    func update(_ progress: PushProgress) {
        let share = progress.samplesInAll > 0 ? Double(progress.samples) / Double(progress.samplesInAll) : nil
        let state = ProgressMeter.State(
            fraction: share.map { min(1, $0) }, bytes: Int64(progress.bytes), records: progress.samples)
        meter.withLock { $0.update(state) }
    }

    func finish() {
        meter.withLock { $0.finish() }
    }
}
