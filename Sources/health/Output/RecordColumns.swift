// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
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
