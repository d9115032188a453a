// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthStore

/// A row of the table `participants`.
struct ParticipantRow: Hashable, Sendable {
    var participant: Pseudonym
    var version: UInt64 = 0
    var group = ""
    /// The year of birth; 0 if it isn't known.
    var birthYear: UInt16 = 0
    /// The date of birth; empty unless it is disclosed.
    var birthDate = ""
    /// The raw value of `HKBiologicalSex`.
    var sex: UInt8 = 0
    var timeZone = ""
    var store = ""
    var anchor: Int64 = 0
    /// The numbers of the civil days of the start dates of the first and the last sample.
    var firstDay: UInt16 = 0
    var lastDay: UInt16 = 0
    /// The date of the push in seconds since 1970.
    var pushed = 0.0
    /// The names of the disclosed details, sorted.
    var disclosed: [String] = []

    init(_ participant: Pseudonym) {
        self.participant = participant
    }

    /// The columns that ``init(_:fields:)`` reads.
    static let columns = """
        version, cohort_group, birth_year, birth_date, sex, time_zone, store, anchor, \
        toUInt16(first_day) AS first_number, toUInt16(last_day) AS last_number, pushed, disclosed
        """

    /// Creates a row from the fields of ``columns``.
    /// - Throws: A ``ServerFailure``.
    init(_ participant: Pseudonym, fields: [String]) throws {
        guard fields.count == 12 else { throw ServerFailure.unreadable("a participant has other columns") }
        self.participant = participant
        version = try ResultTable.number(fields[0])
        group = fields[1]
        birthYear = try ResultTable.number(fields[2])
        birthDate = fields[3]
        sex = try ResultTable.number(fields[4])
        timeZone = fields[5]
        store = fields[6]
        anchor = try ResultTable.number(fields[7])
        firstDay = try ResultTable.number(fields[8])
        lastDay = try ResultTable.number(fields[9])
        pushed = try ResultTable.number(fields[10])
        disclosed = try ResultTable.array(fields[11])
    }

    /// The bytes of the row, in the order of the table's columns.
    var bytes: [UInt8] {
        var rows = RowBinaryWriter()
        rows.write(participant.description)
        rows.write(version)
        rows.write(group)
        rows.write(birthYear)
        rows.write(birthDate)
        rows.write(sex)
        rows.write(timeZone)
        rows.write(store)
        rows.write(UInt64(anchor))
        rows.write(firstDay)
        rows.write(lastDay)
        rows.write(pushed)
        rows.write(disclosed)
        return rows.bytes
    }

    /// Returns whether another row has the same contents, regardless of the date and number of its push.
    func saysTheSame(as other: ParticipantRow) -> Bool {
        var copy = other
        copy.version = version
        copy.pushed = pushed
        return self == copy
    }

    /// Reads the year of birth and the sex from a store, and the complete date of birth if it is disclosed.
    /// - Returns: Whether there is a date of birth that isn't disclosed.
    mutating func takePerson(of store: HealthDatabase, disclosure: Set<CohortDisclosure>) throws -> Bool {
        var keepsDate = false
        for fact in try store.person.characteristics() {
            switch fact.key {
            case "HKCharacteristicTypeIdentifierBiologicalSex":
                sex = HealthEnums.rawValue(ofCase: fact.value).flatMap(UInt8.init(exactly:)) ?? 0
            case "HKCharacteristicTypeIdentifierDateOfBirth":
                guard let year = UInt16(fact.value.prefix(4)), fact.value.utf8.count == 10 else { continue }
                birthYear = year
                if disclosure.contains(.birthDate) { birthDate = fact.value } else { keepsDate = true }
            default: continue
            }
        }
        return keepsDate
    }

    /// Reads the days of the start dates of the first and the last sample from a store.
    mutating func takeDays(of store: HealthDatabase, days: HomeDays) async throws {
        var finder = DayFinder(days)
        let starts = try await store.cohorts.startsOfTypes().filter {
            CohortDisclosure.isPlainType($0.key, HealthTypes.named($0.key))
        }
        firstDay = starts.values.map(\.lowerBound).min().map { finder.number(of: $0) } ?? 0
        lastDay = starts.values.map(\.upperBound).max().map { finder.number(of: $0) } ?? 0
    }
}
