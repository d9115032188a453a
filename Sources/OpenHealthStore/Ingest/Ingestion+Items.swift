// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel

extension Ingestion {
    /// Stores an item other than a plain record.
    package func take(_ item: ImportedItem, texts: [String]) throws {
        switch item {
        case .exportInfo(let info):
            receipt.take(info)
        case .characteristics(let pairs):
            // Exports name characteristics that are not set, too; these are no reason to forget one.
            for pair in pairs where !pair.value.isEmpty && !pair.value.hasSuffix("NotSet") {
                try db.execute(
                    sql: """
                        INSERT INTO characteristic (name, value) VALUES (?, ?)
                        ON CONFLICT (name) DO UPDATE SET value = excluded.value WHERE excluded.value <> value
                        """,
                    arguments: [pair.key, pair.value])
                if db.changesCount > 0 { writer.note(.characteristics) }
            }
        case .correlation(let correlation): try take(correlation, texts: texts)
        case .workout(let workout): try take(workout, texts: texts)
        case .activitySummary(let summary): try take(summary)
        case .clinicalRecord(let record): try take(record)
        case .audiogram(let audiogram): try take(audiogram)
        case .visionPrescription(let prescription): try take(prescription)
        case .electrocardiogram(let electrocardiogram): try take(electrocardiogram)
        case .routeFile(let file): try take(file)
        case .heartbeatSeries(let series): try take(series)
        case .unknownElement(let element): try take(element)
        }
    }

    /// Finds the sample of an item by type, dates, source and value, or adds it.
    ///
    /// The comparison ignores metadata, because phones write different metadata with a workout from one version to the next.
    /// - Parameter isSame: Returns whether an otherwise equal sample has the same details of its kind.
    func takeSample(
        type identifier: String, provenance: InputProvenance, start: Double, end: Double, created: Double = .nan,
        value: Double = .nan, metadata: [MetadataPair] = [], carriesSource: Bool = true,
        isSame: (Int64) throws -> Bool = { _ in true }
    ) throws -> ItemPlace {
        let index = try types.index(identifier)
        if push != nil {
            return try takePushedSample(
                index, provenance: provenance, start: start, end: end, created: created, value: value,
                metadata: metadata, isSame: isSame)
        }
        let type = types[index].number
        receipt.examine(metadata)
        let number = try facts.metadata(metadata) ?? -1
        let copy = OtherCopy(
            end: end, value: value, provenance: provenance, metadata: number, created: created, uuid: nil)
        let found = try items.find(
            type: type, start: start, end: end, value: value, source: provenance.identity.source,
            carriesSource: carriesSource, facts,
            rows: {
                let rows = try samples(type: type, at: start)
                try large.noteReading(rows.count)
                return rows
            }, isOld: { $0 < writer.firstID },
            allowed: { !matched.contains($0) }, isSame: isSame)
        switch found {
        case .present(let id):
            matched.insert(id)
            guard hasPushed, let stored = try fewSamples(type: type, at: start)?.first(where: { $0.id == id }) else {
                return ItemPlace(id: id, isNew: false)
            }
            return try complete(stored, index, with: copy)
        case .partial(let stored):
            return try complete(stored, index, with: copy)
        case .new(let ordinal):
            if let stored = try partialItem(index, copy, start: start) {
                return try complete(stored, index, with: copy)
            }
            let sample = StoredSampleRow(
                type: type, start: start, end: end, value: value, provenance: provenance.number, metadata: number,
                created: created, ordinal: ordinal)
            let id = try writer.add(sample, source: provenance.identity.sourceNumber)
            _ = large.take(index, start)
            return ItemPlace(id: id, isNew: true)
        }
    }

    /// Returns the stored sample that an item of an import can be if the facts that the sample lacks are left out of the comparison.
    /// - Parameter index: The index of the type.
    private func partialItem(_ index: Int, _ copy: OtherCopy, start: Double) throws -> StoredRow? {
        guard hasPartial else { return nil }
        let few = try fewSamples(type: types[index].number, at: start.rounded(.down)) ?? []
        let rows = try few.filter { row in
            try row.id < writer.firstID && !facts.identity(ofProvenance: row.provenance).missing.isEmpty
        }
        return try StartGroup(rows, facts).partial(
            copy.wantedItem, canonical: nil, facts, isComplete: true, allowed: { !self.matched.contains($0.id) },
            isSame: { _ in true })
    }

    /// Adds the facts of an item of an import to the stored sample, and replaces the samples of other connections that it is, too.
    private func complete(_ stored: StoredRow, _ index: Int, with copy: OtherCopy) throws -> ItemPlace {
        let holder = try holder(of: stored)
        let place = try improveItem(stored, index, with: copy)
        let type = types[index].number
        try absorb(
            copy.wantedItem, fewSamples(type: type, at: stored.start.rounded(.down)) ?? [], type: type, canonical: nil,
            into: stored, holder: holder)
        return place
    }

