// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel

/// Finds or adds the numbers of the facts that samples share: types, sources, devices, provenances and metadata.
final class SharedRows {
    let db: Database
    private var types: [String: Int64] = [:]
    /// The new types that have no view yet.
    private var typesWithoutView: [(number: Int64, identifier: String)] = []
    private var provenances: [ContentHash: Int64] = [:]
    private var identities: [ContentHash: Int32] = [:]
    private var identityOfProvenance: [Int64: Identity] = [:]
    /// The provenances that combine two others.
    var merges: [MergeKey: Int64] = [:]
    private let texts: MetadataTexts
    private let findMetadata: Statement
    private let addMetadata: Statement
    private let limits: FactLimits
    /// The number of sources of the store, once one has been added.
    private var sourceCount: Int?
    /// The numbers of facts that this import has added.
    private var added = (types: 0, sources: 0, devices: 0, provenances: 0)

    /// The number of bytes of the names of the sources of this import, which its receipt lists.
    private var nameBytes = 0

    /// The maximum number of dictionaries with the same hash that are compared. The hash isn't keyed, so an input can contain any
    /// number of collisions; further dictionaries are stored again.
    static let maximumCollisions = 64

    /// The part of a provenance that belongs to the identity of a sample.
    struct Identity {
        /// A number that is equal for equal sources and devices.
        var number: Int32
        /// The number of the source.
        var sourceNumber: Int64
        /// The unit, as written.
        var unit: String?
        /// The hash of the source's normalised name, for derived UUIDs.
        var source: ContentHash
        /// The hash of the device.
        var device: ContentHash
        /// The facts that the samples do not carry.
        var missing: MissingProperties
        /// The app that treats diabetes, if the source is one.
        var app: TreatmentApp?
        /// The bundle identifier of the source, if known.
        var bundle: String?

        /// Whether the samples state their source, by its name or by its bundle identifier.
        var statesSource: Bool { !missing.contains(.source) || bundle != nil }

        /// Whether the samples state their device, or a part of it.
        var statesDevice: Bool { device != .empty }

        /// Returns whether a sample with another identity can be of the same device. Those that do not carry it can be of any. Two that carry a part
        /// of it are compared by that part; a part and a whole device are not compared.
        func canBeSameDevice(as other: Identity) -> Bool {
            if device == other.device { return true }
            guard missing.intersection(other.missing).contains(.device) else {
                return missing.union(other.missing).contains(.device)
            }
            return !statesDevice || !other.statesDevice
        }

        /// The identity of an item. Its device is compared only if the sender carries a part of it.
        var ofItem: Identity {
            var identity = self
            if !missing.contains(.device) { identity.device = .empty }
            identity.missing.insert(.device)
            return identity
        }

        /// Returns whether a sample with another identity can be an earlier version, from the same source and device.
        func isSameOrigin(as other: Identity) -> Bool { source == other.source && canBeSameDevice(as: other) }

        /// Returns whether a sample with another identity can be of the same source. In Nightscout, apps have other names than in Apple Health.
        func source(comparedWith other: Identity) -> SourceMatch {
            let missing = missing.union(other.missing)
            let isSameApp = missing.contains(.identifier) && app != nil && app == other.app
            if source == other.source || isSameApp || !statesSource || !other.statesSource { return .same }
            guard missing.contains(.source) else { return .different }
            if let bundle, let other = other.bundle { return bundle == other ? .same : .different }
            return missing.contains(.identifier) ? .different : .unknown
        }
    }

    /// The result of the comparison of two sources.
    enum SourceMatch {
        case different
        case same
        /// One of the two has only a name, and the other one only a bundle identifier.
        case unknown
    }

    init(_ db: Database, limits: FactLimits = FactLimits()) throws {
        self.db = db
        self.limits = limits
        texts = MetadataTexts(db)
        findMetadata = try db.cachedStatement(
            sql: "SELECT id, entries FROM metadata WHERE hash = ? ORDER BY id LIMIT \(Self.maximumCollisions)")
        addMetadata = try db.cachedStatement(
            sql: "INSERT INTO metadata (hash, time_zone, entries) VALUES (?, ?, ?)")
    }

