// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthCommandLine
import OpenHealthModel
import OpenHealthStore

/// The columns of a listing of samples.
enum RecordColumns {
    /// Returns all columns.
    /// - Parameter showsType: Whether tables show the type of each sample.
    static func all(clock: ZoneClock, showsType: Bool) -> [Column<SampleRecord>] {
        let type = Column<SampleRecord>("type", for: .people) { .text(TypeName.short($0.type)) }
        let uuid = Column<SampleRecord>("uuid", for: .people, fit: .droppable) { .uuid($0.uuid) }
        return (showsType ? [type] : []) + facts(clock) + origin + [uuid]
    }

    /// Returns the columns of the measurement.
    private static func facts(_ clock: ZoneClock) -> [Column<SampleRecord>] {
        [
            Column("uuid", for: .programs) { .uuid($0.uuid) },
            Column("type", for: .programs) { .text($0.type) },
            Column("name", for: .programs) { .text(TypeName.short($0.type)) },
            Column("start") { .instant($0.start) },
            Column("end", for: .people) { .text(clock.text($0.end, after: $0.start)) },
            Column("end", for: .programs) { .instant($0.end) },
            Column("value", for: .people, alignment: .right, fit: .cuttable) { .text(shownValue($0)) },
            Column("unit", for: .people) { .text($0.originalUnit ?? $0.unit) },
            Column("value", for: .programs) { .number($0.value) },
            Column("unit", for: .programs) { .text($0.unit) },
            Column("originalValue", for: .programs) { .number($0.originalValue) },
            Column("originalUnit", for: .programs) { .text($0.originalUnit) },
            Column("valueName", for: .programs) { .text($0.valueName) },
            Column("text", for: .programs) { .text($0.text) },
        ]
    }

    /// The columns of the origin.
    private static var origin: [Column<SampleRecord>] {
        let devices = RecentJSON(DeviceText.json)
        let metadata = RecentJSON(JSONValue.metadata)
        return [
            Column("source", fit: .cuttable) { .text($0.source) },
            Column("sourceVersion", for: .programs) { .text($0.sourceVersion) },
            Column("bundleIdentifier", for: .programs) { .text($0.bundleIdentifier) },
            Column("productType", for: .programs) { .text($0.productType) },
            Column("operatingSystem", for: .programs) { .text($0.operatingSystemVersion) },
            Column("device", for: .programs) { $0.device.map(devices.cell) ?? .none },
            Column("created", for: .programs) { .instant($0.created) },
            Column("timeZone", for: .programs) { .text($0.timeZone) },
            Column("metadata", for: .programs) { metadata.cell($0.metadata) },
        ]
    }

    /// Returns the value for people: the name of a category's case, or the number in its original unit.
    static func shownValue(_ record: SampleRecord) -> String? {
        if let name = record.valueName { return CategoryCase.short(name, type: record.type) }
        if let text = record.text { return text }
        let unit = record.originalUnit ?? record.unit
        return (record.originalValue ?? record.value).map { NumberText.short(PercentText.shown($0, unit: unit)) }
    }
}

/// The values of correlations in a listing of samples: blood pressure and food.
struct MemberColumns {
    /// The members by the identifier of the correlation.
    let members: [Int64: [SampleRecord]]

    private static let bloodPressure = [
        "HKQuantityTypeIdentifierBloodPressureSystolic", "HKQuantityTypeIdentifierBloodPressureDiastolic",
    ]

    /// The column for programs.
    var column: Column<SampleRecord> {
        Column("members", for: .programs) { record in
            guard let members = members[record.id] else { return .none }
            return .json(.array(members.map(Self.json)))
        }
    }

    /// Returns a correlation with the values of its members as its value for people; any other sample unchanged.
    func shown(_ record: SampleRecord) -> SampleRecord {
        guard let members = members[record.id], !members.isEmpty else { return record }
        var record = record
        record.text = Self.text(members)
        return record
    }

    /// Returns `118/76 mmHg` for a blood pressure, `dietaryEnergyConsumed 250 kcal, dietaryProtein 10 g` for food.
    static func text(_ members: [SampleRecord]) -> String {
        let pressure = bloodPressure.compactMap { type in members.first { $0.type == type } }
        if pressure.count == 2, members.count == 2 {
            let values = pressure.map { RecordColumns.shownValue($0) ?? "" }.joined(separator: "/")
            return values + (unit(pressure[0]).map { " " + $0 } ?? "")
        }
        return members.map { member in
            [TypeName.short(member.type), RecordColumns.shownValue(member), unit(member)].compactMap(\.self)
                .joined(separator: " ")
        }.joined(separator: ", ")
    }

    private static func unit(_ record: SampleRecord) -> String? { record.originalUnit ?? record.unit }

    private static func json(_ member: SampleRecord) -> JSONValue {
        .object([
            ("uuid", .string(member.uuid.uuidString)), ("type", .string(member.type)),
            ("name", .string(TypeName.short(member.type))), ("value", .optional(member.value)),
            ("unit", .optional(member.unit)), ("originalValue", .optional(member.originalValue)),
            ("originalUnit", .optional(member.originalUnit)),
        ])
    }
}

/// The selection of columns.
enum ColumnChoice {
    /// Returns the columns with names, in the order of the names.
    /// - Parameters:
    ///   - names: The names, separated by commas.
    ///   - columns: All columns. If two have the same name, the format determines which is returned.
    /// - Throws: A ``ToolError`` if a name is unknown.
    static func choose<Row>(
        _ names: String, from columns: [Column<Row>], for format: ListingFormat
    ) throws -> [Column<Row>] {
        let first: Column<Row>.Audience = format == .table ? .people : .programs
        let names = names.split(separator: ",").map { $0.filter { !$0.isWhitespace } }.filter { !$0.isEmpty }
        guard !names.isEmpty else {
            throw ToolError(.badArgument, "--columns names none", remedy: "write them as in start,value,source")
        }
        return try names.map { name in
            let named = columns.filter { $0.name.lowercased() == name.lowercased() }
            guard let column = named.first(where: { $0.audience == first }) ?? named.first else {
                var known: [String] = []
                for column in columns where !known.contains(column.name) { known.append(column.name) }
                throw ToolError(
                    .badArgument, "there is no column \(name.debugDescription)",
                    remedy: "choose among \(known.joined(separator: ", "))")
            }
            return Column(
                column.name, alignment: column.layout.alignment, fit: column.layout.fit, cell: column.cell)
        }
    }
}

/// The output of devices.
enum DeviceText {
    /// Returns the known properties of a device by name.
    static func pairs(_ device: DeviceData) -> [(String, String)] {
        let known: [(String, String?)] = [
            ("name", device.name), ("manufacturer", device.manufacturer), ("model", device.model),
            ("hardware", device.hardware), ("firmware", device.firmware), ("software", device.software),
            ("localIdentifier", device.localIdentifier), ("udiDeviceIdentifier", device.udiDeviceIdentifier),
        ]
        return known.compactMap { name, value in value.map { (name, $0) } } + device.other.map { ($0.key, $0.value) }
    }

    /// Returns the device in JSON.
    static func json(_ device: DeviceData) -> JSONValue {
        .metadata(pairs(device).map { MetadataPair(key: $0.0, value: $0.1) })
    }
}