    /// Adds the facts of an item to the stored sample.
    /// - Parameter index: The index of the type.
    func improveItem(_ stored: StoredRow, _ index: Int, with copy: OtherCopy) throws -> ItemPlace {
        matched.insert(stored.id)
        let wasPartial =
            try !facts.identity(ofProvenance: stored.provenance).missing.isEmpty || push == nil && isPushed(stored)
        let isUpdated = try improve(stored, type: types[index].number, with: copy, app: push?.app)
        push?.count(types[index].identifier, isUpdated ? .init(updated: 1) : .init(known: 1))
        return ItemPlace(
            id: stored.id, isNew: false, isCompleted: wasPartial && copy.provenance.identity.missing.isEmpty)
    }

    func takeSample(
        type: String, _ facts: SampleData, value: Double = .nan, isSame: (Int64) throws -> Bool = { _ in true }
    ) throws -> ItemPlace {
        try takeSample(
            type: type, provenance: dictionary.provenances[Int(facts.provenance)], start: facts.start, end: facts.end,
            created: facts.created, value: value, metadata: facts.metadata, isSame: isSame)
    }

    /// Returns a provenance for an item without one in the input.
    package func provenance(source: String, version: String? = nil, device: String? = nil, unit: String? = nil) throws
        -> InputProvenance
    {
        var data = ProvenanceData(
            sourceName: source, sourceVersion: version, device: device.map { DeviceData(hardware: $0) }, unit: unit)
        if let push { data.missing = push.missing.union([.source, .device, .metadata, .end]) }
        let number = try facts.provenance(data, app: push?.app)
        return InputProvenance(number: number, identity: try facts.identity(ofProvenance: number))
    }

    private func take(_ correlation: CorrelationData, texts: [String]) throws {
        try InputType.check(correlation.type, is: .correlation)
        let formerCount = push?.former.members.count ?? 0
        // An import finds a correlation by its dates; its members are compared below.
        let place = try takeSample(type: correlation.type, correlation.sample) { id in
            try push == nil || hasMembers(id, correlation.members)
        }
        receipt.count(.correlations, isNew: place.isNew)
        if place.isOther { return }
        let sample = correlation.sample
        let food =
            try types[types.index(correlation.type)].isFood
            ? FoodReading(
                name: FoodReading.name(in: sample.metadata), type: correlation.type, start: sample.start,
                end: sample.end, missing: []) : nil
        try pend(
            correlation.members, in: .correlation(place.id), texts: texts, food: food,
            shared: food == nil ? [] : try sharedMembers(type: correlation.type, start: sample.start),
            former: push.map { Array($0.former.members.dropFirst(formerCount)) } ?? [])
    }

    /// The maximum difference of the values of one member, relative to the larger one; apps round converted values.
    private static let memberTolerance = 0.005

