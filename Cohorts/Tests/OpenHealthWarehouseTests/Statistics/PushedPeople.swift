// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthStatistics
import OpenHealthStore
import OpenHealthWarehouse
import WarehouseTestSupport

/// People with their own stores whose days have been added to a warehouse.
struct PushedPeople {
    struct Person {
        var name: String
        var group: String
        var zone: TimeZone
        var store: HealthDatabase
    }

    /// The key of a participant's rows.
    struct Key: Hashable, Comparable {
        /// The number of the first day; -1 for a single row of all days.
        var day: Int
        var hour: Int?
        var value: Int?

        init(day: Int, hour: Int? = nil, value: Int? = nil) {
            (self.day, self.hour, self.value) = (day, hour, value)
        }

        init(_ row: CohortRow) {
            self.init(day: row.firstDay.map { Int($0.number) } ?? -1, hour: row.hour, value: row.value)
        }

        static func < (left: Key, right: Key) -> Bool {
            (left.day, left.hour ?? -1, left.value ?? -1) < (right.day, right.hour ?? -1, right.value ?? -1)
        }
    }

    let people: [Person]

    /// Adds the days of all participants to a warehouse, each on the next shard.
    func put(into warehouse: Warehouse) async throws {
        let shards = warehouse.layout.shards
        for (place, person) in people.enumerated() {
            let shard = shards[place % shards.count]
            var days = DayDifference(
                person.store, zone: person.zone, participant: person.name, version: 1, known: KnownDays())
            while let block = try days.next() {
                try await warehouse.insert(block.rows, into: block.table, shard: shard)
            }
            try await warehouse.insert(Self.row(person), into: .participants, shard: shard)
        }
    }

    /// Returns a row of the table of participants.
    static func row(_ person: Person) -> [UInt8] {
        var row = RowBinaryWriter()
        row.write(person.name)
        row.write(UInt64(1))
        row.write(person.group)
        row.write(UInt16(1990))
        row.write("")
        row.write(UInt8(1))
        row.write(person.zone.identifier)
        row.write("store of \(person.name)")
        row.write(UInt64(1))
        row.write(UInt16(0))
        row.write(UInt16(0))
        row.write(0.0)
        row.write([String]())
        return row.bytes
    }

    /// Returns the results of a participant's own store for a query of one type, as in `health statistics`.
    static func result(_ query: CohortQuery, of person: Person) throws -> [Key: Double] {
        let type = query.types[0]
        let isNightly = type == HKCategoryTypeIdentifier.sleepAnalysis.rawValue
        let zone = person.zone
        func begin(_ day: Int) -> Double {
            isNightly
                ? CivilTime.instant(civilSeconds: Double(day * 86_400 - 6 * 3600), in: zone)
                : CivilTime.startOfDay(day, in: zone)
        }
        let from = query.from.map { Date(timeIntervalSince1970: begin(Int($0.number))) }
        let to = query.to.map { Date(timeIntervalSince1970: begin(Int($0.number) + 1)) }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        // 2000-01-01 was a Saturday.
        var anchor = 10_957
        if query.every == .week { anchor += 2 }
        if query.every == .hour { anchor = query.from.map { Int($0.number) } ?? anchor }
        let buckets = try query.every.map {
            try CivilBuckets(
                anchor: Date(timeIntervalSince1970: begin(anchor)), interval: length($0), calendar: calendar)
        }
        let days = HomeDays(zone: zone)
        func key(_ start: Date, _ value: Int? = nil) throws -> Key {
            guard let every = query.every else {
                return Key(day: query.from.map { Int($0.number) } ?? -1, value: value)
            }
            let seconds = start.timeIntervalSince1970
            guard let day = days.day(containing: seconds) else { throw Missing() }
            let hour = every == .hour ? Int((seconds - days.bounds(of: day).start) / 3600) : nil
            return Key(day: Int(day.number) + (isNightly ? 1 : 0), hour: hour, value: value)
        }
        var result: [Key: Double] = [:]
        let function = query.function(for: HealthTypes.named(type)!)
        if HealthTypes.named(type)?.kind == .category {
            for row in try person.store.categoryDurations(type: type, from: from, to: to, buckets: buckets) {
                for value in row.values {
                    result[try key(row.start, value.value)] = function == .reported ? value.reported : value.duration
                }
            }
            return result
        }
        let request = StatisticsRequest(type: type, from: from, to: to, buckets: buckets)
        for row in try person.store.statistics(request) {
            let figure: Double? =
                switch function {
                case .sum: row.figures.sum
                case .average: row.figures.average
                case .minimum: row.figures.minimum
                case .maximum: row.figures.maximum
                case .count: Double(row.figures.count)
                case .duration, .reported: row.figures.duration
                }
            guard let figure else { throw Missing() }
            result[try key(row.start)] = figure
        }
        return result
    }

    private struct Missing: Error {}

    private static func length(_ every: CohortQuery.Length) -> DateComponents {
        switch every {
        case .hour: DateComponents(hour: 1)
        case .day: DateComponents(day: 1)
        case .week: DateComponents(day: 7)
        case .month: DateComponents(month: 1)
        case .quarter: DateComponents(month: 3)
        case .year: DateComponents(year: 1)
        }
    }
}