    /// Returns the number that a statement selects; nil if the store doesn't contain it.
    private func stored(_ sql: String, _ arguments: StatementArguments) throws -> Int64? {
        try Int64.fetchOne(db.cachedStatement(sql: sql), arguments: arguments)
    }

    /// Returns the number of a type, adding it and the names of its values if necessary. ``createViews()`` creates its view.
    func type(_ identifier: String) throws -> Int64 {
        if let known = types[identifier] { return known }
        if let stored = try stored("SELECT id FROM sample_type WHERE identifier = ?", [identifier]) {
            types[identifier] = stored
            return stored
        }
        try Self.check(identifier.utf8.count <= TextLimit.name ? nil : "type")
        added.types += 1
        try FactLimits.check(added.types, limits.types, "types")
        try db.cachedStatement(sql: "INSERT INTO sample_type (identifier, unit) VALUES (?, ?)")
            .execute(arguments: [identifier, HealthTypes.named(identifier)?.canonicalUnit])
        let id = db.lastInsertedRowID
        try Self.addNames(Self.names(ofType: identifier), ofType: id, db)
        typesWithoutView.append((id, identifier))
        types[identifier] = id
        return id
    }

    /// Returns the names of the values of a category type; empty for other types.
    static func names(ofType identifier: String) -> [Int: String] {
        guard let description = HealthTypes.named(identifier), description.kind == .category,
            let valueEnum = description.valueEnum
        else { return [:] }
        var names: [Int: String] = [:]
        for value in HealthEnums.allowedValues(ofEnum: valueEnum) {
            names[value] = HealthEnums.caseName(ofEnum: valueEnum, rawValue: value)
        }
        return names
    }

    /// Adds the names of the values of a type.
    static func addNames(_ names: [Int: String], ofType type: Int64, _ db: Database) throws {
        for (value, name) in names.sorted(by: { $0.key < $1.key }) {
            try db.cachedStatement(sql: "INSERT INTO category_value (type, value, name) VALUES (?, ?, ?)")
                .execute(arguments: [type, value, name])
        }
    }

    /// Creates the views of the new types, before the end of the transaction.
    ///
    /// The views aren't created with each type because each view changes the schema, after which SQLite compiles every statement
    /// again.
    func createViews() throws {
        guard !typesWithoutView.isEmpty else { return }
        var views = try TypeViews(db)
        for type in typesWithoutView { try views.create(db, type: type.number, identifier: type.identifier) }
        typesWithoutView = []
    }

    /// Returns the number of a provenance, adding it if necessary.
    /// - Parameter app: The identifier of the app that pushed the samples; nil for other samples.
    func provenance(_ facts: ProvenanceData, app: String? = nil) throws -> Int64 {
        let app = facts.missing == nil ? nil : app
        let hash = Self.hash(facts, app: app)
        if let known = provenances[hash] { return known }
        let blob = Self.blob(hash)
        if let stored = try stored("SELECT id FROM provenance WHERE hash = ?", [blob]) {
            provenances[hash] = stored
            return stored
        }
        try Self.check(facts.longText)
        added.provenances += 1
        try FactLimits.check(added.provenances, limits.provenances, "combinations of source, version, device and unit")
        let source = try self.source(
            name: facts.sourceName, bundleIdentifier: facts.missing == nil ? facts.bundleIdentifier : nil)
        let device = try facts.device.map(self.device)
        try db.cachedStatement(
            sql: """
                INSERT INTO provenance
                    (hash, source, source_version, product_type, operating_system, device, unit, missing,
                     bundle_identifier, app)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """
        ).execute(
            arguments: [
                blob, source, facts.sourceVersion, facts.productType, facts.operatingSystemVersion, device, facts.unit,
                facts.missing?.rawValue, facts.missing == nil ? nil : facts.bundleIdentifier, app,
            ])
        let id = db.lastInsertedRowID
        provenances[hash] = id
        return id
    }

