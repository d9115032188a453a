// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthStore

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
