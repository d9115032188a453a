// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel

/// The content of a push that is read in batches, until all of it has been read.
///
/// Records are stored in the order of their type and start, after those that the push deletes, and figures of one interval together, so
/// both are sorted outside of memory (``SortedBytes``). Workouts, correlations and other items are kept: their number is small.
final class PushSpool {
    /// The number of bytes that are kept in memory for each record that is stored at once: 4 MiB for the usual number.
    private static let memoryForOne = 512

    /// A record with what the push says of it, and the numbers of its dictionaries.
    private struct Record {
        var row: SampleRow
        /// The number of the metadata in the store, or -1.
        var metadata: Int64
        /// The hash of the content, if there is a UUID.
        var content: Int64
        /// The date of the last change, or NaN.
        var updated: Double
        var uuid: UUID
        var hasUUID: Bool
        var isTotal: Bool
        /// The index of the session, or -1.
        var session: Int32
        /// The index in ``values``, or -1.
        var values: Int32
    }

    /// The identity of a record.
    private struct Identity {
        var uuid: UUID
        var type: Int32
        var start: Double
        /// The date of the last change, or NaN.
        var updated: Double

        init(_ record: Record) {
            (uuid, type, start, updated) = (record.uuid, record.row.type, record.row.start, record.updated)
        }

        /// The sort key, which is equal for equal UUIDs.
        var key: SortedBytes.Key {
            withUnsafeBytes(of: uuid.uuid) {
                SortedBytes.Key(
                    first: $0.loadUnaligned(as: UInt64.self),
                    second: $0.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
            }
        }
    }

    /// The items of a batch with the dictionaries that they refer to.
    private struct Items {
        var batch: PushedBatch
        var metadata: [Int64]
        var content: PushedContent
    }

    private let facts: SharedRows
    private let missing: MissingProperties
    /// The number of records that are stored at once.
    private let chunk: Int
    private var types: [String] = []
    private var provenances: [ProvenanceData] = []
    private var content: PushedContent
    private var texts: [String] = []
    private var textIndices: [String: Int32] = [:]
    private var values: [[String: HKMetadataValue]] = []
    private var sessions: [PushedSession] = []
    private var usedSessions: Set<Int32> = []
    private var nights = PushedNights()
    private var items: [Items] = []
    private let records: SortedBytes
    /// The identities of the records with a UUID.
    private let identities: SortedBytes
    private let figures: SortedBytes

    /// The samples that are stored as objects.
    private(set) var objects: [PushedObject] = []
    /// The UUIDs of the deleted samples.
    private(set) var deletions: [UUID] = []
    /// Whether there are records or items.
    private(set) var hasSamples = false
    /// The starts of samples that the push changes after it has stated them; see ``PushStore/finish(_:changed:)``.
    var changed: [UUID: Double] = [:]

    /// Creates an empty spool.
    /// - Parameters:
    ///   - path: A path in the folder for the files.
    ///   - size: The number of records that are stored at once; their memory is a part of that for sorting.
    init(_ db: Database, missing: MissingProperties, beside path: String, size: Int) throws {
        facts = try SharedRows(db)
        self.missing = missing
        content = PushedContent(SampleBatch(), missing: missing)
        chunk = size
        let memory = size * Self.memoryForOne
        records = SortedBytes(beside: path, memory: memory)
        identities = SortedBytes(beside: path, memory: memory)
        figures = SortedBytes(beside: path, memory: memory)
    }

    /// Adds a batch.
    func take(_ batch: PushedBatch) throws {
        types = batch.samples.newTypes
        provenances += batch.samples.newProvenances
        content.take(batch.samples)
        let metadata = try batch.samples.newMetadata.map { try facts.metadata($0) ?? -1 }
        sessions += batch.sessions
        usedSessions.formUnion(batch.rowSessions.values)
        nights.add(batch)
        objects += batch.objects
        deletions += batch.deletions
        try takeRows(batch, metadata)
        for point in batch.aggregates { try add(point) }
        guard !batch.samples.items.isEmpty else { return }
        hasSamples = true
        var kept = PushedBatch(missing: batch.missing)
        (kept.samples.items, kept.samples.texts) = (batch.samples.items, batch.samples.texts)
        kept.samples.oldestMetadata = batch.samples.oldestMetadata
        (kept.itemUUIDs, kept.itemValues, kept.itemUpdated) = (batch.itemUUIDs, batch.itemValues, batch.itemUpdated)
        items.append(Items(batch: kept, metadata: metadata, content: content))
    }

