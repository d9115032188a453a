// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel

/// Converts rows of the table to records, and caches the facts that many rows share.
package final class RecordReader {
    package let db: Database
    private var types: [Int64: StoredType] = [:]
    private var origins: [Int64: Origin] = [:]
    /// Most samples have the same type and origin as the sample before.
    private var latestType: StoredType?
    private var latestOrigin: (provenance: Int64, origin: Origin)?
    private var metadata: [Int64: (json: String, pairs: [MetadataPair], zone: String?)] = [:]
    /// The metadata as values, by number and whether an app saved them.
    private var values: [Int64: [String: HKMetadataValue]] = [:]

    /// The maximum number of cached metadata entries. Some people's metadata differs from sample to sample, so the cache is
    /// emptied at this size to keep memory independent of the number of samples.
    private static let metadataLimit = 4096

    /// The derivation of the UUIDs of imported samples; read on first use.
    private var knownUUIDs: DerivedUUID?
    /// The initial hash for the last type and provenance, which the next sample usually shares, and the hash of the type.
    private var latestBeginning: (type: Int64, provenance: Int64, hash: SipHash, typeHash: ContentHash)?

    package init(_ db: Database) {
        self.db = db
    }

    /// Returns the derivation of the UUIDs of imported samples.
    package func uuids() throws -> DerivedUUID {
        if let knownUUIDs { return knownUUIDs }
        let uuids = try StoreSecret(db).uuids
        knownUUIDs = uuids
        return uuids
    }

    /// Returns a type.
    package func type(_ number: Int64) throws -> StoredType {
        if let latestType, latestType.number == number { return latestType }
        if let known = types[number] {
            latestType = known
            return known
        }
        guard
            let row = try Row.fetchOne(
                db.cachedStatement(sql: "SELECT identifier, unit FROM sample_type WHERE id = ?"), arguments: [number])
        else { throw StoreError.inconsistent("there is no type \(number)") }
        let facts = StoredType(
            number: number, identifier: try row.value(of: "identifier"), unit: try row.value(of: "unit"))
        types[number] = facts
        return facts
    }

    /// Returns the number of a type, or nil if the store doesn't contain the type.
    package func number(ofType identifier: String) throws -> Int64? {
        try Self.typeNumber(db, of: identifier)
    }

    /// Returns the number of a type, or nil if the store doesn't contain the type.
    package static func typeNumber(_ db: Database, of identifier: String) throws -> Int64? {
        try Int64.fetchOne(
            db.cachedStatement(sql: "SELECT id FROM sample_type WHERE identifier = ?"), arguments: [identifier])
    }

    /// Returns the origin of a provenance.
    package func origin(_ provenance: Int64) throws -> Origin {
        if let latestOrigin, latestOrigin.provenance == provenance { return latestOrigin.origin }
        if let known = origins[provenance] {
            latestOrigin = (provenance, known)
            return known
        }
        let origin = try Origin.read(db, provenance: provenance)
        origins[provenance] = origin
        return origin
    }

    /// Returns the metadata with a number, as JSON and as strings, and its time zone.
    package func metadata(_ number: Int64) throws -> (json: String, pairs: [MetadataPair], zone: String?) {
        if let known = metadata[number] { return known }
        guard
            let row = try Row.fetchOne(
                db.cachedStatement(sql: "SELECT entries, time_zone FROM metadata WHERE id = ?"), arguments: [number])
        else { throw StoreError.inconsistent("there is no metadata \(number)") }
        let json: String = try row.value(of: "entries")
        let entry = (json: json, pairs: MetadataPairs.read(json), zone: try row.value(String?.self, of: "time_zone"))
        if metadata.count >= Self.metadataLimit { metadata.removeAll(keepingCapacity: true) }
        metadata[number] = entry
        return entry
    }

    /// Returns the metadata of a sample as typed values.
    package func values(_ sample: RawSample) throws -> [String: HKMetadataValue] {
        if sample.metadata < 0 { return [:] }
        let isTyped = sample.ordinal < 0
        let key = sample.metadata << 1 | (isTyped ? 1 : 0)
        if let known = values[key] { return known }
        let read = StoredMetadata.read(try metadata(sample.metadata).json, isTyped: isTyped)
        if values.count >= Self.metadataLimit { values.removeAll(keepingCapacity: true) }
        values[key] = read
        return read
    }

    /// Returns the UUID of a sample.
    package func uuid(_ sample: RawSample) throws -> UUID {
        if sample.ordinal >= 0 {
            let uuids = try uuids()
            let (beginning, type): (SipHash, ContentHash)
            if let latestBeginning, latestBeginning.type == sample.type,
                latestBeginning.provenance == sample.provenance
            {
                (beginning, type) = (latestBeginning.hash, latestBeginning.typeHash)
            } else {
                type = try self.type(sample.type).hash
                beginning = uuids.beginning(type: type, source: try origin(sample.provenance).hash)
                latestBeginning = (sample.type, sample.provenance, beginning, type)
            }
            return uuids.make(
                beginning, type: type, start: sample.start, end: sample.end, value: sample.value,
                ordinal: sample.ordinal)
        }
        if let saved = sample.saved { return saved.uuid }
        let bytes = try Data.fetchOne(
            db.cachedStatement(sql: "SELECT uuid FROM sample_uuid WHERE id = ?"), arguments: [sample.id])
        guard let uuid = bytes.flatMap(UUID.init(bytes:)) else {
            throw StoreError.inconsistent("the sample at place \(sample.id) has no UUID")
        }
        return uuid
    }

    /// Returns a sample as a record.
    package func record(_ sample: RawSample) throws -> SampleRecord {
        let type = try type(sample.type)
        let origin = try origin(sample.provenance)
        let hasNumber = type.hasValue && !sample.value.isNaN
        let isQuantity = type.description?.kind != .category && type.hasValue
        let metadata = sample.metadata < 0 ? nil : try metadata(sample.metadata)
        return SampleRecord(
            uuid: try uuid(sample), id: sample.id, type: type.identifier,
            start: Date(timeIntervalSince1970: sample.start), end: Date(timeIntervalSince1970: sample.end),
            value: hasNumber ? sample.value : nil, text: sample.text, unit: type.unit,
            originalUnit: isQuantity ? origin.unit : nil,
            originalValue: hasNumber && isQuantity ? type.original(sample.value, unit: origin.unit) : nil,
            valueName: hasNumber ? type.valueName(sample.value) : nil,
            source: origin.name, sourceVersion: origin.version,
            bundleIdentifier: origin.bundleIdentifier ?? origin.pushedBundle,
            productType: origin.productType, operatingSystemVersion: origin.operatingSystem,
            device: origin.device, created: sample.lag.map { Date(timeIntervalSince1970: sample.start + Double($0)) },
            timeZone: metadata?.zone, metadata: metadata?.pairs ?? [])
    }
}

extension UUID {
    /// Creates a UUID from 16 bytes, or returns nil for any other number of bytes.
    package init?(bytes: Data) {
        guard bytes.count == 16 else { return nil }
        self = bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }

    /// The 16 bytes of the UUID.
    package var bytes: Data { withUnsafeBytes(of: uuid) { Data($0) } }
}
