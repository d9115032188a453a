// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel

/// The content of a store at one moment, read piece by piece for an export.
///
/// Memory does not grow with the number of samples. Used by one thread at a time, during read(_:_:_:).
package final class StoreContents {
    /// A type with samples in the store.
    package struct SampleType: Sendable {
        /// The identifier.
        package let identifier: String
        /// The kind; nil for an unknown type.
        package let kind: HealthTypeDescription.Kind?
        /// The number of samples in the store, of which some may not be selected.
        package let count: Int
        let number: Int64
    }

    /// The selected part of the store.
    package let selection: ContentSelection
    /// The types of the selected samples, in order of their identifiers.
    package let types: [SampleType]
    /// The time zone of the selection, or the home time zone; UTC if none is set.
    package let timeZone: TimeZone
    let reader: RecordReader
    let builder: ObjectBuilder
    let workouts: WorkoutReader
    let source: SQLCondition?
    private var values: [ValueKey: WrittenValue] = [:]
    private var latestValue: (key: ValueKey, value: WrittenValue)?

    struct ValueKey: Hashable {
        var type: Int64
        var provenance: Int64
    }

    var db: Database { reader.db }

    /// Creates the same contents, read by another connection.
    init(_ db: Database, like other: Shared) {
        selection = other.selection
        types = other.types
        timeZone = other.timeZone
        source = other.source
        reader = RecordReader(db)
        builder = ObjectBuilder(reader)
        workouts = WorkoutReader(reader)
    }

    /// The facts that the contents of all connections have in common.
    struct Shared: Sendable {
        let selection: ContentSelection
        let types: [SampleType]
        let timeZone: TimeZone
        let source: SQLCondition?
    }

    var shared: Shared { Shared(selection: selection, types: types, timeZone: timeZone, source: source) }

    init(_ db: Database, _ selection: ContentSelection) throws {
        self.selection = selection
        let reader = RecordReader(db)
        self.reader = reader
        builder = ObjectBuilder(reader)
        workouts = WorkoutReader(reader)
        timeZone = try selection.timeZone ?? HealthDatabase.homeTimeZone(db) ?? .gmt
        source = try selection.sources.map { try PredicateSQL.provenances(Self.provenances(db, sources: $0)) }
        types = try Row.fetchAll(
            db,
            sql: """
                SELECT id, (SELECT count(*) FROM sample WHERE type = sample_type.id) AS count FROM sample_type
                ORDER BY identifier
                """
        ).compactMap { row in
            let type = try reader.type(try row.value(of: "id"))
            let count: Int = try row.value(of: "count")
            guard count > 0, selection.includes(type: type.identifier) else { return nil }
            return SampleType(
                identifier: type.identifier, kind: type.description?.kind, count: count, number: type.number)
        }
    }

    private static func provenances(_ db: Database, sources: Set<String>) throws -> Set<Int64> {
        let rows = try Row.fetchAll(
            db, sql: "SELECT p.id, o.name FROM provenance AS p JOIN source AS o ON o.id = p.source")
        return try Set(
            rows.filter { try sources.contains($0.value(of: "name")) }.map { try $0.value(Int64.self, of: "id") })
    }

    /// Reads the selected content of a store in its state of this moment.
    /// - Throws: the error of `body`, or a ``StoreError``.
    package static func read<Result>(
        _ database: HealthDatabase, _ selection: ContentSelection, _ body: (StoreContents) throws -> Result
    ) throws -> Result {
        try database.read { db in try body(StoreContents(db, selection)) }
    }

    /// Calls a function with the selected samples of a type, in order of their start.
    package func forEach(_ type: SampleType, _ body: (RawSample) throws -> Void) throws {
        let scan = try SampleScan(db, request(type))
        while let sample = scan.current {
            try body(sample)
            try scan.advance()
        }
    }

    /// Calls a function with the selected samples of a type, in order of their start, many at a time.
    /// - Parameter hasAllColumns: Whether blocks have the columns that not all readers need.
    package func forEachBlock(
        _ type: SampleType, hasAllColumns: Bool = false, _ body: (SampleBlock) throws -> Void
    ) throws {
        let scan = try SampleBlockScan(reader, request(type), hasAllColumns: hasAllColumns)
        var block = SampleBlock()
        while try scan.fill(&block) { try body(block) }
    }

    func request(_ type: SampleType) throws -> SampleScan.Request {
        let from = selection.from?.timeIntervalSince1970
        let earliest = try from.map { try TypeExtents.earliestStart(db, type: type.number, endingFrom: $0) }
        let last = (selection.to?.timeIntervalSince1970 ?? .infinity).nextDown
        return SampleScan.Request(
            type: type.number, starts: StartRanges(from: earliest ?? -.infinity, through: last),
            condition: .all([from.map { SQLCondition("(s.start >= ? OR s.end >= ?)", [$0, $0]) }, source]))
    }

    /// The identifier of the type of a sample.
    package func type(_ sample: RawSample) throws -> String { try reader.type(sample.type).identifier }

    /// The source, device and unit of a sample.
    package func origin(_ sample: RawSample) throws -> Origin { try origin(number: sample.provenance) }

    /// The source, device and unit with a number.
    package func origin(number: Int64) throws -> Origin { try reader.origin(number) }

    /// The metadata of a sample as text, in the order of its keys.
    package func metadata(_ sample: RawSample) throws -> [MetadataPair] {
        sample.metadata < 0 ? [] : try metadata(number: sample.metadata).pairs
    }

    /// The metadata with a number as text, in the order of its keys, and the IANA name of its time zone.
    package func metadata(number: Int64) throws -> (pairs: [MetadataPair], zone: String?) {
        let (_, pairs, zone) = try reader.metadata(number)
        return (pairs, zone)
    }

    /// Whether the metadata of a sample has values whose kind is lost when they are written as text.
    package func hasTypedMetadata(_ sample: RawSample) throws -> Bool {
        guard sample.metadata >= 0, sample.ordinal < 0 else { return false }
        return try reader.values(sample) != StoredMetadata.read(metadata(sample))
    }

    /// The UUID of a sample.
    package func uuid(_ sample: RawSample) throws -> UUID { try reader.uuid(sample) }

    /// The value of samples of a type and origin as exports write it.
    package func written(_ sample: RawSample) throws -> WrittenValue {
        try written(type: sample.type, provenance: sample.provenance)
    }

    /// The value of samples of a type and of the origin with a number as exports write it.
    package func written(_ type: SampleType, origin number: Int64) throws -> WrittenValue {
        try written(type: type.number, provenance: number)
    }

    private func written(type: Int64, provenance: Int64) throws -> WrittenValue {
        let key = ValueKey(type: type, provenance: provenance)
        if let latestValue, latestValue.key == key { return latestValue.value }
        let value =
            try values[key]
            ?? WrittenValue(reader.type(type), number: values.count, unit: origin(number: provenance).unit)
        values[key] = value
        latestValue = (key, value)
        return value
    }
}