    /// Returns the number of a source, adding it if necessary.
    func source(name: String, bundleIdentifier: String?) throws -> Int64 {
        let known = "SELECT id FROM source WHERE name = ? AND bundle_identifier IS ?"
        if let stored = try stored(known, [name, bundleIdentifier]) { return stored }
        added.sources += 1
        try FactLimits.check(added.sources, limits.sources, "sources")
        try checkSources()
        try db.cachedStatement(sql: "INSERT INTO source (name, bundle_identifier) VALUES (?, ?)")
            .execute(arguments: [name, bundleIdentifier])
        return db.lastInsertedRowID
    }

    /// Checks that the store does not have too many sources.
    private func checkSources() throws {
        let count = try sourceCount ?? Int.fetchOne(db, sql: "SELECT count(*) FROM source") ?? 0
        guard count < limits.allSources else {
            throw StoreError(
                .tooManyFacts, message: "the store has \(count) sources, and the data would add another one",
                remedy: "check what names so many sources with `health sources`; nothing was stored")
        }
        sourceCount = count + 1
    }

    /// Checks the names of the sources of an import. The receipt has all of them, several times in memory while it is written.
    func note(sourceName: String, isNew: Bool) throws {
        guard isNew else { return }
        nameBytes += sourceName.utf8.count
        guard nameBytes > limits.nameBytes else { return }
        throw StoreError(
            .tooManyFacts,
            message:
                "the names of the sources of the input have more than \(limits.nameBytes) bytes; those of real exports have "
                + "thousands",
            remedy: "check that the file was exported by an app on the phone; nothing was stored")
    }

    /// Checks that a text is not too long.
    /// - Parameter name: What has a longer text than ``TextLimit`` allows; nil if nothing has.
    private static func check(_ name: String?) throws {
        guard let name else { return }
        throw StoreError(
            .invalidArgument, message: "a \(name) is too long",
            remedy:
                "names have at most \(TextLimit.name) bytes, and values of metadata \(TextLimit.value); nothing was stored"
        )
    }

    private func device(_ facts: DeviceData) throws -> Int64 {
        var hash = SourceIdentity.hash(facts)
        hash.combine(facts.name ?? "")
        for pair in facts.other {
            hash.combine(pair.key)
            hash.combine(pair.value)
        }
        let blob = Self.blob(hash)
        if let stored = try stored("SELECT id FROM device WHERE hash = ?", [blob]) { return stored }
        added.devices += 1
        try FactLimits.check(added.devices, limits.devices, "devices")
        try db.cachedStatement(
            sql: """
                INSERT INTO device (hash, name, manufacturer, model, hardware, firmware, software, local_identifier,
                                    udi_device_identifier, other)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """
        ).execute(
            arguments: [
                blob, facts.name, facts.manufacturer, facts.model, facts.hardware, facts.firmware, facts.software,
                facts.localIdentifier, facts.udiDeviceIdentifier,
                facts.other.isEmpty ? nil : MetadataJSON.pairs(facts.other),
            ])
        return db.lastInsertedRowID
    }

    /// Returns the part of a provenance that belongs to the identity of a sample.
    func identity(ofProvenance id: Int64) throws -> Identity {
        if let known = identityOfProvenance[id] { return known }
        guard
            let row = try Row.fetchOne(
                db.cachedStatement(
                    sql: """
                        SELECT source.name, provenance.unit, \(DeviceData.Columns.selection),
                            source.id AS source_number,
                            ifnull(provenance.missing, 0) AS missing,
                            ifnull(provenance.bundle_identifier, source.bundle_identifier) AS bundle FROM provenance
                        JOIN source ON source.id = provenance.source LEFT JOIN device ON device.id = provenance.device
                        WHERE provenance.id = ?
                        """),
                arguments: [id])
        else { throw StoreError.inconsistent("there is no provenance \(id)") }
        let name: String = try row.value(of: "name")
        let bundle: String? = try row.value(of: "bundle")
        let source = SourceIdentity.hash(name)
        var hash = source
        let deviceHash = SourceIdentity.hash(try DeviceData(row: row))
        hash.combine(deviceHash.low)
        hash.combine(deviceHash.high)
        var missing = MissingProperties(rawValue: try row.value(of: "missing"))
        // checked: a small set of bits
        if !missing.isEmpty { hash.combine(UInt64(truncatingIfNeeded: missing.rawValue)) }
        // The name of a source is unknown if its sender sent only a bundle identifier.
        if !missing.isEmpty, name == bundle { missing.insert(.source) }
        let number = identities[hash] ?? Int32(identities.count)
        identities[hash] = number
        let identity = Identity(
            number: number, sourceNumber: try row.value(of: "source_number"), unit: try row.value(of: "unit"),
            source: source, device: deviceHash, missing: missing,
            app: TreatmentApp(name: name, bundleIdentifier: bundle), bundle: bundle)
        identityOfProvenance[id] = identity
        return identity
    }