    private func takeRows(_ batch: PushedBatch, _ metadata: [Int64]) throws {
        if !batch.samples.rows.isEmpty { hasSamples = true }
        let first = batch.samples.oldestMetadata
        for (index, row) in batch.samples.rows.enumerated() {
            let position = Int32(index)
            let uuid = batch.uuids[position]
            var record = Record(
                row: row, metadata: row.metadata < 0 ? -1 : metadata[Int(row.metadata - first)],
                content: uuid == nil ? 0 : content.hash(row), updated: batch.updated[position] ?? .nan,
                uuid: uuid ?? Self.noUUID, hasUUID: uuid != nil, isTotal: batch.totals.contains(position),
                session: batch.rowSessions[position] ?? -1, values: -1)
            if row.text >= 0 { record.row.text = self.text(batch.samples.texts[Int(row.text)]) }
            if let typed = batch.values[position] {
                record.values = Int32(values.count)
                values.append(typed)
            }
            let key = SortedBytes.Key(
                first: UInt64(truncatingIfNeeded: row.type), second: SortedBytes.Key.ordered(row.start))
            try withUnsafeBytes(of: record) { try records.add(key, $0) }
            guard record.hasUUID else { continue }
            let identity = Identity(record)
            try withUnsafeBytes(of: identity) { try identities.add(identity.key, $0) }
        }
    }

    private static let noUUID = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))

    private func text(_ text: String) -> Int32 {
        if let known = textIndices[text] { return known }
        let index = Int32(texts.count)
        texts.append(text)
        textIndices[text] = index
        return index
    }

    // MARK: Storing

    /// Returns the state of a push with the content of the spool.
    func push(
        _ db: Database, app: String, now: Date, deleted: Set<UUID>, restoresDeleted: Bool
    ) throws -> PushState {
        try PushState(
            db, app: app, now: now, missing: missing, content: content, deleted: deleted,
            restoresDeleted: restoresDeleted)
    }

    /// Stores the records and items.
    func store(in ingestion: Ingestion) throws {
        var dictionaries = SampleBatch()
        (dictionaries.newTypes, dictionaries.newProvenances) = (types, provenances)
        try ingestion.takeDictionaries(dictionaries)
        try ingestion.takeSessions(sessions, used: usedSessions)
        try ingestion.takeNights(nights)
        ingestion.push?.begin(try latestVersions())
        try forEachChunk { chunk, metadata in
            ingestion.dictionary.setMetadata(metadata)
            try ingestion.takeRows(of: chunk)
        }
        ingestion.leaveOutEarlierItems(items.map(\.batch))
        for (number, part) in items.enumerated() {
            ingestion.dictionary.setMetadata(part.metadata, first: part.batch.samples.oldestMetadata)
            ingestion.push?.begin(part.content)
            try ingestion.takeItems(of: part.batch, number: number)
        }
    }

    /// Calls a closure with the records in order, some thousands at a time: all records of one type and second together.
    private func forEachChunk(_ body: (PushedBatch, [Int64]) throws -> Void) throws {
        var part = PushedBatch(missing: missing)
        part.samples.texts = texts
        let empty = part
        var metadata: [Int64] = []
        var last: (type: Int32, second: Double) = (-1, .nan)
        try records.readInOrder { bytes in
            let record = Self.record(bytes)
            if record.hasUUID, isLeftOut(record.uuid, start: record.row.start) { return }
            let place = (type: record.row.type, second: record.row.start.rounded(.down))
            if part.samples.rows.count >= chunk, place != last {
                try body(part, metadata)
                part = empty
                metadata = []
            }
            last = place
            var row = record.row
            let position = Int32(part.samples.rows.count)
            if record.metadata >= 0 {
                if metadata.last != record.metadata { metadata.append(record.metadata) }
                row.metadata = Int32(metadata.count - 1)
            } else {
                row.metadata = -1
            }
            part.samples.rows.append(row)
            if record.hasUUID {
                part.uuids[position] = record.uuid
                part.contents[position] = record.content
            }
            if !record.updated.isNaN { part.updated[position] = record.updated }
            if record.isTotal { part.totals.insert(position) }
            if record.session >= 0 { part.rowSessions[position] = record.session }
            if record.values >= 0 { part.values[position] = values[Int(record.values)] }
        }
        if !part.samples.rows.isEmpty { try body(part, metadata) }
    }

    /// Returns whether the push changes or takes back a record after it has stated it.
    private func isLeftOut(_ uuid: UUID, start: Double) -> Bool { changed[uuid].map { $0 != start } ?? false }

    private func latestVersions() throws -> LatestVersions {
        var versions = LatestVersions()
        var last: UUID?
        try identities.readInOrder { bytes in
            let identity = bytes.loadUnaligned(as: Identity.self)
            if identity.uuid != last { versions.endIdentity() }
            last = identity.uuid
            if isLeftOut(identity.uuid, start: identity.start) { return }
            versions.note(
                identity.uuid, type: identity.type, start: identity.start,
                updated: identity.updated.isNaN ? -.infinity : identity.updated)
        }
        versions.endIdentity()
        return versions
    }

    private static func record(_ bytes: UnsafeRawBufferPointer) -> Record {
        var record = Record(
            row: SampleRow(type: 0, provenance: 0, start: 0, end: 0), metadata: -1, content: 0, updated: .nan,
            uuid: noUUID, hasUUID: false, isTotal: false, session: -1, values: -1)
        withUnsafeMutableBytes(of: &record) { $0.copyMemory(from: bytes) }
        return record
    }

    // MARK: Figures

    private func add(_ point: AggregatedPoint) throws {
        // The type gets its number when it first occurs.
        let type = try facts.type(point.type)
        var writer = ByteWriter()
        writer.add(point)
        let key = SortedBytes.Key(
            first: UInt64(truncatingIfNeeded: type) << 8
                | UInt64(truncatingIfNeeded: AggregatedPoint.Interval.number(point.interval)),
            second: SortedBytes.Key.ordered(point.start))
        try writer.bytes.withUnsafeBytes { try figures.add(key, $0) }
    }

    /// Calls a closure with the figures, some thousands at a time: all figures of one interval together.
    func forEachFigures(_ body: ([AggregatedPoint]) throws -> Void) throws {
        try facts.createViews()
        var points: [AggregatedPoint] = []
        try figures.readInOrder { bytes in
            var reader = ByteReader(bytes)
            let point = try reader.point()
            if points.count >= chunk, let last = points.last,
                (last.type, last.interval, last.start) != (point.type, point.interval, point.start)
            {
                try body(points)
                points.removeAll(keepingCapacity: true)
            }
            points.append(point)
        }
        if !points.isEmpty { try body(points) }
    }
}

