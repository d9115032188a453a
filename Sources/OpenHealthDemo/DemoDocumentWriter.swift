// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthFormats
import OpenHealthModel
import OpenHealthTestBasics

/// Writes the main document of a demo export and counts its contents.
final class DemoDocumentWriter {
    let plan: DemoPlan
    let writer: ExportXMLWriter
    var truth = DemoTruth()
    private let zones: [ExportMetadata]
    private var rows: [DemoRow] = []

    init(plan: DemoPlan, sink: any ByteSink) {
        self.plan = plan
        writer = ExportXMLWriter(sink: sink, offset: plan.options.exportOffset)
        zones = plan.calendar.zoneNames.map { ExportMetadata([MetadataPair(key: "HKTimeZone", value: $0)]) }
    }

    func write() throws -> DemoTruth {
        try writer.beginDocument(
            locale: plan.options.language.locale, exportDate: plan.calendar.exportDate,
            characteristics: [
                ("DateOfBirth", "1990-02-28"), ("BiologicalSex", "HKBiologicalSexFemale"),
                ("BloodType", "HKBloodTypeAPositive"), ("FitzpatrickSkinType", "HKFitzpatrickSkinTypeIII"),
                ("CardioFitnessMedicationsUse", "None"),
            ].map { MetadataPair(key: "HKCharacteristicTypeIdentifier\($0.0)", value: $0.1) })
        for index in DemoStream.all.indices where DemoStream.all[index].kind != .beats { try writeStream(index) }
        try writeCorrelations()
        for workout in plan.workouts { try write(workout) }
        try writeSummaries()
        try writeClinicalRecords()
        try writeAudiograms()
        try writePrescriptions()
        // As in real exports, records with beats are last; readers must not rely on the order of elements.
        for index in DemoStream.all.indices where DemoStream.all[index].kind == .beats { try writeStream(index) }
        try writeUnknown()
        try writer.endDocument()
        return truth
    }

    // MARK: Records

    private func head(_ stream: DemoStream, _ index: Int, _ day: Int) -> ExportRecordHead {
        let look = plan.look(stream.source, day, purpose: index)
        return ExportRecordHead(
            type: stream.type, sourceName: look.name, sourceVersion: look.version, device: look.device,
            unit: stream.unit?.name(plan.options.units))
    }

    private func entries(_ pairs: [MetadataPair]) -> ExportMetadata {
        if plan.options.hasKeysDifferingByCase { return ExportMetadata(pairs) }
        var seen: Set<String> = []
        return ExportMetadata(
            pairs.map { pair in
                let isFirst = seen.insert(pair.key.lowercased()).inserted
                return isFirst ? pair : MetadataPair(key: pair.key + " again", value: pair.value)
            })
    }

    private func writeStream(_ index: Int) throws {
        let stream = DemoStream.all[index]
        let metadata = stream.namesZone ? zones : stream.metadata.map(entries)
        var epoch = -1
        var head = head(stream, index, 0)
        var count = 0
        for day in 0..<plan.calendar.count {
            let current = DemoSource.epoch(day, baseDays: plan.calendar.baseDays)
            if current != epoch {
                epoch = current
                head = self.head(stream, index, day)
            }
            plan.makeRows(index, day, into: &rows)
            count += rows.count
            for position in rows.indices {
                let row = rows[position]
                let entries = row.metadata >= 0 ? metadata[row.metadata] : nil
                truth.metadataEntries += entries?.count ?? 0
                if stream.kind == .beats {
                    try writeBeats(stream, head, row, entries, day: day, position: position)
                } else {
                    try writer.record(
                        head, created: row.created, start: row.start, end: row.end, value: value(stream, row),
                        metadata: entries)
                }
            }
        }
        truth.count(stream.type, count)
    }

