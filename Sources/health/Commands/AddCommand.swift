// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import OpenHealthCommandLine
import OpenHealthModel
import OpenHealthStore

/// The `health add` command.
struct AddCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Add a sample by hand; prints its UUID.",
        discussion: """
            A quantity takes a number and a unit, such as 72.5 kg, 72.5kg or 10 st 6 lb; without a unit it is in the type's \
            own, which `health types` shows. A percentage is 97 %, or 0.97 without a sign. A category takes the name of a \
            value, such as severe. Blood pressure takes both numbers. An improbable value needs a \
            confirmation, and is refused without a terminal; --anyway saves it.

            Dates: \(DateParser.forms) (also h, w, m, y).

            Examples:
              health add bodyMass 72.5 kg
              health add heartRate 61 --at 2024-03-10T07:30
              health add headache severe --at -2h
              health add sleepAnalysis asleepCore --at yesterday --end today
              health add bloodPressure 118/76
              health add oxygenSaturation 97 %
              health add insulinDelivery 4 IU --metadata HKInsulinDeliveryReason=1
            """)

    @Argument(help: "The type, such as bodyMass.", completion: .list(HealthTypes.all.map(\.swiftName)))
    var type: String

    @Argument(help: "The value: a number, or the name of a category's value.")
    var value: String

    @Argument(help: "The unit of a number, such as kg, mg/dL or bpm.")
    var unit: [String] = []

    @Flag(help: "Save an improbable value without confirmation.")
    var anyway = false

    @Option(help: .value("date", "The start date. A day alone means its first instant."))
    var at: String = "now"

    @Option(help: .value("date", "The end date, unless it is an instant."))
    var end: String?

    @Option(help: .value("key=value", "Metadata of the sample, such as HKWasUserEntered=1; may be repeated."))
    var metadata: [String] = []

    @OptionGroup var outputOptions: StoreOutputOptions
    @OptionGroup var zoneOptions: ZoneOptions

    func run() throws {
        let now = Date()
        // All arguments are checked before a store is created.
        _ = try sample(in: zoneOptions.named() ?? TimeZone.current, now: now, confirm: confirm)
        let database = try outputOptions.open(.create)
        let sample = try sample(in: zoneOptions.zone(for: database), now: now) { _ in }
        let source = ProvenanceData(sourceName: "health", sourceVersion: HealthVersion.current)
        _ = try database.save([sample], source: source)
        let added = sample.sampleType.identifier
        try outputOptions.print(
            [
                "uuid": .string(sample.uuid.uuidString), "type": .string(added), "name": .string(TypeName.short(added)),
            ], text: [sample.uuid.uuidString])
    }

    /// Asks for confirmation of a value.
    /// - Throws: A ``ToolError`` if the person declines, or if there is no terminal to ask on.
    private func confirm(_ prompt: String) throws {
        guard !anyway else { return }
        let remedy = "correct the value, or save it with --anyway"
        guard Prompt.canBeAsked else {
            // The statement of the prompt, in the form of an error.
            let statement = prompt.replacing(" Save it?", with: "").trimmingCharacters(in: ["."])
            throw ToolError(
                .badArgument, statement.prefix(1).lowercased() + statement.dropFirst(), remedy: remedy)
        }
        guard Prompt.yes(prompt) else { throw ToolError(.declined, "nothing was saved", remedy: remedy) }
    }

    private func sample(
        in zone: TimeZone, now: Date, confirm: @escaping (_ prompt: String) throws -> Void
    ) throws -> HKSample {
        let identifier = try TypeName.identifier(of: type, stored: [])
        let parser = DateParser(timeZone: zone, now: now)
        var builder = SampleBuilder(type: identifier, value: ([value] + unit).joined(separator: " "))
        builder.confirm = confirm
        builder.start = try parser.span(at).start
        guard builder.start >= (try parser.span("1900").start) else {
            throw ToolError(.badArgument, "the date is before 1900", remedy: "check the year")
        }
        builder.end = try end.map { try parser.span($0).start } ?? builder.start
        builder.metadata = try MetadataArgument.parse(metadata, zone: zone)
        if builder.metadata[HKMetadataKeyTimeZone] == nil { builder.metadata[HKMetadataKeyTimeZone] = zone.identifier }
        return try builder.sample()
    }
}