extension AggregatedPoint.Interval {
    /// Returns the position in the list of all intervals.
    fileprivate static func number(_ interval: Self) -> Int { allCases.firstIndex(of: interval) ?? 0 }
}

/// Figures as bytes. The place is left out, as they are not refused any more.
private struct ByteWriter {
    private(set) var bytes: [UInt8] = []

    mutating func add(_ point: AggregatedPoint) {
        for text in [point.type, point.sources, point.interval.rawValue, point.unit ?? ""] { add(text) }
        // An empty unit is not the same as none.
        add(point.unit == nil ? 0 : 1)
        for number in [point.start, point.end] { add(number.bitPattern) }
        for number in [point.sum, point.average, point.minimum, point.maximum] {
            add(number == nil ? 0 : 1)
            add((number ?? 0).bitPattern)
        }
        add(UInt64(point.others.count))
        for pair in point.others {
            add(pair.key)
            add(pair.value)
        }
    }

    private mutating func add(_ number: UInt64) { withUnsafeBytes(of: number) { bytes.append(contentsOf: $0) } }

    private mutating func add(_ text: String) {
        add(UInt64(text.utf8.count))
        bytes.append(contentsOf: text.utf8)
    }
}

/// The inverse of ``ByteWriter``.
private struct ByteReader {
    private let bytes: UnsafeRawBufferPointer
    private var position = 0

    init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    mutating func point() throws -> AggregatedPoint {
        let (type, sources, interval, unit) = (try text(), try text(), try text(), try text())
        let hasUnit = try number() == 1
        let (start, end) = (Double(bitPattern: try number()), Double(bitPattern: try number()))
        var point = AggregatedPoint(
            type: type, sources: sources, start: start, end: end,
            interval: AggregatedPoint.Interval(rawValue: interval) ?? .unknown, unit: hasUnit ? unit : nil, place: "")
        (point.sum, point.average) = (try figure(), try figure())
        (point.minimum, point.maximum) = (try figure(), try figure())
        let count = try number()
        for _ in 0..<count { point.others.append(MetadataPair(key: try text(), value: try text())) }
        return point
    }

    private mutating func figure() throws -> Double? {
        let (isPresent, bits) = (try number() == 1, try number())
        return isPresent ? Double(bitPattern: bits) : nil
    }

    private mutating func number() throws -> UInt64 {
        guard bytes.count - position >= 8 else { throw Self.cutOff }
        defer { position += 8 }
        return bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self)
    }

    private mutating func text() throws -> String {
        let count = Int(clamping: try number())
        guard bytes.count - position >= count else { throw Self.cutOff }
        defer { position += count }
        return String(decoding: bytes[position..<position + count], as: UTF8.self)
    }

    private static var cutOff: StoreError { StoreError.inconsistent("the file of a push has been cut off") }
}
