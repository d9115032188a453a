// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// A builder of the content of a push, which the readers of all formats use.
///
/// It checks types, units, values and dates. A reading that cannot be stored is refused with its JSON pointer, and the others are kept.
package struct PushBuilder {
    /// The content so far, with remarks on implausible values among the warnings.
    package var batch: PushedBatch {
        var batch = content
        for remark in remarks.warnings { batch.warnings.add(remark) }
        return batch
    }

    /// Whether a part was refused so far.
    var hasRefusals: Bool { hadRefusals || content.refusals.count > 0 }

    private var content: PushedBatch
    private var remarks = PushRemarks()
    /// The receiver of the batches of a large push; nil if the content is one batch.
    private let sink: PushSink?
    private var hadRefusals = false
    /// The number of sessions of the batches before.
    private var earlierSessions = 0

    /// The latest date of a reading. Clocks can be wrong, and time zones confused, by less than a day.
    private let latest: Double

    private var types: [String: PushedType] = [:]
    private var lastType: PushedType?
    private var provenances: [ProvenanceData: Int32] = [:]
    private var lastProvenance: (data: ProvenanceData, index: Int32)?
    private var metadata: [[MetadataPair]: Int32] = [:]
    private var places: [String: Int32] = [:]
    private var lastPlace: (text: String, index: Int32)?

    /// The earliest date of a reading, in 1900.
    private static let earliest = -2_208_988_800.0

    /// Returns the latest date of a reading, in seconds since 1970: clocks can be wrong, and time zones confused, by less than a day.
    static func latest(_ now: Date) -> Double { now.timeIntervalSince1970 + 86_400 }

    /// Creates a builder.
    /// - Parameters:
    ///   - missing: The facts that no sample of the push carries.
    ///   - now: The current date; readings that start more than a day later are refused.
    ///   - sink: The receiver of the batches of a large push; nil if the content is one batch.
    package init(missing: MissingProperties, now: Date, sink: PushSink? = nil) {
        content = PushedBatch(missing: missing)
        latest = Self.latest(now)
        self.sink = sink
    }

    /// Passes the content on if it is a complete batch. Readers call it after each record, when they have no index of a part of it.
    package mutating func endRecord() {
        guard let sink, content.size >= sink.size else { return }
        var next = PushedBatch(missing: content.missing)
        next.samples.newTypes = content.samples.newTypes
        next.samples.oldestMetadata = content.samples.oldestMetadata + Int32(content.samples.newMetadata.count)
        hadRefusals = hasRefusals
        earlierSessions += content.sessions.count
        sink.take(content)
        content = next
        (metadata, places, lastPlace) = ([:], [:], nil)
    }

    /// The dates, origin and identity of a reading.
    package struct Reading {
        /// The start, in seconds since 1970.
        package var start: Double
        /// The end, in seconds since 1970.
        package var end: Double
        /// The source, its version, and the device. The unit is set by the builder.
        package var source: ProvenanceData
        /// The metadata.
        package var metadata: [MetadataPair] = []
        /// The UUID that identifies the record; see ``PushIdentity``. Nil if the sender gives records no identifier.
        package var uuid: UUID?
        /// The date of the sender's last change of the record, in seconds since 1970, if known.
        package var updated: Double?
        /// The session that contains the sample; see ``PushBuilder/addSession(_:)``.
        package var session: Int32?
        /// Whether the reading is a total that the sender computes again with each push, from an hour or a day so far, or from a part of it.
        package var isTotal = false
        /// The metadata with the types of their values, for readings with a UUID whose metadata text does not restore.
        package var values: [String: HKMetadataValue]?
        /// The JSON pointer of the list that contains the reading, such as `/data/metrics/3/data`.
        package var place: String
        /// The index of the reading in the list; nil if ``place`` is the pointer of the reading.
        package var index: Int?

        package init(
            start: Double, end: Double, source: ProvenanceData, metadata: [MetadataPair] = [], uuid: UUID? = nil,
            place: String, index: Int? = nil
        ) {
            self.start = start
            self.end = end
            self.source = source
            self.metadata = metadata
            self.uuid = uuid
            self.place = place
            self.index = index
        }

        /// The JSON pointer of the reading.
        package var pointer: String { index.map { "\(place)/\($0)" } ?? place }
    }

    // MARK: Readings

    /// Adds a quantity.
    /// - Parameters:
    ///   - type: The type identifier.
    ///   - value: The value in `unit`.
    ///   - unit: A unit string of HealthKit.
    /// - Returns: Whether the reading was accepted.
    @discardableResult
    package mutating func addQuantity(_ type: String, value: Double, unit: String, _ reading: Reading) -> Bool {
        guard let row = quantityRow(type, value: value, unit: unit, reading) else { return false }
        append(row, reading)
        return true
    }

    /// Adds a total that the sender computed from all of its sources, such as the steps of an hour or of the day so far. It is not a sample.
    /// - Parameter interval: The length of the interval; `days` for a day or a part of it from its beginning.
    package mutating func addTotal(
        _ type: String, value: Double, unit: String, _ reading: Reading, interval: AggregatedPoint.Interval
    ) {
        guard check(reading), let sum = canonical(type, value: value, unit: unit, at: reading.pointer) else { return }
        add(
            AggregatedPoint(
                type: type, sources: reading.source.sourceName, start: reading.start, end: reading.end,
                interval: interval, unit: unit, sum: sum, place: reading.pointer))
    }

    /// Adds a category sample.
    /// - Parameter value: The raw value; nil for a category without a value.
    /// - Returns: Whether the reading was accepted.
    @discardableResult
    package mutating func addCategory(_ type: String, value: Int?, _ reading: Reading) -> Bool {
        guard check(reading), let known = known(type, .category, reading) else { return false }
        if let value, Double(exactly: value) == nil {
            refuse(
                "the value of the category is an integer above 2^53 that a double does not represent",
                at: reading.pointer)
            return false
        }
        let row = row(known, reading, value: value.map(Double.init) ?? .nan, unit: nil)
        // The session of a night is examined as a whole.
        if type == Self.sleep, reading.session == nil,
            NightLength.isImplausible(row.value, from: row.start, to: row.end)
        {
            remarks.addNight(start: row.start, at: reading.pointer)
        }
        append(row, reading)
        return true
    }

    /// Adds a category sample with a value that is unknown and kept as written.
    @discardableResult
    package mutating func addCategory(_ type: String, text: String, _ reading: Reading) -> Bool {
        guard check(reading), let known = known(type, .category, reading) else { return false }
        var row = row(known, reading, value: .nan, unit: nil)
        content.samples.texts.append(text)
        row.text = Int32(content.samples.texts.count - 1)
        append(row, reading)
        return true
    }

    /// Adds a blood pressure.
    /// - Returns: Whether the reading was accepted.
    @discardableResult
    package mutating func addBloodPressure(
        systolic: Double, diastolic: Double, unit: String, _ reading: Reading
    ) -> Bool {
        guard
            let first = quantityRow(
                HKQuantityTypeIdentifier.bloodPressureSystolic.rawValue, value: systolic, unit: unit, reading),
            let second = quantityRow(
                HKQuantityTypeIdentifier.bloodPressureDiastolic.rawValue, value: diastolic, unit: unit, reading)
        else { return false }
        let sample = sampleData(reading)
        add(
            .correlation(
                CorrelationData(
                    type: HKCorrelationTypeIdentifier.bloodPressure.rawValue, sample: sample,
                    members: [NestedRow(row: first), NestedRow(row: second)])),
            uuid: reading.uuid, updated: reading.updated, at: reading.pointer)
        return true
    }

    /// Returns the common attributes of an item, for workouts and other items that readers create.
    package mutating func sampleData(_ reading: Reading) -> SampleData {
        SampleData(
            provenance: provenance(reading.source), metadata: reading.metadata, start: reading.start, end: reading.end)
    }

    /// Returns a record inside a workout or correlation, or nil if it is refused.
    package mutating func nestedRow(_ type: String, value: Double, unit: String, _ reading: Reading) -> NestedRow? {
        quantityRow(type, value: value, unit: unit, reading).map { NestedRow(row: $0) }
    }

    /// Adds an item other than a plain record.
    /// - Parameters:
    ///   - uuid: The UUID that identifies the record; see ``PushIdentity``.
    ///   - values: The metadata with the types of their values, for items with a UUID whose metadata text does not restore.
    ///   - updated: The date of the sender's last change of the record, in seconds since 1970, if known.
    package mutating func add(
        _ item: ImportedItem, uuid: UUID?, values: [String: HKMetadataValue]? = nil, updated: Double? = nil,
        at pointer: String
    ) {
        guard check(item.sampleMetadata.longText, at: pointer) else { return }
        if let updated { content.itemUpdated[content.samples.items.count] = updated }
        if let uuid { content.itemUUIDs[content.samples.items.count] = uuid }
        if let values { content.itemValues[content.samples.items.count] = values }
        content.samples.items.append(item)
        content.itemPlaces.append(pointer)
    }

    /// Adds a sample that exports do not contain.
    package mutating func add(_ object: PushedObject) {
        guard check(object.source.longText, at: object.place) else { return }
        content.objects.append(object)
    }

    /// Adds a session, such as a night, whose samples replace those of earlier versions of the session. The sender must send all samples of
    /// the session in each push.
    /// - Parameter pointer: The JSON pointer of the session.
    /// - Returns: The value of ``Reading/session`` for its samples.
    package mutating func addSession(_ session: PushedSession, at pointer: String = "") -> Int32 {
        if session.type == Self.sleep, NightLength.isImplausible(session.end - session.start) {
            remarks.addNight(start: session.start, at: pointer)
        }
        content.sessions.append(session)
        return Int32(earlierSessions + content.sessions.count - 1)
    }

    /// Adds figures of an interval.
    package mutating func add(_ point: AggregatedPoint) {
        // The current year ends in the future.
        guard point.start >= Self.earliest, point.start <= latest, point.end <= latest + 366 * 86_400 else {
            return refuseDate(at: point.place)
        }
        guard point.start <= point.end else { return refuse("it ends before it starts", at: point.place) }
        let isLong = point.sources.utf8.count > TextLimit.name || (point.unit?.utf8.count ?? 0) > TextLimit.name
        guard check(isLong ? "name of the source or unit" : point.others.longText, at: point.place) else { return }
        let range = point.sum == nil ? ValueRanges.range(of: point.type) : nil
        for figure in [point.average, point.minimum, point.maximum] {
            if let figure { remarks.add(figure, range, start: point.start, at: point.place) }
        }
        if point.type == Self.sleep, NightLength.isImplausible(Self.asleep(point)) {
            remarks.addNight(start: point.start, at: point.place)
        }
        content.aggregates.append(point)
    }

    private static let sleep = HKCategoryTypeIdentifier.sleepAnalysis.rawValue

    /// Returns the sleep of a night that a sender computed, in seconds; 0 if it is unknown.
    private static func asleep(_ point: AggregatedPoint) -> Double {
        let total = point.others.first { $0.key == "totalSleep" } ?? point.others.first { $0.key == "asleep" }
        guard let number = total.flatMap({ Double($0.value) }), number.isFinite else { return 0 }
        return number * (point.unit?.hasPrefix("min") == true ? 60 : 3600)
    }

    /// Adds the UUID of a sample that was deleted on the phone.
    package mutating func addDeletion(_ uuid: UUID) {
        content.deletions.append(uuid)
    }

    /// Returns a value in the canonical unit of a type, or nil if it is refused.
    package mutating func canonical(_ type: String, value: Double, unit: String, at pointer: String) -> Double? {
        guard let known = known(type), case .quantity = known.kind else { return refuseType(type, at: pointer) }
        return convert(value, unit, known, at: pointer)
    }

    // MARK: Refusals

    /// Refuses a part of the push.
    package mutating func refuse(_ reason: String, remedy: String = "", at pointer: String, count: Int = 1) {
        content.refusals.add(PushRefusal(pointer: pointer, reason: reason, remedy: remedy, count: count))
    }

    /// Warns of a value that was kept although it is unknown.
    package mutating func warn(_ reason: String, remedy: String = "", at pointer: String, count: Int = 1) {
        content.warnings.add(PushRefusal(pointer: pointer, reason: reason, remedy: remedy, count: count))
    }

    /// Returns whether the dates of a reading are possible; refuses it otherwise.
    package mutating func check(_ reading: Reading) -> Bool {
        guard reading.start >= Self.earliest, reading.start <= latest, reading.end <= latest else {
            refuseDate(at: reading.pointer)
            return false
        }
        guard reading.start <= reading.end else {
            refuse("it ends before it starts", at: reading.pointer)
            return false
        }
        return check(reading.source.longText ?? reading.metadata.longText, at: reading.pointer)
    }

    /// Refuses a part of the push with a text that is too long.
    /// - Parameter name: What has a text that is too long; nil if nothing has.
    private mutating func check(_ name: String?, at pointer: String) -> Bool {
        guard let name else { return true }
        refuse("the \(name) is too long", remedy: "shorten it to \(TextLimit.name) bytes", at: pointer)
        return false
    }

    private mutating func refuseDate(at pointer: String) {
        refuse(
            "its date is before 1900 or more than a day in the future",
            remedy: "correct the date and time of the phone",
            at: pointer)
    }

    private mutating func refuseType<T>(_ type: String, at pointer: String) -> T? {
        refuse("\(type.limited(to: 100)) is not a type whose samples are single readings", at: pointer)
        return nil
    }

    // MARK: Rows

    private mutating func quantityRow(
        _ type: String, value: Double, unit: String, _ reading: Reading
    ) -> SampleRow? {
        guard check(reading) else { return nil }
        guard let known = known(type), case .quantity = known.kind else { return refuseType(type, at: reading.pointer) }
        guard let converted = convert(value, unit, known, at: reading.pointer) else { return nil }
        remarks.add(converted, known.range, start: reading.start, at: reading.pointer)
        return row(known, reading, value: converted, unit: unit)
    }

    private mutating func convert(_ value: Double, _ unit: String, _ type: PushedType, at pointer: String) -> Double? {
        switch type.outcome(unit) {
        case .converts(let conversion):
            let converted = conversion(value)
            if value.isFinite, StoreLimits.values.contains(converted) { return converted }
            refuse(
                value.isFinite && converted.isFinite ? StoreLimits.valueFault : "its value is not a finite number",
                at: pointer)
        case .incompatible:
            refuse(
                "the unit \(unit.limited(to: 50)) does not fit \(type.identifier)",
                remedy: "choose another unit in the app",
                at: pointer)
        case .unknown:
            refuse("the unit \(unit.limited(to: 50)) is unknown", remedy: "choose another unit in the app", at: pointer)
        }
        return nil
    }

    private mutating func known(_ type: String, _ kind: HealthTypeDescription.Kind, _ reading: Reading) -> PushedType? {
        if let known = known(type), kind == .category, case .category = known.kind { return known }
        return refuseType(type, at: reading.pointer)
    }

    /// Returns a type, adding it to the batch if it is a known type of quantities or categories.
    private mutating func known(_ type: String) -> PushedType? {
        if let lastType, lastType.identifier == type { return lastType }
        if let known = types[type] {
            lastType = known
            return known
        }
        guard let new = PushedType(type, index: Int32(content.samples.newTypes.count)) else { return nil }
        content.samples.newTypes.append(type)
        types[type] = new
        lastType = new
        return new
    }

    private mutating func row(_ type: PushedType, _ reading: Reading, value: Double, unit: String?) -> SampleRow {
        var source = reading.source
        source.unit = unit
        return SampleRow(
            type: type.index, provenance: provenance(source), metadata: metadataIndex(reading.metadata),
            start: reading.start, end: reading.end, value: value)
    }

    private mutating func append(_ row: SampleRow, _ reading: Reading) {
        if let uuid = reading.uuid { content.uuids[Int32(content.samples.rows.count)] = uuid }
        if let values = reading.values { content.values[Int32(content.samples.rows.count)] = values }
        if let updated = reading.updated { content.updated[Int32(content.samples.rows.count)] = updated }
        if let session = reading.session { content.rowSessions[Int32(content.samples.rows.count)] = session }
        if reading.isTotal { content.totals.insert(Int32(content.samples.rows.count)) }
        if let index = reading.index, !reading.metadata.isEmpty, reading.metadata.size > TextLimit.name {
            content.rowIndices[Int32(content.samples.rows.count)] = index
        }
        content.samples.rows.append(row)
        content.rowPlaces.append(place(reading.place))
    }

    private mutating func provenance(_ data: ProvenanceData) -> Int32 {
        if let lastProvenance, lastProvenance.data == data { return lastProvenance.index }
        let index = provenances[data] ?? Int32(provenances.count)
        if index == provenances.count {
            content.samples.newProvenances.append(data)
            provenances[data] = index
        }
        lastProvenance = (data, index)
        return index
    }

    private mutating func metadataIndex(_ pairs: [MetadataPair]) -> Int32 {
        if pairs.isEmpty { return -1 }
        if let known = metadata[pairs] { return known }
        let index = content.samples.oldestMetadata + Int32(content.samples.newMetadata.count)
        content.samples.newMetadata.append(pairs)
        metadata[pairs] = index
        return index
    }

    private mutating func place(_ text: String) -> Int32 {
        if let lastPlace, lastPlace.text == text { return lastPlace.index }
        let index = places[text] ?? Int32(content.places.count)
        if index == content.places.count {
            content.places.append(text)
            places[text] = index
        }
        lastPlace = (text, index)
        return index
    }
}