    /// Returns whether metadata is the same as exports contain it; see ``MetadataTexts``.
    func isSameText(_ left: Int64, _ right: Int64) throws -> Bool {
        try left == right || textHash(left) == textHash(right)
    }

    /// Returns the hash of metadata as exports contain it; see ``MetadataTexts``.
    func textHash(_ metadata: Int64) throws -> ContentHash { try texts.hash(metadata) }

    /// The number of a metadata dictionary; nil for an empty one.
    ///
    /// A dictionary has no order, and two exports can contain its entries in different orders, so entries are sorted by key;
    /// entries with the same key keep their order.
    func metadata(_ pairs: [MetadataPair]) throws -> Int64? {
        if pairs.isEmpty { return nil }
        try Self.check(pairs.longText)
        let sorted = pairs.sorted { $0.key < $1.key }
        // Older stores contain entries in their original order.
        if sorted != pairs, let stored = try storedMetadata(MetadataJSON.object(pairs)) { return stored }
        let zone = pairs.first { $0.key == HKMetadataKeyTimeZone }?.value
        return try metadata(json: MetadataJSON.object(sorted), zone: zone)
    }

    /// Returns the number of a metadata dictionary in JSON, adding it if necessary.
    func metadata(json: String, zone: String?) throws -> Int64 {
        if let stored = try storedMetadata(json) { return stored }
        try addMetadata.execute(arguments: [Self.key(ofMetadata: json), zone, json])
        return db.lastInsertedRowID
    }

    private func storedMetadata(_ json: String) throws -> Int64? {
        let found = try Row.fetchCursor(findMetadata, arguments: [Self.key(ofMetadata: json)])
        while let row = try found.next() {
            if try row.value(String.self, of: "entries") == json { return try row.value(of: "id") }
        }
        return nil
    }

    static func key(ofMetadata json: String) -> Int64 {
        var hash = ContentHash.empty
        hash.combine(json)
        return Int64(bitPattern: hash.low)
    }

    private static func hash(_ facts: ProvenanceData, app: String?) -> ContentHash {
        var hash = SourceIdentity.hash(facts.device)
        for pair in facts.device?.other ?? [] {
            hash.combine(pair.key)
            hash.combine(pair.value)
        }
        for field in [
            facts.device == nil ? nil : "", facts.device?.name, facts.sourceName, facts.bundleIdentifier,
            facts.sourceVersion, facts.productType, facts.operatingSystemVersion, facts.unit,
        ] {
            if let field {
                hash.combine(field)
            } else {
                hash.combine(3)
            }
        }
        if let missing = facts.missing {
            hash.combine(4)
            hash.combine(UInt64(truncatingIfNeeded: missing.rawValue))
        }
        if let app {
            hash.combine(5)
            hash.combine(app)
        }
        return hash
    }

    /// Returns a hash as the 16 bytes that are stored.
    static func blob(_ hash: ContentHash) -> Data {
        var data = Data()
        withUnsafeBytes(of: hash.high.bigEndian) { data.append(contentsOf: $0) }
        withUnsafeBytes(of: hash.low.bigEndian) { data.append(contentsOf: $0) }
        return data
    }
}