    /// Returns whether a correlation contains samples with the types and values of some records, and no others. Of a sample of which the connection
    /// has a copy, the value of the copy is compared.
    private func hasMembers(_ id: Int64, _ members: [NestedRow]) throws -> Bool {
        let stored = try Row.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT c.type, c.id, s.value FROM correlation_member AS c
                    JOIN sample AS s ON s.type = c.type AND s.start = c.start AND s.id = c.id WHERE c.correlation = ?
                    """), arguments: [id])
        var values = try stored.map { row -> (type: Int64, value: Double) in
            let copy = try push?.hasCopies(db) == true ? ownCopies(of: row.value(of: "id")).first : nil
            return try (row.value(of: "type"), copy?.value ?? row.value(Double?.self, of: "value") ?? .nan)
        }
        for member in members {
            let type = types[types.index(of: member.row)].number
            let place = values.firstIndex { candidate in
                let (left, right) = (candidate.value, member.row.value)
                return candidate.type == type
                    && (left - right).magnitude <= Self.memberTolerance * max(left.magnitude, right.magnitude)
            }
            guard let place else { return false }
            values.remove(at: place)
        }
        return values.isEmpty
    }

    private func take(_ summary: ActivitySummaryData) throws {
        let json = MetadataJSON.object(summary.values)
        let stored = try String.fetchOne(
            db, sql: "SELECT attributes FROM activity_summary WHERE day = ?", arguments: [summary.day])
        receipt.count(.activitySummaries, isNew: stored == nil)
        if stored == json { return }
        writer.note(.summaries)
        try db.execute(
            sql: """
                INSERT INTO activity_summary (day, attributes) VALUES (?, ?)
                ON CONFLICT (day) DO UPDATE SET attributes = excluded.attributes
                """,
            arguments: [summary.day, json])
    }

    private func take(_ record: ClinicalRecordData) throws {
        let type = ClinicalTypes.identifier(fhirType: record.type, resource: record.resource)
        let key = ClinicalKey(record)
        if let stored = try clinicalRecords.id(key, db) {
            receipt.count(.clinicalRecords, isNew: false)
            if let resource = record.resource {
                try db.execute(
                    sql: "UPDATE clinical_record SET resource = ? WHERE id = ? AND resource IS NULL",
                    arguments: [resource, stored])
            }
            return
        }
        let provenance = try provenance(source: record.sourceName)
        let id = try takeSample(
            type: type, provenance: provenance, start: record.receivedDate, end: record.receivedDate,
            isSame: { _ in false }
        ).id
        receipt.count(.clinicalRecords, isNew: true)
        clinicalRecords.add(key, id)
        try db.execute(
            sql: """
                INSERT INTO clinical_record (id, start, fhir_type, identifier, source_url, fhir_version, path, resource)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                id, record.receivedDate, record.type, record.identifier, record.sourceURL, record.fhirVersion,
                record.resourcePath, record.resource,
            ])
    }

    private func take(_ audiogram: AudiogramData) throws {
        try InputType.check(audiogram.type, is: .audiogram)
        let place = try takeSample(type: audiogram.type, audiogram.sample)
        let (id, isNew) = (place.id, place.isNew)
        receipt.count(.audiograms, isNew: isNew)
        receipt.count(.sensitivityPoints, isNew: isNew, times: audiogram.points.count)
        guard isNew else { return }
        for (position, point) in audiogram.points.enumerated() {
            try db.execute(
                sql: "INSERT INTO audiogram_point (audiogram, position, attributes) VALUES (?, ?, ?)",
                arguments: [id, position, MetadataJSON.object(point)])
        }
    }

    private func take(_ prescription: VisionPrescriptionData) throws {
        let eyes = [prescription.rightEye, prescription.leftEye].map { $0.isEmpty ? nil : MetadataJSON.object($0) }
        let place = try takeSample(
            type: "HKVisionPrescriptionTypeIdentifier", provenance: try provenance(source: ""),
            start: prescription.dateIssued,
            end: max(prescription.expirationDate ?? prescription.dateIssued, prescription.dateIssued),
            metadata: prescription.metadata, carriesSource: false
        ) { id in
            try Bool.fetchOne(
                db,
                sql: """
                    SELECT type = ? AND brand IS ? AND right_eye IS ? AND left_eye IS ?
                    FROM vision_prescription WHERE id = ?
                    """,
                arguments: [prescription.type, prescription.brand, eyes[0], eyes[1], id]) ?? false
        }
        let (id, isNew) = (place.id, place.isNew)
        receipt.count(.visionPrescriptions, isNew: isNew)
        guard isNew else { return }
        try db.execute(
            sql: """
                INSERT INTO vision_prescription
                    (id, start, type, expiration, brand, right_eye, left_eye, attachments, attributes)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                id, prescription.dateIssued, prescription.type, prescription.expirationDate, prescription.brand,
                eyes[0], eyes[1],
                prescription.attachments.isEmpty ? nil : MetadataJSON.strings(prescription.attachments),
                prescription.other.isEmpty ? nil : MetadataJSON.object(prescription.other),
            ])
    }

    private func take(_ electrocardiogram: ElectrocardiogramData) throws {
        let place = try takeSample(
            type: "HKDataTypeIdentifierElectrocardiogram",
            provenance: try provenance(
                source: electrocardiogram.device ?? "", version: electrocardiogram.softwareVersion,
                device: electrocardiogram.device, unit: electrocardiogram.unit),
            start: electrocardiogram.start, end: electrocardiogram.end, carriesSource: false
        ) { id in try hasVoltages(electrocardiogram.voltages, id) }
        let (id, isNew) = (place.id, place.isNew)
        receipt.count(.ecgs, isNew: isNew)
        receipt.count(.ecgVoltages, isNew: isNew, times: electrocardiogram.voltages.count)
        if place.isCompleted { try db.execute(sql: "DELETE FROM electrocardiogram WHERE id = ?", arguments: [id]) }
        if isNew || place.isCompleted { try details.add(electrocardiogram, id: id) }
    }

    /// Returns whether a stored electrocardiogram was imported, or has some measurements.
    private func hasVoltages(_ voltages: [Double], _ id: Int64) throws -> Bool {
        let (encoding, bytes) = VoltageBlob.encode(voltages)
        return try Bool.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT (encoding = ?1 AND voltages = ?2) OR NOT EXISTS (SELECT 1 FROM sample_uuid WHERE id = ?3)
                    FROM electrocardiogram WHERE id = ?3
                    """),
            arguments: [encoding, bytes, id]) ?? false
    }

    private func take(_ series: HeartbeatSeriesData) throws {
        let place = try takeSample(type: HKDataTypeIdentifierHeartbeatSeries, series.sample)
        types.count(try types.index(HKDataTypeIdentifierHeartbeatSeries), read: 1, added: place.isNew ? 1 : 0)
        guard place.isNew else { return }
        let statement = try db.cachedStatement(
            sql: "INSERT INTO heartbeat_series (series, position, time, preceded_by_gap) VALUES (?, ?, ?, ?)")
        for (position, time) in series.times.enumerated() {
            try statement.execute(arguments: [place.id, position, time, series.gaps.contains(position)])
        }
    }

    private func take(_ element: UnknownElementData) throws {
        var hash = ContentHash.empty
        hash.combine(element.parent)
        hash.combine(element.xml)
        try db.execute(
            sql: "INSERT OR IGNORE INTO unknown_element (hash, name, parent, xml) VALUES (?, ?, ?, ?)",
            arguments: [SharedRows.blob(hash), element.name, element.parent, element.xml])
    }
}