/// The values of samples of one type and origin in the unit in which they were written.
package final class WrittenValue {
    /// A small number that identifies the type and origin during a ``StoreContents``.
    package let number: Int
    /// The unit in which the values were written, as written; the stored unit if there is none.
    package let unit: String?
    /// The unit in which values are stored; nil for types without a unit.
    package let storedUnit: String?
    /// Whether ``approximate(_:)`` returns every value as it is stored.
    package var keepsValues: Bool { back == nil && (unit == storedUnit || type.canonical == nil) }
    private let type: StoredType
    private let back: OriginalValue?
    private let forth: UnitConversion?
    /// The former name of a case with which the values were written.
    private let formerName: String?

    init(_ type: StoredType, number: Int, unit: String?) {
        self.type = type
        self.number = number
        let isCategory = type.description?.kind == .category
        formerName = isCategory ? unit.flatMap { HealthEnums.isFormerName($0) ? $0 : nil } : nil
        let isQuantity = type.description.map { $0.kind == .quantity } ?? true
        storedUnit = isQuantity ? type.unit : nil
        self.unit = isQuantity ? unit ?? type.unit : nil
        guard let unit, let canonical = type.canonical, unit != type.unit, let written = type.written(unit) else {
            back = nil
            forth = nil
            return
        }
        back = OriginalValue(canonical: canonical, original: written)
        forth = written.conversion(to: canonical)
    }

    /// Returns a stored value in ``unit``, or nil if no number in that unit converts to the same stored value.
    package func callAsFunction(_ stored: Double) -> Double? {
        guard let back, let forth else { return unit == storedUnit || type.canonical == nil ? stored : nil }
        let value = back(stored)
        if forth(value) == stored { return value }
        return [value.nextUp, value.nextDown, value.nextUp.nextUp, value.nextDown.nextDown].first {
            forth($0) == stored
        }
    }

    /// Returns a stored value in ``unit``, rounded to the digits that it was written with.
    package func approximate(_ stored: Double) -> Double? {
        guard let back else { return unit == storedUnit || type.canonical == nil ? stored : nil }
        return back(stored)
    }

    /// Returns the name of a category's value.
    package func name(_ stored: Double) -> String? { type.valueName(stored) }

    /// Returns the name of a category's value as it was written.
    package func writtenName(_ stored: Double) -> String? {
        if let formerName, HealthEnums.rawValue(ofCase: formerName).map({ Double($0) }) == stored { return formerName }
        return name(stored)
    }
}

/// Content as objects, and parts of the content of a type.
extension StoreContents {
    /// A sample as an object; nil if no class represents it.
    package func object(_ sample: RawSample) throws -> HKSample? { try builder.object(sample) }

    /// Calls a function with the samples of a type, of the selected sources, that start in an interval, in order of their start.
    package func forEach(
        startingIn interval: ClosedRange<Double>, ofType identifier: String, _ body: (RawSample) throws -> Void
    ) throws {
        guard let number = try reader.number(ofType: identifier) else { return }
        let scan = try SampleScan(
            db,
            SampleScan.Request(
                type: number, starts: StartRanges(from: interval.lowerBound, through: interval.upperBound),
                condition: .all([source])))
        while let sample = scan.current {
            try body(sample)
            try scan.advance()
        }
    }

    /// The number of selected samples of a type.
    package func selectedCount(_ type: SampleType) throws -> Int {
        if selection.from == nil, selection.to == nil, selection.sources == nil { return type.count }
        var count = 0
        try forEach(type) { _ in count += 1 }
        return count
    }
}