    private func value(_ stream: DemoStream, _ row: DemoRow) -> ExportXMLWriter.Value {
        switch stream.value {
        case .number, .pace: .number(stream.unit?.value(row.number, plan.options.units) ?? row.number)
        case .names(let names): .text(names[row.name])
        case .none: .none
        }
    }

    private func writeBeats(
        _ stream: DemoStream, _ head: ExportRecordHead, _ row: DemoRow, _ metadata: ExportMetadata?, day: Int,
        position: Int
    ) throws {
        try writer.begin(
            "Record", head, created: row.created, start: row.start, end: row.end, value: value(stream, row))
        if let metadata { try writer.metadata(metadata) }
        try writer.begin("HeartRateVariabilityMetadataList")
        var generator = SeededGenerator(seed: plan.seed, stream: 3003, index: UInt64(day * 64 + position))
        var time = plan.calendar.local(row.start, day: day) * 100 + Int64(generator.below(100))
        for _ in 0..<50 {
            let rate = 48 + generator.below(40)
            time += Int64(6000 / rate)
            try writer.begin("InstantaneousBeatsPerMinute")
            try writer.attribute("bpm", number: Double(rate))
            try writer.attribute("time", DemoText.clock(time, plan.options.language))
            try writer.end()
        }
        truth.heartbeats += 50
        try writer.end()
        try writer.end()
    }

    // MARK: Correlations

    private func writeCorrelations() throws {
        for day in 0..<plan.calendar.count where DemoStream.all[DemoStream.systolic].isActive(day, plan.story) {
            try writePressure(day)
        }
        for day in 0..<plan.calendar.count where DemoMeal.isOn(day) {
            try writeMeal(DemoMeal(day: day, plan: plan), day)
        }
    }

    private func beginCorrelation(_ type: String, _ source: DemoSource, _ day: Int, _ row: DemoRow) throws {
        let look = plan.look(source, day, purpose: 900)
        let head = ExportRecordHead(
            element: "Correlation", type: type, sourceName: look.name, sourceVersion: look.version, device: look.device)
        try writer.begin("Correlation", head, created: row.created, start: row.start, end: row.end)
        truth.correlations += 1
    }

    /// The members are also at the top level, so they are not counted here.
    private func writePressure(_ day: Int) throws {
        var members: [(Int, DemoRow)] = []
        for index in [DemoStream.systolic, DemoStream.diastolic] {
            plan.makeRows(index, day, into: &rows)
            if let row = rows.first { members.append((index, row)) }
        }
        guard let first = members.first?.1 else { return }
        try beginCorrelation("HKCorrelationTypeIdentifierBloodPressure", .cuff, day, first)
        for (index, row) in members {
            let stream = DemoStream.all[index]
            let metadata = row.metadata >= 0 ? entries(stream.metadata[row.metadata]) : nil
            try writer.record(
                head(stream, index, day), created: row.created, start: row.start, end: row.end,
                value: value(stream, row), metadata: metadata)
            truth.metadataEntries += metadata?.count ?? 0
        }
        try writer.end()
    }

    private func writeMeal(_ meal: DemoMeal, _ day: Int) throws {
        let row = DemoRow(start: meal.time, end: meal.time, created: meal.time + 60, number: 0, name: 0, metadata: -1)
        try beginCorrelation("HKCorrelationTypeIdentifierFood", .foodApp, day, row)
        let metadata = ExportMetadata(meal.metadata)
        try writer.metadata(metadata)
        truth.metadataEntries += metadata.count
        let look = plan.look(.foodApp, day, purpose: 901)
        for member in meal.members {
            let head = ExportRecordHead(
                type: member.type, sourceName: look.name, sourceVersion: look.version, device: look.device,
                unit: member.unit.name(plan.options.units))
            try writer.record(
                head, created: row.created, start: row.start, end: row.end,
                value: .number(member.unit.value(member.amount, plan.options.units)), metadata: metadata)
            truth.metadataEntries += metadata.count
            truth.count(member.type, 1)
        }
        try writer.end()
    }
}
