// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel

extension SharedRows {
    /// Returns whether a store has samples that lack facts.
    static func hasPartial(_ db: Database) throws -> Bool {
        try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM provenance WHERE missing > 0)") ?? false
    }

    /// Returns whether two samples have the same reason for a delivery of insulin, or one of them has none. Equal amounts of basal and bolus
    /// insulin can start at one time.
    func hasSameReason(_ left: Int64, _ right: Int64) throws -> Bool {
        guard left != right, let first = try MetadataPurposes.reason(db, left),
            let second = try MetadataPurposes.reason(db, right)
        else { return true }
        return first == second
    }

    /// Returns the number of the provenance that combines the facts of two copies of a sample.
    /// - Parameters:
    ///   - stored: The provenance of the stored copy.
    ///   - new: The provenance of the other copy.
    ///   - replaces: Whether the other copy is from an import, whose facts replace the facts of a push.
    func merged(_ stored: Int64, with new: Int64, replaces: Bool = false) throws -> Int64 {
        let key = MergeKey(stored: stored, new: new)
        if let known = merges[key] { return known }
        let (old, other) = (try origin(stored), try origin(new))
        var first = old.data
        if replaces { first.missing = (first.missing ?? []).union(.metadata) }
        let merged = Self.merged(first, with: other.data)
        // A sample that an import completes does not belong to the app any more. Otherwise, it belongs to the app whose copy has more
        // properties, in whichever order the copies arrived.
        let isImported = old.data.missing == nil || other.data.missing == nil
        let ways = [old, other].compactMap { origin in origin.way ?? origin.app.map { PushWay(facts: .max, app: $0) } }
        let number = try provenance(merged, app: isImported ? nil : ways.filter { !$0.app.isEmpty }.min()?.app)
        merges[key] = number
        return number
    }

    /// Returns the number of the provenance for samples that another connection has sent, too; see ``MissingProperties/confirmed``.
    func confirmed(_ number: Int64) throws -> Int64 {
        let (data, _, app) = try origin(number)
        var confirmed = data
        confirmed.missing = (data.missing ?? []).union(.confirmed)
        return try provenance(confirmed, app: app)
    }

    private func origin(_ number: Int64) throws -> (data: ProvenanceData, way: PushWay?, app: String?) {
        let origin = try Origin.read(db, provenance: number)
        var data = ProvenanceData(
            sourceName: origin.name,
            bundleIdentifier: origin.missing == nil ? origin.bundleIdentifier : origin.pushedBundle,
            sourceVersion: origin.version, productType: origin.productType,
            operatingSystemVersion: origin.operatingSystem, device: origin.device, unit: origin.unit)
        data.missing = origin.missing
        return (data, origin.way, origin.app)
    }

    private static func merged(_ stored: ProvenanceData, with new: ProvenanceData) -> ProvenanceData {
        let (storedMissing, newMissing) = (stored.missing ?? [], new.missing ?? [])
        if storedMissing.isEmpty { return stored }
        if newMissing.isEmpty {
            var merged = new
            // The bundle identifier is only in the push; those of apps' own samples are never replaced.
            if new.bundleIdentifier == nil, let bundle = stored.bundleIdentifier {
                merged.bundleIdentifier = bundle
                merged.missing = []
            }
            return merged
        }
        var merged = stored
        merged.missing = storedMissing.intersection(newMissing.union(.confirmed))
        if storedMissing.contains(.source), !newMissing.contains(.source) { merged.sourceName = new.sourceName }
        if storedMissing.contains(.device) {
            merged.device = newMissing.contains(.device) ? stored.device ?? new.device : new.device
        }
        merged.bundleIdentifier = stored.bundleIdentifier ?? new.bundleIdentifier
        merged.sourceVersion = stored.sourceVersion ?? new.sourceVersion
        merged.productType = stored.productType ?? new.productType
        merged.operatingSystemVersion = stored.operatingSystemVersion ?? new.operatingSystemVersion
        return merged
    }

    /// Two provenances that are merged.
    struct MergeKey: Hashable {
        var stored: Int64
        var new: Int64
    }
}

/// Hashes of metadata as exports contain it: text, without the kinds of values, the order of keys, characters that XML does not
/// allow, and attributes that no version of the format has.
final class MetadataTexts {
    private let db: Database
    private var hashes: [Int64: ContentHash] = [:]

    /// The maximum number of cached hashes.
    private static let maximumHashes = 4096

    init(_ db: Database) {
        self.db = db
    }

    /// Returns the hash of the metadata with a number; -1 stands for no metadata.
    func hash(_ number: Int64) throws -> ContentHash {
        if number < 0 { return .empty }
        if let known = hashes[number] { return known }
        let json =
            try String.fetchOne(
                db.cachedStatement(sql: "SELECT entries FROM metadata WHERE id = ?"), arguments: [number]) ?? "{}"
        let hash = Self.hash(json)
        if hashes.count >= Self.maximumHashes { hashes.removeAll(keepingCapacity: true) }
        hashes[number] = hash
        return hash
    }

    private static func hash(_ json: String) -> ContentHash {
        var hash = ContentHash.empty
        let pairs = MetadataPairs.read(json).filter { !$0.key.hasPrefix("@") }
        for pair in pairs.enumerated().sorted(by: { ($0.element.key, $0.offset) < ($1.element.key, $1.offset) }) {
            hash.combine(ExportText.carried(pair.element.key))
            hash.combine(ExportText.carried(pair.element.value))
        }
        return hash
    }
}

/// The maximum numbers of distinct facts that one import can add. An input that is designed to exhaust resources fails with an
/// error that names the limit. Real exports have a few hundred types and sources.
struct FactLimits {
    /// The maximum number of sample types.
    var types = 10_000
    /// The maximum number of source names.
    var sources = 100_000
    /// The maximum number of bytes of the names of all sources of the input, new or not.
    var nameBytes = 8 << 20
    /// The maximum number of sources of the store.
    var allSources = 100_000
    /// The maximum number of devices.
    var devices = 100_000
    /// The maximum number of combinations of source, version, device and unit.
    var provenances = 1_000_000

    /// Checks that a number does not exceed its limit.
    /// - Throws: A ``StoreError``: `tooManyFacts` if the number exceeds the limit.
    static func check(_ count: Int, _ limit: Int, _ kind: String) throws {
        guard count > limit else { return }
        throw StoreError(
            .tooManyFacts,
            message: "the input has more than \(limit) \(kind) that are new to the store; real exports have hundreds",
            remedy: "check that the file was exported by an app on the phone; nothing was stored")
    }
}
